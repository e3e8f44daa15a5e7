import type { Learned, Point } from '#contract/learned.ts'
import { describedPoint, pointNames, type PointName, points, reasons } from './points.ts'

/** One line of the table of findings. */
export interface LearnedLine {
  name: PointName
  /** The title of the point. */
  title: string
  /** What was seen, as a phrase; undefined where it could not be determined. */
  seen: string | undefined
  /** Why it could not be determined; undefined where it was seen. */
  notSeen: string | undefined
  /** Milliseconds since 1970; undefined: not checked yet. */
  at: number | undefined
}

/** The words for “could not be determined”, before the reason. */
export const notDetermined = 'could not be determined'

/** The table of findings: every point in display order. */
export function learnedLines(learned: Learned): LearnedLine[] {
  return pointNames.map((name) => {
    const point = learned[name]
    const line = { name, title: points[name].title, at: point?.at }
    if (point === undefined) return { ...line, seen: undefined, notSeen: 'not checked yet' }
    if ('notSeen' in point) return { ...line, seen: undefined, notSeen: reasons[point.notSeen] }
    return { ...line, seen: seenWords(name, point), notSeen: undefined }
  })
}

/** What was seen of a point, as a phrase: `answered 201, nothing changed`. */
export function seenWords(name: PointName, point: Extract<Point, { seen: unknown }>): string {
  const phrase = describedPoint(name).choices[point.seen] ?? point.seen
  const status = point.status === undefined ? '' : String(point.status)
  const words = (point.with ?? []).join(', ')
  return phrase.replace('{status}', status).replace('{with}', words)
}
