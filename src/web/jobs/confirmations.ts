import type { ResourceName } from '#api/problem.ts'
import type { Confirmation } from '#web/resource/action.ts'
import { createStore, type Store } from '#web/ui/store.ts'
import type { SkippedRow } from './job.ts'

/**
 * A field that somebody else changed after the admin saw the row. `requestedText`: what the admin’s own change asks
 * for.
 */
export interface ConflictField {
  label: string
  previousText: string
  currentText: string
  requestedText: string | undefined
}

/** Why a confirmation is asked again: what changed, that nothing can be checked, or whom it would lock out. */
export type ReconfirmReason =
  | { type: 'conflict'; fields: readonly ConflictField[] }
  | { type: 'identity-unknown'; message: string }
  | { type: 'lockout' }

/**
 * The admin goes on. `date`: the one that was chosen, where the confirmation asks for one. `isInstead`: with the other
 * action.
 */
export interface ConfirmationAnswer {
  date?: unknown
  isInstead?: true
}

/** An open confirmation. `id` is to be its key: what was typed in one must not count in the next. */
export interface PendingConfirmation {
  id: number
  resource: ResourceName
  /** Of the rows that the action is for, and of those left out. */
  names: readonly string[]
  skipped: readonly SkippedRow[]
  question: Confirmation
  reason: ReconfirmReason | undefined
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
