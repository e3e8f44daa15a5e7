import { useMemo, useSyncExternalStore } from 'react'
import type { ResourceName } from '#contract/problem.ts'
import { useSession } from '#web/ui/session.ts'
import { useStore } from '#web/ui/store.ts'

/** The names of the rows that a run is still to do. */
export function useWaiting(resource: ResourceName): ReadonlySet<string> {
  const current = useStore(useSession().runs)
  const run = current?.resource === resource ? current : undefined
  // Only their number: a run changes more often than its rows do.
  const count = useSyncExternalStore(run?.subscribe ?? never, () => run?.get().counts.waiting ?? 0)
  return useMemo(() => {
    const items = count === 0 ? [] : (run?.get().items ?? [])
    return new Set(items.flatMap(({ name, state }) => (state === 'waiting' ? [name] : [])))
  }, [run, count])
}

const never = () => () => undefined
