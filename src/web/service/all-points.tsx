import { Check, CircleHelp } from 'lucide-react'
import type { Learned } from '#contract/learned.ts'
import { learnedLines, type LearnedLine } from '#contract/probe/point-words.ts'
import { describedPoint, groups } from '#contract/probe/points.ts'
import { ago, bothMoments } from '#web/ui/time.ts'
import './all-points.css'

/** The results of all checks, in collapsed groups. Those that differ from the documentation come first. */
export function AllPoints({ learned, now }: { learned: Learned; now: number }) {
  const lines = learnedLines(learned)
  const differs = ({ name }: LearnedLine) => {
    const point = learned[name]
    const { documented } = describedPoint(name)
    return point !== undefined && 'seen' in point && documented !== undefined && point.seen !== documented
  }
  const folded = [
    { title: 'Differs from the documentation', lines: lines.filter(differs) },
    ...groups.map((group) => ({
      title: group,
      lines: lines.filter((line) => describedPoint(line.name).group === group && !differs(line)),
    })),
  ].filter((one) => one.lines.length > 0)
  return folded.map(({ title, lines }) => (
    <details key={title} className="points">
      <summary>
        {title} <span className="muted">{lines.length}</span>
      </summary>
      <table role="table" className="grid learned" aria-label={title}>
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
          {lines.map((line) => (
            <tr role="row" key={line.name}>
              <th role="rowheader" scope="row">
                {line.title}
              </th>
              <td role="cell">
                {line.at === undefined ? (
                  <span className="muted">{line.says}</span>
                ) : (
                  <span className={line.isSeen ? 'seen' : 'seen muted-st'}>
                    <KnownMark isKnown={line.isSeen} />
                    <span>{line.says}</span>
                  </span>
                )}
              </td>
              <td role="cell" className="c-upd" title={line.at === undefined ? undefined : bothMoments(line.at)}>
                {line.at === undefined ? '' : ago(line.at, now)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  ))
}

/** A check mark for what the console has seen, a question mark for what it has not. */
export function KnownMark({ isKnown }: { isKnown: boolean }) {
  const Mark = isKnown ? Check : CircleHelp
  return <Mark className="icon s14" aria-hidden="true" />
}
