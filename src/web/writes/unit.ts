import type { QueryClient } from '@tanstack/react-query'
import { learnedUnit, type Dated, type RowStore } from '#contract/list/row-store.ts'
import type { KnownUnit } from '#contract/saving/token-saving.ts'
import type { Store } from '#web/ui/store.ts'

/** The unit in which the service counts time: learned from rows, else the documented one. */
export type UnitStore = Pick<Store<UnitFound>, 'get' | 'subscribe'>

/** The unit, where it is known from, and how many numbers show it. */
export interface UnitFound extends KnownUnit {
  from: 'tokens' | 'users' | 'documentation'
  numbers: number
}

const documented: UnitFound = { unit: 'milliseconds', learned: false, from: 'documentation', numbers: 0 }

/** Looks at the cached lists, complete or still arriving. It requests none itself. */
export function createUnitStore(client: QueryClient): UnitStore {
  let last: UnitFound = documented
  const find = (): UnitFound => {
    for (const from of ['tokens', 'users'] as const) {
      const units = client.getQueryData<RowStore<Dated>>([from])?.units
      const unit = units && learnedUnit(units)
      if (unit !== undefined) return { unit, learned: true, from, numbers: units?.[unit] ?? 0 }
    }
    return documented
  }
  return {
    get() {
      const current = find()
      // Return the same object while nothing changed, as `useSyncExternalStore` requires.
      if (current.unit !== last.unit || current.from !== last.from || current.numbers !== last.numbers) last = current
      return last
    },
    subscribe: (listener) => client.getQueryCache().subscribe(listener),
  }
}

declare module '#web/ui/session.ts' {
  interface Session {
    unit: UnitStore
  }
}
