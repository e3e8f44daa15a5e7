import { memo, useMemo, useState } from 'react'
import { Foreign } from '#web/ui/names/foreign.tsx'
import { count } from '#web/ui/time.ts'
import { fates, type DryLine } from './dry-run.ts'

interface Props {
  lines: readonly DryLine[]
  /** Whether the service shows what exists. */
  isListed: boolean
  isBusy: boolean
}

/** What an import would do with each line, grouped by that. */
export function DryRunList({ lines, isListed, isBusy }: Props) {
  const groups = useMemo(() => fates.map((fate) => lines.filter((line) => line.fate === fate)), [lines])
  return (
    <section className="dry-run" aria-label="Dry run" aria-busy={isBusy}>
      {lines.length === 0 && <p>This file has no rows.</p>}
      {fates.map((fate, at) => (
        <Group key={fate} title={isListed ? titles[fate] : titlesUnlisted[fate]} lines={groups[at]!} />
      ))}
    </section>
  )
}

const titles = {
  invalid: 'Invalid',
  twice: 'Twice in this file',
  differs: 'Exists, differs',
  create: 'Create',
  same: 'Exists, same',
}
const titlesUnlisted = { ...titles, create: 'Create, if it doesn’t exist' }

/** How many lines are drawn at first, and how many more with each press. */
const first = 50
const more = 500

const Group = memo(function Group({ title, lines }: { title: string; lines: readonly DryLine[] }) {
  const [shown, setShown] = useState(first)
  const rest = lines.length - shown
  if (lines.length === 0) return null
  return (
    <>
      <h3>
        <span>{title}</span> <span className="muted">{count(lines.length)}</span>
      </h3>
      <ol>
        {lines.slice(0, shown).map((line) => (
          <li key={line.line} value={line.line}>
            <span className="muted">{`Line ${line.line}`}</span>
            <span className="name">
              <Foreign text={line.name} />
            </span>
            <span className="says">{line.says}</span>
          </li>
        ))}
      </ol>
      {rest > 0 && (
        <button type="button" className="link" onClick={() => setShown(shown + more)}>
          {`Show ${count(Math.min(rest, more))} more of ${count(rest)} (${title.toLowerCase()})`}
        </button>
      )}
    </>
  )
})
