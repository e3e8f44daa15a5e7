import type { Learned, Point } from '#contract/learned.ts'
import { describedPoint, pointNames, type PointName, reasons } from './points.ts'

/**
 * How a finding compares with the documentation. `fact` and `harmful`: it says nothing about it; `harmful` can do harm.
 * `unknown`: could not be determined, or not checked yet.
 */
export type Comparison = 'as-documented' | 'differs' | 'fact' | 'harmful' | 'unknown'

/** One line of the table of findings. */
export interface LearnedLine {
  title: string
  /** What was seen of its points, or why it could not be determined. */
  finding: string
  comparison: Comparison
  /** Milliseconds since 1970 of the latest check; undefined: not checked yet. */
  at: number | undefined
}

const rising = ['as-documented', 'fact', 'unknown', 'harmful', 'differs'] as const satisfies readonly Comparison[]

/** The table of findings: every title once, in display order. */
export function learnedLines(learned: Learned): LearnedLine[] {
  const titles = [...new Set(pointNames.map((name) => describedPoint(name).title))]
  return titles.map((title) => {
    const names = pointNames.filter((name) => describedPoint(name).title === title)
    const findings = names.map((name) => findingOf(name, learned[name]))
    const isAlike = new Set(findings).size === 1
    const comparisons = names.map((name) => comparisonOf(name, learned[name]))
    const moments = names.flatMap((name) => learned[name]?.at ?? [])
    return {
      title,
      finding: isAlike ? findings[0]! : `Tokens: ${findings.join(' · Users: ')}`,
      comparison: rising.findLast((comparison) => comparisons.includes(comparison)) ?? 'unknown',
      at: moments.length === 0 ? undefined : Math.max(...moments),
    }
  })
}

function findingOf(name: PointName, point: Point | undefined): string {
  if (point === undefined) return 'Not checked yet'
  if ('notSeen' in point) return `Could not be determined: ${reasons[point.notSeen]}`
  const words = describedPoint(name).choices[point.seen] ?? point.seen
  return words.replace('{status}', String(point.status ?? ''))
}

function comparisonOf(name: PointName, point: Point | undefined): Comparison {
  if (point === undefined || 'notSeen' in point) return 'unknown'
  const { documented, harmful } = describedPoint(name)
  if (documented === undefined) return harmful.includes(point.seen) ? 'harmful' : 'fact'
  return point.seen === documented ? 'as-documented' : 'differs'
}
