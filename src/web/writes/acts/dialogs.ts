import type { ResourceName } from '#contract/problem.ts'
import { createStore, type Store } from '#web/ui/store.ts'
import type { Asks, Compared, LeftOut, ReasonToAsk, Ticks } from './question.ts'

/** A dialog before an act. */
export interface AskDialog {
  is: 'question'
  resource: ResourceName
  /** Of the row. */
  name: string
  asks: Asks
  reason?: ReasonToAsk | undefined
  /** The rows of an act on many. */
  many?: Many
  /** Undefined: cancelled. */
  onAnswer: (answer: Answer | undefined) => void
}

/** The rows of an act on many: those that it is done to, and those left out. `says`: *already inactive*, why. */
export interface Many {
  names: readonly string[]
  leftOut: readonly LeftOut[]
}

/** What the admin answered, besides going on. */
export interface Answer {
  /** Does the other act. */
  isInstead?: boolean
  /** The chosen date, for the act that asked for it. */
  date?: unknown
  /** What was ticked. */
  ticks?: Ticks
}

/** What the admin can save after a conflict: only their change, or every other field as they saw it, too. */
export type Choice = 'mine' | 'all'

/** A field with what either choice saves in it; undefined: it leaves it alone. */
export type ComparedChoices = Omit<Compared, 'wanted'> & Readonly<Record<Choice, string | undefined>>

/** A comparison after somebody else changed a row. */
export interface CompareDialog {
  is: 'conflict'
  resource: ResourceName
  name: string
  isOpened: boolean
  /** When the row was updated, and when both were read, in milliseconds since 1970. */
  updated: number | undefined
  readAt: { seen: number; row: number } | undefined
  compared: () => readonly ComparedChoices[]
  /** What must be asked before either choice; undefined: nothing. */
  asks: Readonly<Record<Choice, () => Asks | undefined>>
  onAnswer: (choice: Choice | undefined) => void
}

export type Dialog = AskDialog | CompareDialog

/** The dialogs of a session. They stand over whatever else is open, and wait for each other. */
export interface Dialogs extends Pick<Store<readonly OpenDialog[]>, 'get' | 'subscribe'> {
  /** Opens a dialog and closes it with its answer. */
  ask: <Kind extends Dialog>(dialog: Omit<Kind, 'onAnswer'>) => Promise<Parameters<Kind['onAnswer']>[0]>
  /** Cancels all of a page that is left. */
  cancel: (resource: ResourceName) => void
}

/** `id` is to be its key: what was typed or ticked in one must not count in the next. */
export type OpenDialog = Dialog & { id: number }

export function createDialogs(): Dialogs {
  const { get, set, subscribe } = createStore<readonly OpenDialog[]>([])
  let last = 0
  return {
    get,
    subscribe,
    ask: (dialog) =>
      new Promise((resolve) => {
        const id = (last += 1)
        const onAnswer = (answer: Parameters<typeof resolve>[0]) => {
          set(get().filter((open) => open.id !== id))
          resolve(answer)
        }
        set([...get(), { ...dialog, id, onAnswer } as OpenDialog])
      }),
    cancel(resource) {
      for (const dialog of get()) if (dialog.resource === resource) dialog.onAnswer(undefined)
    },
  }
}

declare module '#web/ui/session.ts' {
  interface Session {
    dialogs: Dialogs
  }
}
