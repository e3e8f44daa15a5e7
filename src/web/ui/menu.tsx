import { type ComponentProps, useRef, useState } from 'react'
import type { MenuEntry, MenuPopoverProps } from './menu-popover.tsx'
import { lazyComponent } from './lazy.tsx'

export type { MenuEntry } from './menu-popover.tsx'

/** A menu under the button that opened it. */
export const Menu = lazyComponent<MenuPopoverProps>(async () => (await import('./menu-popover.tsx')).MenuPopover)

interface MenuButtonProps extends Omit<ComponentProps<'button'>, 'ref' | 'type' | 'onClick'> {
  /** The name of its menu, for screen readers. */
  menuLabel: string
  acts: readonly MenuEntry[]
}

/** A button with a menu under it. */
export function MenuButton({ menuLabel, acts: entries, children, ...button }: MenuButtonProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        {...button}
        ref={trigger}
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        {children}
      </button>
      {isOpen && <Menu label={menuLabel} entries={entries} trigger={trigger} onClose={() => setOpen(false)} />}
    </>
  )
}
