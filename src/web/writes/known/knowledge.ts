import { valueWord } from '#contract/learned-value.ts'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import type { Token, TokenChange } from '#contract/token.ts'
import { createStore } from '#web/ui/store.ts'
import type { LearnedStore } from './learned-store.ts'

/** What an update was seen to do to a token's value on this service. */
export type ValueOnUpdate = 'kept' | 'new' | 'new-refused'

/** What a warning is about: deactivating a token, any other save of one, or fields of a user that a save may clear. */
export type WarningKind = 'off' | 'save' | 'user-fields'

/** What a warning before this change of a token is about. */
export function warningKind(token: Pick<Token, 'active'> | undefined, change: TokenChange): WarningKind {
  return change.active === false && token?.active !== false ? 'off' : 'save'
}

/** A warning, and what was known when it was shown. */
export interface Warned {
  kind: WarningKind
  valueOnUpdate?: ValueOnUpdate | undefined
  /** Whether a repair is possible. */
  canRepair?: boolean
  /** Names of fields that the save may clear. */
  fields: readonly string[]
}

/** What this session knows about the service, and the admin's choices for it. Contains no secrets. */
export interface Knowledge {
  /** Undefined: unknown. */
  valueOnUpdate: ValueOnUpdate | undefined
  /** Whether every save repairs the value if the update broke it; undefined: the admin has not chosen yet. */
  alwaysRepair: boolean | undefined
  /** Warnings that the admin has turned off for this session. */
  quiet: readonly Warned[]
}

/** Whether the admin has turned off this warning, knowing what it says now. */
export function isTurnedOff(warned: Warned, { quiet }: Pick<Knowledge, 'quiet'>): boolean {
  return quiet.some(
    ({ kind, valueOnUpdate, canRepair, fields }) =>
      kind === warned.kind &&
      valueOnUpdate === warned.valueOnUpdate &&
      canRepair === warned.canRepair &&
      warned.fields.every((field) => fields.includes(field)),
  )
}

/** A store of `Knowledge`. */
export type KnowledgeStore = ReturnType<typeof createKnowledge>

/**
 * Follows what is `learned` about the service. The choice to repair is kept in `storage`, by the service's `address`.
 */
export function createKnowledge(
  learned: Pick<LearnedStore, 'get' | 'subscribe'>,
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  address: string,
) {
  const key = `query-admin always-repair ${address}`
  const valueOnUpdate = () => {
    const word = valueWord(learned.get()['value-on-put']?.seen)
    return word === 'new-unknown' ? 'new' : word
  }
  const store = createStore<Knowledge>({
    valueOnUpdate: valueOnUpdate(),
    alwaysRepair: choiceIn(storage.getItem(key)),
    quiet: [],
  })
  const change = (part: Partial<Knowledge>) => store.set({ ...store.get(), ...part })
  learned.subscribe(() => change({ valueOnUpdate: valueOnUpdate() }))
  return {
    get: store.get,
    subscribe: store.subscribe,
    setAlwaysRepair(alwaysRepair: boolean): void {
      storage.setItem(key, alwaysRepair ? 'yes' : 'no')
      change({ alwaysRepair })
    },
    dontWarn: (warned: Warned) => change({ quiet: [...store.get().quiet, warned] }),
  }
}

function choiceIn(stored: string | null): boolean | undefined {
  return stored === null ? undefined : stored === 'yes'
}

/** The checks that show whether an update keeps omitted fields. */
const omittedOnUpdate = { tokens: 'omitted-on-put', users: 'user-omitted-on-put' } as const

/**
 * Names of fields that an update may clear: rows of this list have them, the console cannot send them, and the service
 * is not known to keep omitted fields.
 */
export function fieldsAtRisk(
  part: keyof typeof omittedOnUpdate,
  { otherFields }: Pick<RowStore<Dated>, 'otherFields'>,
  learned: ReturnType<LearnedStore['get']>,
): readonly string[] {
  return learned[omittedOnUpdate[part]]?.seen === 'kept' ? [] : otherFields
}

declare module '#web/ui/session.ts' {
  interface Session {
    knowledge: KnowledgeStore
  }
}
