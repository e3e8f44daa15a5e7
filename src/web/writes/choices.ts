import { createStore } from '#web/ui/store.ts'
import type { UpdateEffect } from '#contract/facts.ts'

/** What a warning is about: deactivating a token, or any other save of one. */
export type WarningKind = 'off' | 'save'

/** A warning, and what was known when it was shown. */
export interface Warned {
  kind: WarningKind
  onUpdate?: UpdateEffect | undefined
  /** Whether a repair is possible. */
  canRepair?: boolean
}

/** The admin's choices for this service. Contains no secrets. */
export interface Choices {
  /** Whether every save repairs the value if the update broke it; undefined: the admin has not chosen yet. */
  alwaysRepair: boolean | undefined
  /** Warnings that the admin has turned off for this session. */
  quiet: readonly Warned[]
}

/** Whether the admin has turned off this warning, knowing what it says now. */
export function isTurnedOff(warned: Warned, { quiet }: Pick<Choices, 'quiet'>): boolean {
  return quiet.some(
    ({ kind, onUpdate, canRepair }) =>
      kind === warned.kind && onUpdate === warned.onUpdate && canRepair === warned.canRepair,
  )
}

/** A store of `Choices`. */
export type ChoiceStore = ReturnType<typeof createChoices>

/** The choice to repair is kept in `storage`, by the service's `address`. */
export function createChoices(storage: Pick<Storage, 'getItem' | 'setItem'>, address: string) {
  const key = `query-admin always-repair ${address}`
  const { get, set, subscribe } = createStore<Choices>({ alwaysRepair: choiceIn(storage.getItem(key)), quiet: [] })
  return {
    get,
    subscribe,
    setAlwaysRepair(alwaysRepair: boolean): void {
      storage.setItem(key, alwaysRepair ? 'yes' : 'no')
      set({ ...get(), alwaysRepair })
    },
    dontWarn: (warned: Warned) => set({ ...get(), quiet: [...get().quiet, warned] }),
  }
}

function choiceIn(stored: string | null): boolean | undefined {
  return stored === null ? undefined : stored === 'yes'
}

declare module '#web/ui/session.ts' {
  interface Session {
    choices: ChoiceStore
  }
}
