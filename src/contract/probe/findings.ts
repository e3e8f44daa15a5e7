import { pointNames, seenOf, type Choice, type Learned, type PointName, type Reason } from '#contract/learned.ts'
import { problemOf } from '#contract/problem.ts'

/** Thrown where the probe finds that a point cannot be told. */
export class Undetermined extends Error {
  override readonly name = 'Untold'
  readonly reason: Reason

  constructor(reason: Reason) {
    super(reason)
    this.reason = reason
  }
}

/** @throws {Undetermined} unless it holds. */
export function ensure(holds: boolean, reason: Reason): asserts holds {
  if (!holds) throw new Undetermined(reason)
}

/** What the probe writes down. */
export interface Findings {
  record: <Name extends PointName>(
    name: Name,
    choice: Choice<Name>,
    more?: { status?: number | undefined; with?: string[] },
  ) => void
  recordNotSeen: (names: readonly PointName[], reason: Reason) => void
  choiceOf: <Name extends PointName>(name: Name) => Choice<Name> | undefined
  /** Does `work`; where it fails, those of `names` that were not seen could not be told. Only an abort goes on. */
  attempt: (names: readonly PointName[], work: () => Promise<void>) => Promise<void>
  /** The points that were seen, and no others. */
  seenPoints: () => Learned
  /**
   * Every point, in the order of showing; one without a note could not be told for this reason, or for the one that is
   * always its own.
   */
  finish: (reason: Reason) => Learned
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
export function createFindings(now: () => number): Findings {
  const learned: Learned = {}
  const put = (name: PointName, point: object) => Object.assign(learned, { [name]: { ...point, at: now() } })
  const findings: Findings = {
    record: (name, choice, { status, with: words } = {}) =>
      put(name, { seen: choice, ...(status !== undefined && { status }), ...(words !== undefined && { with: words }) }),
    recordNotSeen: (names, reason) => {
      for (const name of names) if (learned[name] === undefined) put(name, { notSeen: reason })
    },
    choiceOf: (name) => seenOf(learned, name),
    attempt: async (names, work) => {
      try {
        await work()
      } catch (error) {
        if (!(error instanceof Undetermined) && problemOf(error) === undefined) throw error
        findings.recordNotSeen(names, error instanceof Undetermined ? error.reason : 'failed')
      }
    },
    seenPoints: () =>
      Object.fromEntries(Object.entries(learned).filter(([, point]) => point !== undefined && 'seen' in point)),
    finish: (reason) => {
      for (const name of pointNames) findings.recordNotSeen([name], never[name] ?? reason)
      return Object.fromEntries(pointNames.map((name) => [name, learned[name]]))
    },
  }
  return findings
}
