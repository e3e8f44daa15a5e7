import { useState, type ReactNode } from 'react'

interface Props<Item> {
  items: readonly Item[]
  /** How many are shown at first, and how many more with each press. */
  first: number
  more: number
  /** The label of the button. */
  says: (next: number, rest: number) => string
  children: (shown: readonly Item[]) => ReactNode
}

/** The first items of a long list, and the others on demand. */
export function FirstOf<Item>({ items, first, more, says, children }: Props<Item>) {
  const [shown, setShown] = useState(first)
  const rest = items.length - shown
  return (
    <>
      {children(items.slice(0, shown))}
      {rest > 0 && (
        <button type="button" className="link" onClick={() => setShown(shown + more)}>
          {says(Math.min(rest, more), rest)}
        </button>
      )}
    </>
  )
}
