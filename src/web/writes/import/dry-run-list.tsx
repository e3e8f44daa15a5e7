import { memo, useMemo, useState } from 'react'
import { Foreign } from '#web/ui/names/foreign.tsx'
import { count } from '#web/ui/time.ts'
import type { DryLine } from './dry-run.ts'
import { fates, fateWords, lineWords, type Fate } from './import-words.ts'

type Line = DryLine<unknown, unknown, unknown>

interface Props {
  lines: readonly Line[]
  /** Whether the service shows what exists. */
  isListed: boolean
  isBusy: boolean
}

/** What an import would do with each line, grouped by that. */
export function DryRunList({ lines, isListed, isBusy }: Props) {
  const groups = useMemo(() => {
    const byFate = new Map<Fate, Line[]>(fates.map((fate) => [fate, []]))
    for (const line of lines) byFate.get(line.fate.is)?.push(line)
    return [...byFate].filter(([, those]) => those.length > 0)
  }, [lines])
  return (
    <section className="dry-run" aria-label="Dry run" aria-busy={isBusy}>
      {lines.length === 0 && <p>This file has no rows.</p>}
      {groups.map(([fate, those]) => (
        <Group key={fate} title={fateWords(fate, isListed)} lines={those} />
      ))}
    </section>
  )
}

/** How many lines are drawn at first, and how many more with each press. */
const first = 50
const more = 500

const Group = memo(function Group({ title, lines }: { title: string; lines: readonly Line[] }) {
  const [shown, setShown] = useState(first)
  const rest = lines.length - shown
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
            <span className="says">{lineWords(line.fate)}</span>
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
