import type { Fate } from '#contract/fate.ts'
import { createStore, type Store } from '#web/ui/store.ts'
import type { LearnedStore } from './learned-store.ts'

/** What an update does to a token's value on this service, as far as it was seen. */
export type ValueOnUpdate = 'kept' | 'new' | 'new-refused'

/** What warnings are about: switching off, or any other save. */
export type WarningKind = 'off' | 'save'

/** What this session knows of the service and of the admin's wishes for it. Holds nothing secret. */
export interface Knowledge {
  /** Undefined: not seen yet. */
  valueOnUpdate: ValueOnUpdate | undefined
  /** Every save of a token goes on until its new value agrees with its row. */
  alwaysRepair: boolean
  /** Kinds of warnings that are not to come again. */
  quiet: readonly WarningKind[]
}

/** The knowledge, and the ways it grows. */
export interface KnowledgeStore extends Pick<Store<Knowledge>, 'get' | 'subscribe'> {
  /** A save showed what it did to the value. */
  saw(fate: Fate): void
  setAlwaysRepair(always: boolean): void
  dontWarn(kind: WarningKind): void
}

/**
 * At first it knows what was learned of this service before, by a probe, and the admin's choice to repair there, kept in
 * `storage` by the service's address.
 */
export function createKnowledge(
  learned: Pick<LearnedStore, 'get' | 'subscribe'>,
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  address: string,
): KnowledgeStore {
  const place = `query-admin always-repair ${address}`
  const probed = () => {
    const seen = learned.get()['value-on-put']?.seen
    return seen === 'kept' || seen === 'new' || seen === 'new-refused' ? seen : undefined
  }
  const store = createStore<Knowledge>({
    valueOnUpdate: probed(),
    alwaysRepair: storage.getItem(place) === 'yes',
    quiet: [],
  })
  learned.subscribe(() => {
    const found = probed()
    if (found !== undefined) change({ valueOnUpdate: found })
  })
  const change = (part: Partial<Knowledge>) => store.set({ ...store.get(), ...part })
  return {
    get: store.get,
    subscribe: store.subscribe,
    saw(fate) {
      if (fate === 'kept') change({ valueOnUpdate: 'kept' })
      else if (fate === 'new-refused' || fate === 'new-works') change({ valueOnUpdate: 'new-refused' })
      // A service that refuses new values now and then issues one that agrees: that says no less of it.
      else if (fate === 'new' && store.get().valueOnUpdate !== 'new-refused') change({ valueOnUpdate: 'new' })
    },
    setAlwaysRepair(alwaysRepair) {
      storage.setItem(place, alwaysRepair ? 'yes' : 'no')
      change({ alwaysRepair })
    },
    dontWarn: (kind) => change({ quiet: [...store.get().quiet, kind] }),
  }
}
