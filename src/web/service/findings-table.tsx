import { Check, CircleHelp, Minus, TriangleAlert, type LucideIcon } from 'lucide-react'
import type { Comparison, LearnedLine } from '#contract/probe/point-words.ts'
import { ago, bothMoments } from '#web/ui/time.ts'
import './findings-table.css'

/** What the checks found, one line each. */
export function FindingsTable({ lines, now }: { lines: readonly LearnedLine[]; now: number }) {
  return (
    <table role="table" className="grid learned" aria-label="Findings">
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col" className="l-what">
            Check
          </th>
          <th role="columnheader" scope="col">
            Finding
          </th>
          <th role="columnheader" scope="col" className="c-upd">
            When
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {lines.map(({ title, finding, comparison, at }) => (
          <tr role="row" key={title}>
            <th role="rowheader" scope="row">
              {title}
            </th>
            <td role="cell">
              <span className="seen">
                <FindingMark comparison={comparison} />
                <span>{finding}</span>
              </span>
            </td>
            <td role="cell" className="c-upd" title={at === undefined ? undefined : bothMoments(at)}>
              {at === undefined ? '' : ago(at, now)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const marks: Record<Comparison, { Mark: LucideIcon; label: string }> = {
  'as-documented': { Mark: Check, label: 'As documented' },
  differs: { Mark: TriangleAlert, label: 'Differs from the documentation' },
  harmful: { Mark: TriangleAlert, label: 'Can do harm' },
  fact: { Mark: Minus, label: 'Not documented' },
  unknown: { Mark: CircleHelp, label: 'Unknown' },
}

function FindingMark({ comparison }: { comparison: Comparison }) {
  const { Mark, label } = marks[comparison]
  return (
    <span className={`finding-mark ${comparison}`} title={label}>
      <Mark className="icon s14" aria-hidden="true" />
      <span className="sr">{label}. </span>
    </span>
  )
}
