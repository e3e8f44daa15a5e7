import { useState } from 'react'

let last = 0

/** The dialogs that stand over whatever else is open. They wait for each other. */
export interface Dialogs<Dialog> {
  /** The open one. Its `id` is to be its key: what was typed or ticked in one must not count in the next. */
  first: (Dialog & { id: number }) | undefined
  add: (dialog: Dialog) => void
  /** Closes the open one. */
  drop: () => void
  /** Opens a dialog and closes it with its answer. */
  ask: <Answer>(dialogWith: (onAnswer: (answer: Answer) => void) => Dialog) => Promise<Answer>
}

export function useDialogs<Dialog extends object>(): Dialogs<Dialog> {
  const [waiting, setWaiting] = useState<readonly (Dialog & { id: number })[]>([])
  const add = (dialog: Dialog) => {
    const id = (last += 1)
    setWaiting((before) => [...before, { ...dialog, id }])
    return id
  }
  const close = (id: number | undefined) => setWaiting((before) => before.filter((one) => one.id !== id))
  const [first] = waiting
  return {
    first,
    add,
    drop: () => close(first?.id),
    ask: (dialogWith) =>
      new Promise((resolve) => {
        const onAnswer: typeof resolve = (answer) => {
          close(id)
          resolve(answer)
        }
        const id = add(dialogWith(onAnswer))
      }),
  }
}
