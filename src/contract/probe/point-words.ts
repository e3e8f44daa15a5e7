import type { Learned, Point } from '#contract/learned.ts'
import { describedPoint, pointNames, type PointName, reasons } from './points.ts'

/** One line of the table of findings. */
export interface LearnedLine {
  name: PointName
  title: string
  isSeen: boolean
  /** What was seen, or why it could not be determined. */
  says: string
  /** Milliseconds since 1970; undefined: not checked yet. */
  at: number | undefined
}

/** The table of findings: every point in display order. */
export function learnedLines(learned: Learned): LearnedLine[] {
  return pointNames.map((name) => {
    const point = learned[name]
    const line = { name, title: describedPoint(name).title, isSeen: false, at: point?.at }
    if (point === undefined) return { ...line, says: 'not checked yet' }
    if ('notSeen' in point) return { ...line, says: `could not be determined: ${reasons[point.notSeen]}` }
    return { ...line, isSeen: true, says: seenWords(name, point) }
  })
}

/** What was seen of a point, as a phrase: `answered 201, nothing changed`. */
export function seenWords(name: PointName, point: Extract<Point, { seen: unknown }>): string {
  const phrase = describedPoint(name).choices[point.seen] ?? point.seen
  const status = point.status === undefined ? '' : String(point.status)
  const words = (point.with ?? []).join(', ')
  return phrase.replace('{status}', status).replace('{with}', words)
}
