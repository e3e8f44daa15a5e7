import { type ReactNode, useState } from 'react'
import { pluralize } from './format.ts'
import { UntrustedText } from './untrusted-text.tsx'
import './name-list.css'

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
export function ShowMore<Item>({ items, first, more, says, children }: Props<Item>) {
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

const first = 10

/** The first ten names, then a count; the others on demand. */
export function NameList({ names, label }: { names: readonly string[]; label: string }) {
  return (
    <div className="name-list">
      <ShowMore items={names} first={first} more={1000} says={(next) => `Show ${pluralize(next, 'more name')}`}>
        {(shown) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and holds no button
          <ul aria-label={label} tabIndex={names.length > first ? 0 : undefined}>
            {shown.map((name, at) => (
              <li key={`${at} ${name}`}>
                <UntrustedText text={name} />
              </li>
            ))}
          </ul>
        )}
      </ShowMore>
    </div>
  )
}
