import { pointNames, seenOf, type Choice, type Learned, type PointName, type Reason } from '#contract/learned.ts'
import { problemOf } from '#contract/problem.ts'

/** Thrown where the probe finds that a point cannot be told. */
export class Untold extends Error {
  override readonly name = 'Untold'
  readonly reason: Reason

  constructor(reason: Reason) {
    super(reason)
    this.reason = reason
  }
}

/** @throws {Untold} unless it holds. */
export function must(holds: boolean, reason: Reason): asserts holds {
  if (!holds) throw new Untold(reason)
}

/** What the probe writes down. */
export interface Notes {
  seen: <Name extends PointName>(
    name: Name,
    choice: Choice<Name>,
    more?: { status?: number | undefined; with?: string[] },
  ) => void
  notSeen: (names: readonly PointName[], reason: Reason) => void
  what: <Name extends PointName>(name: Name) => Choice<Name> | undefined
  /** Does `work`; where it fails, those of `names` that were not seen could not be told. Only an abort goes on. */
  about: (names: readonly PointName[], work: () => Promise<void>) => Promise<void>
  /** The points that were seen, and no others. */
  seenSoFar: () => Learned
  /**
   * Every point, in the order of showing; one without a note could not be told for this reason, or for the one that is
   * always its own.
   */
  close: (reason: Reason) => Learned
}

/** Nothing that the interface offers shows these. */
const never: Partial<Record<PointName, Reason>> = {
  'bearer-of-inactive-user': 'not-visible',
  'password-rules': 'would-harm',
  'other-calls': 'not-visible',
  events: 'not-visible',
  'rate-limit': 'would-harm',
  'largest-body': 'would-harm',
  'most-rows': 'would-harm',
  'time-outs': 'would-harm',
  versioning: 'not-visible',
}

/** An empty notebook; `now` is milliseconds since 1970. */
export function createNotes(now: () => number): Notes {
  const learned: Learned = {}
  const put = (name: PointName, point: object) => Object.assign(learned, { [name]: { ...point, at: now() } })
  const notes: Notes = {
    seen: (name, choice, { status, with: words } = {}) =>
      put(name, { seen: choice, ...(status !== undefined && { status }), ...(words !== undefined && { with: words }) }),
    notSeen: (names, reason) => {
      for (const name of names) if (learned[name] === undefined) put(name, { notSeen: reason })
    },
    what: (name) => seenOf(learned, name),
    about: async (names, work) => {
      try {
        await work()
      } catch (error) {
        if (!(error instanceof Untold) && problemOf(error) === undefined) throw error
        notes.notSeen(names, error instanceof Untold ? error.reason : 'failed')
      }
    },
    seenSoFar: () =>
      Object.fromEntries(Object.entries(learned).filter(([, point]) => point !== undefined && 'seen' in point)),
    close: (reason) => {
      for (const name of pointNames) notes.notSeen([name], never[name] ?? reason)
      return Object.fromEntries(pointNames.map((name) => [name, learned[name]]))
    },
  }
  return notes
}
