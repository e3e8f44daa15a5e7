import { seenOf, type Learned } from '#contract/learned.ts'
import { type Choice, describedPoint, pointNames, type PointName, type Reason } from './points.ts'
import { problemOf } from '#contract/problem.ts'

/** Thrown when a point cannot be determined. */
class Undetermined extends Error {
  override readonly name = 'Undetermined'
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

/** Why a point cannot be seen, by what was seen of what it needs. */
const missing: Partial<Record<string, Reason>> = { off: 'part-off', absent: 'no-list' }

/** The findings of a probe while it runs. */
export type Findings = ReturnType<typeof createFindings>

/** Starts without findings; `now` is milliseconds since 1970. */
export function createFindings(now: () => number) {
  const learned: Learned = {}
  const put = (name: PointName, point: object) => Object.assign(learned, { [name]: { ...point, at: now() } })
  const recordNotSeen = (names: readonly PointName[], reason: Reason) => {
    for (const name of names) if (learned[name] === undefined) put(name, { notSeen: reason })
  }
  return {
    /** Undefined: nothing was seen. */
    record: <Name extends PointName>(name: Name, choice: Choice<Name> | undefined, more: { status?: number } = {}) => {
      if (choice !== undefined) put(name, { seen: choice, ...more })
    },
    recordNotSeen,
    choiceOf: <Name extends PointName>(name: Name) => seenOf(learned, name),
    /** Runs `work`. If it fails, those of `names` without a finding could not be determined. Only an abort is thrown. */
    async attempt(names: readonly PointName[], work: () => Promise<void>): Promise<void> {
      try {
        await work()
      } catch (error) {
        if (!(error instanceof Undetermined) && problemOf(error) === undefined) throw error
        recordNotSeen(names, error instanceof Undetermined ? error.reason : 'failed')
      }
    },
    /** The points that were seen, and no others. */
    seenPoints: (): Learned =>
      Object.fromEntries(Object.entries(learned).filter(([, point]) => point !== undefined && 'seen' in point)),
    /**
     * Every point in display order. One without a finding could not be determined for this reason, unless a
     * missing resource gives another one.
     */
    finish(reason: Reason): Learned {
      for (const name of pointNames) {
        const { needs } = describedPoint(name)
        const there = needs && seenOf(learned, needs)
        recordNotSeen([name], (there && missing[there]) ?? reason)
      }
      return Object.fromEntries(pointNames.map((name) => [name, learned[name]]))
    },
  }
}
