import { part } from '#web/ui/part.tsx'
import type { MenuProps } from './open-menu.tsx'

export type { Act } from './open-menu.tsx'

/** A menu under the button that opened it. */
export const Menu = part<MenuProps>(async () => (await import('./open-menu.tsx')).OpenMenu)
