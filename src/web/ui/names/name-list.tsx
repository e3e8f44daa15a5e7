import { useState } from 'react'
import { counted } from '#web/ui/time.ts'
import { Foreign } from './foreign.tsx'
import './name-list.css'

/** How many names are shown at first, and how many more with each press. */
const first = 10
const more = 1000

/** The first ten names, then a count; the others on demand. */
export function NameList({ names, label }: { names: readonly string[]; label: string }) {
  const [shown, setShown] = useState(first)
  const rest = names.length - shown
  return (
    <div className="name-list">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and holds no button */}
      <ul aria-label={label} tabIndex={names.length > first ? 0 : undefined}>
        {names.slice(0, shown).map((name, at) => (
          <li key={`${at} ${name}`}>
            <Foreign text={name} />
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <button type="button" className="link" onClick={() => setShown(shown + more)}>
          {`Show ${counted(Math.min(rest, more), 'more name')}`}
        </button>
      )}
    </div>
  )
}
