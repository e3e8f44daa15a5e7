import type { Dated } from '#contract/list/row-store.ts'
import { momentAt, type Unit } from '#contract/wire.ts'
import type { FilterOf } from '#web/list/resource.ts'
import { useSession } from '#web/ui/session.ts'
import { useStore, type Store } from '#web/ui/store.ts'
import { bothMoments } from '#web/ui/time.ts'

/** What the filter depends on. */
export interface ChangeContext {
  unit: Unit
  /** When this person last left the console, in milliseconds since 1970 by the service's clock; undefined: unknown. */
  lastVisit?: number | undefined
}

/** The rows that were created or changed since this person's last visit. */
export const changedFilter: FilterOf<Dated, ChangeContext> = {
  label: () => 'Changed since my last visit',
  title: ({ lastVisit }) => (lastVisit === undefined ? undefined : `Since ${bothMoments(lastVisit)}`),
  passes: ({ created_at, updated_at }, { unit, lastVisit }) =>
    lastVisit !== undefined && Math.max(momentAt(updated_at, unit) ?? 0, momentAt(created_at, unit) ?? 0) >= lastVisit,
  shown: ({ lastVisit }) => lastVisit !== undefined,
}

/** `ChangeContext.lastVisit`. Whole seconds, and rather too early: services store no fraction. */
export function useLastVisit(): number | undefined {
  const { lastVisit, service } = useSession()
  const at = useStore(lastVisit)
  if (at === undefined) return undefined
  const { ms = 0, within = 0 } = service.clock.difference() ?? {}
  return Math.floor((at + ms - within) / 1000) * 1000
}

declare module '#web/ui/session.ts' {
  interface Session {
    /** When this person last left the console, in milliseconds since 1970 by the page's clock; undefined: unknown. */
    lastVisit: Store<number | undefined>
  }
}
