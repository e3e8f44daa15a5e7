import { type ReactNode, useState } from 'react'
import { pluralize } from './format.ts'
import { UntrustedText } from './untrusted-text.tsx'
import './name-list.css'

interface ShowMoreProps<Item> {
  items: readonly Item[]
  /** How many are shown at first, and how many more with each press. */
  initialCount: number
  increment: number
  /** The label of the button. */
  formatLabel: (next: number, remaining: number) => string
  children: (visible: readonly Item[]) => ReactNode
}

/** The first items of a long list, and the others on demand. */
export function ShowMore<Item>({ items, initialCount, increment, formatLabel, children }: ShowMoreProps<Item>) {
  const [visibleCount, setVisibleCount] = useState(initialCount)
  const remaining = items.length - visibleCount
  return (
    <>
      {children(items.slice(0, visibleCount))}
      {remaining > 0 && (
        <button type="button" className="link" onClick={() => setVisibleCount(visibleCount + increment)}>
          {formatLabel(Math.min(remaining, increment), remaining)}
        </button>
      )}
    </>
  )
}

const initialNames = 10

/** The first ten names, then a count; the others on demand. */
export function NameList({ names, label }: { names: readonly string[]; label: string }) {
  return (
    <div className="name-list">
      <ShowMore
        items={names}
        initialCount={initialNames}
        increment={1000}
        formatLabel={(next) => `Show ${pluralize(next, 'more name')}`}
      >
        {(visibleNames) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and holds no button
          <ul aria-label={label} tabIndex={names.length > initialNames ? 0 : undefined}>
            {visibleNames.map((name, index) => (
              <li key={`${index} ${name}`}>
                <UntrustedText text={name} />
              </li>
            ))}
          </ul>
        )}
      </ShowMore>
    </div>
  )
}
