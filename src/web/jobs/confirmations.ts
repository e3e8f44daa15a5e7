import type { TimestampedRow } from '#api/list/row-list.ts'
import type { ResourceName } from '#api/problem.ts'
import type { Confirmation } from '#web/resource/confirmation.ts'
import { createStore, type Store } from '#web/ui/store.ts'
import type { SkippedRow } from './job.ts'

/** A row that somebody else changed after the admin saw it, and what was to be done to it. */
export interface Conflict {
  /** The row as the admin saw it, and as it is now. */
  previous: TimestampedRow
  current: TimestampedRow
  /** The fields in which they differ. */
  fields: readonly string[]
  /** What the admin asks for. `setsPassword`: a new password, too. */
  change: object
  setsPassword: boolean
  /** What the action does to their change; undefined: the admin’s change is saved. */
  overwriteText: string | undefined
}

/**
 * The admin goes on. `date`: the expiry that was chosen, where one is asked for. `instead`: with this other action.
 * `isReload`: not at all, but with the row as it is now.
 */
export interface ConfirmationAnswer {
  date?: unknown
  instead?: string
  isReload?: true
}

/** An open confirmation. `id` is to be its key: what was typed in one must not count in the next. */
export interface PendingConfirmation {
  id: number
  resource: ResourceName
  /** Of the rows that the action is for, and of those left out. */
  names: readonly string[]
  skipped: readonly SkippedRow[]
  question: Confirmation
  /** The row of an action on one, as it is known now. */
  row?: TimestampedRow | undefined
  /** Why it is asked again: the row has changed. */
  conflict?: Conflict | undefined
  /** Undefined: cancelled. */
  onAnswer: (answer: ConfirmationAnswer | undefined) => void
}

/** The confirmations of a page. They stand over whatever else is open, and wait for each other. */
export interface ConfirmationQueue extends Pick<Store<readonly PendingConfirmation[]>, 'get' | 'subscribe'> {
  ask: (confirmation: Omit<PendingConfirmation, 'id' | 'onAnswer'>) => Promise<ConfirmationAnswer | undefined>
  /** Cancels all: their page is left, or the session is over. */
  cancel: () => void
}

export function createConfirmationQueue(): ConfirmationQueue {
  const { get, set, subscribe } = createStore<readonly PendingConfirmation[]>([])
  let lastId = 0
  return {
    get,
    subscribe,
    ask: (confirmation) =>
      new Promise((resolve) => {
        const id = (lastId += 1)
        const onAnswer = (answer: ConfirmationAnswer | undefined) => {
          set(get().filter((pending) => pending.id !== id))
          setTimeout(() => resolve(answer)) // in a task of its own: closing the dialog has filled this one
        }
        set([...get(), { ...confirmation, id, onAnswer }])
      }),
    cancel() {
      for (const { onAnswer } of get()) onAnswer(undefined)
    },
  }
}
