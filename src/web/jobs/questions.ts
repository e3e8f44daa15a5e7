import type { ResourceName } from '#contract/problem.ts'
import type { Question } from '#web/resource/question.ts'
import { createStore, type Store } from '#web/ui/store.ts'
import type { LeftOut } from './job.ts'

/** A field that somebody else changed after the admin saw the row. `asked`: what the admin’s own change asks for. */
export interface ChangedField {
  label: string
  seen: string
  now: string
  asked: string | undefined
}

/** Why a question is asked again: what changed, that nothing can be checked, or whom it would lock out. */
export type Reason =
  | { is: 'changed'; fields: readonly ChangedField[] }
  | { is: 'unchecked'; says: string }
  | { is: 'locks' }

/** The admin goes on. `date`: the one that was chosen, where the question needs it. `isInstead`: with the other act. */
export interface Answer {
  date?: unknown
  isInstead?: true
}

/** An open question. `id` is to be its key: what was typed in one must not count in the next. */
export interface Asking {
  id: number
  resource: ResourceName
  /** Of the rows that the act is done to, and of those left out. */
  names: readonly string[]
  leftOut: readonly LeftOut[]
  question: Question
  reason: Reason | undefined
  /** Undefined: cancelled. */
  onAnswer: (answer: Answer | undefined) => void
}

/** The questions of a page. They stand over whatever else is open, and wait for each other. */
export interface Questions extends Pick<Store<readonly Asking[]>, 'get' | 'subscribe'> {
  ask: (asking: Omit<Asking, 'id' | 'onAnswer'>) => Promise<Answer | undefined>
  /** Cancels all: their page is left, or the session is over. */
  cancel: () => void
}

export function createQuestions(): Questions {
  const { get, set, subscribe } = createStore<readonly Asking[]>([])
  let last = 0
  return {
    get,
    subscribe,
    ask: (asking) =>
      new Promise((resolve) => {
        const id = (last += 1)
        const onAnswer = (answer: Answer | undefined) => {
          set(get().filter((open) => open.id !== id))
          setTimeout(() => resolve(answer)) // in a task of its own: closing the question has filled this one
        }
        set([...get(), { ...asking, id, onAnswer }])
      }),
    cancel() {
      for (const { onAnswer } of get()) onAnswer(undefined)
    },
  }
}
