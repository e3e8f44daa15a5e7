import type { QueryClient } from '@tanstack/react-query'
import { documentedUnit, unitShown, type Facts } from '#contract/facts.ts'
import type { RowStore } from '#contract/list/row-store.ts'
import type { Token } from '#contract/token.ts'
import type { User } from '#contract/user.ts'
import type { Unit } from '#contract/wire.ts'
import type { Store } from '#web/ui/store.ts'

/** The unit in which the service counts time: read off the rows of the lists at hand, else the documented one. */
export type UnitStore = Pick<Store<Unit>, 'get' | 'subscribe'> & {
  /** The rows that show it; undefined: none does. */
  shown: () => Facts['unit']
}

/** Looks at the cached lists, complete or still arriving. It requests none itself. */
export function createUnitStore(client: QueryClient): UnitStore {
  const shown = () =>
    unitShown({
      tokens: client.getQueryData<RowStore<Token>>(['tokens']),
      users: client.getQueryData<RowStore<User>>(['users']),
    })
  return {
    shown,
    get: () => shown()?.unit ?? documentedUnit,
    subscribe: (listener) => client.getQueryCache().subscribe(listener),
  }
}
