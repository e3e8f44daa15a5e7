import { useState } from 'react'

let last = 0

/** The dialogs of a page that the answers to its requests open. */
export interface Dialogs<Dialog> {
  /** The open one. Its `id` is to be its key: what was typed or ticked in one must not count in the next. */
  first: (Dialog & { id: number }) | undefined
  add: (dialog: Dialog) => void
  /** Closes the open one. */
  drop: () => void
  /** Opens a dialog and closes it with its answer. */
  ask: <Answer>(dialogWith: (onAnswer: (answer: Answer) => void) => Dialog) => Promise<Answer>
}

/** They stand over whatever else is open, and wait for each other. */
export function useDialogs<Dialog extends object>(): Dialogs<Dialog> {
  const [waiting, setWaiting] = useState<readonly (Dialog & { id: number })[]>([])
  const add = (dialog: Dialog) => {
    const id = (last += 1)
    setWaiting((before) => [...before, { ...dialog, id }])
  }
  const drop = () => setWaiting((before) => before.slice(1))
  return {
    first: waiting[0],
    add,
    drop,
    ask: (dialogWith) =>
      new Promise((resolve) => {
        const onAnswer: typeof resolve = (answer) => {
          drop()
          resolve(answer)
        }
        add(dialogWith(onAnswer))
      }),
  }
}
