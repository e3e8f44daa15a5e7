import { valueWord } from '#contract/learned-value.ts'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import { createStore, type Store } from '#web/ui/store.ts'
import type { LearnedStore } from './learned-store.ts'

/** What an update does to a token's value on this service, as far as it was seen. */
export type ValueOnUpdate = 'kept' | 'new' | 'new-refused'

/** What warnings are about: switching a token off, any other save of one, or fields of a user that a save may clear. */
export type WarningKind = 'off' | 'save' | 'user-fields'

/** What this session knows of the service and of the admin's wishes for it. Holds nothing secret. */
export interface Knowledge {
  /** Undefined: not seen yet. */
  valueOnUpdate: ValueOnUpdate | undefined
  /** Where updates spoil values, every save goes on until the new value agrees with its row; undefined: not asked yet. */
  alwaysRepair: boolean | undefined
  /** Kinds of warnings that are not to come again. */
  quiet: readonly WarningKind[]
}

/** The knowledge, and the ways it grows. */
export interface KnowledgeStore extends Pick<Store<Knowledge>, 'get' | 'subscribe'> {
  setAlwaysRepair(always: boolean): void
  dontWarn(kind: WarningKind): void
}

/**
 * It knows what was learned of this service, before and from now on, and the admin's choice to repair there, kept in
 * `storage` by the service's address.
 */
export function createKnowledge(
  learned: Pick<LearnedStore, 'get' | 'subscribe'>,
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  address: string,
): KnowledgeStore {
  const place = `query-admin always-repair ${address}`
  const seen = () => {
    const word = valueWord(learned.get()['value-on-put']?.seen)
    return word === 'new-unknown' ? 'new' : word
  }
  const store = createStore<Knowledge>({
    valueOnUpdate: seen(),
    alwaysRepair: answered(storage.getItem(place)),
    quiet: [],
  })
  const change = (part: Partial<Knowledge>) => store.set({ ...store.get(), ...part })
  learned.subscribe(() => change({ valueOnUpdate: seen() }))
  return {
    get: store.get,
    subscribe: store.subscribe,
    setAlwaysRepair(alwaysRepair) {
      storage.setItem(place, alwaysRepair ? 'yes' : 'no')
      change({ alwaysRepair })
    },
    dontWarn: (kind) => change({ quiet: [...store.get().quiet, kind] }),
  }
}

function answered(stored: string | null): boolean | undefined {
  return stored === null ? undefined : stored === 'yes'
}

/** The points that tell it. */
const omittedOnUpdate = { tokens: 'omitted-on-put', users: 'user-omitted-on-put' } as const

/**
 * Names of fields that an update may clear: rows of this list carry them, the console cannot send them, and the service is
 * not known to keep what an update leaves out.
 */
export function fieldsAtRisk(
  part: keyof typeof omittedOnUpdate,
  { otherFields }: Pick<RowStore<Dated>, 'otherFields'>,
  learned: ReturnType<LearnedStore['get']>,
): readonly string[] {
  return learned[omittedOnUpdate[part]]?.seen === 'kept' ? [] : otherFields
}
