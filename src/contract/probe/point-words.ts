import { seenPhrases } from './point-phrases.ts'
import { titles } from './point-titles.ts'
import { type Learned, type Point, pointNames, type PointName, type Reason } from '#contract/learned.ts'

/** One line of the table of what was learned. */
export interface LearnedLine {
  name: PointName
  /** The point, for a person. */
  title: string
  /** What was seen, as a phrase; undefined where it could not be told. */
  seen: string | undefined
  /** Why it could not be told; undefined where it was seen. */
  notSeen: string | undefined
  /** Milliseconds since 1970; undefined where nobody looked yet. */
  at: number | undefined
}

/** The words for “could not be told”, before the reason. */
export const couldNotBeTold = 'could not be told'

/** The table of what was learned, every point in its order. */
export function learnedLines(learned: Learned): LearnedLine[] {
  return pointNames.map((name) => {
    const point = learned[name]
    const line = { name, title: titles[name], at: point?.at }
    if (point === undefined) return { ...line, seen: undefined, notSeen: 'nobody looked yet' }
    if ('notSeen' in point) return { ...line, seen: undefined, notSeen: reasonWords(point.notSeen) }
    return { ...line, seen: seenWords(name, point), notSeen: undefined }
  })
}

/** What was seen of a point, as a phrase: `answered 201, nothing changed`. */
export function seenWords(name: PointName, point: Extract<Point, { seen: unknown }>): string {
  const phrases: Readonly<Record<string, string>> = seenPhrases[name]
  const phrase = phrases[point.seen] ?? point.seen
  const status = point.status === undefined ? '' : String(point.status)
  const words = (point.with ?? []).join(', ')
  return phrase.replace('{status}', status).replace('{with}', words)
}

/** A reason, as a phrase that follows “could not be told: ”. */
export function reasonWords(reason: Reason): string {
  switch (reason) {
    case 'needs-write':
      return 'it takes writing, with throw-away names'
    case 'part-off':
      return 'this part is switched off'
    case 'no-list':
      return 'there is no list of users to see it in'
    case 'no-sign-in':
      return 'there is no sign-in'
    case 'no-rows':
      return 'the list is empty'
    case 'failed':
      return 'the service failed, or refused what came before it'
    case 'contradicted':
      return 'the answer and what was stored do not fit together'
    case 'interrupted':
      return 'the check was interrupted'
    case 'not-visible':
      return 'nothing that the interface offers shows it'
    case 'would-harm':
      return 'it would take load or refusals that could harm the service'
    case 'not-safe':
      return 'a row of that name is there, and the check touches none but its own'
  }
}
