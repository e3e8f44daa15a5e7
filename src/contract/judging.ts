import { problemOf, type Problem } from './problem.ts'
import type { Verdict } from './verdict.ts'

/** What a read after a write says. */
export interface Judged<Row> {
  /** The verdict where the service answered OK. */
  verdict: Verdict<Row>
  /** Whether the row is visibly not as it was before. */
  moved: boolean
}

/** The verdict where the write had no answer, or one that does not rule out an effect. */
export function withoutAnswer<Row>(failed: Problem, { verdict, moved }: Judged<Row>): Verdict<Row> {
  // A password no read shows: that the rest is as asked proves it only if something moved.
  if (verdict.is === 'deleted' || (verdict.is === 'as-asked' && (moved || verdict.unseen.length === 0))) return verdict
  const shown = moved || verdict.is === 'as-asked'
  // Also where the service says itself that it failed: what it began may arrive later.
  return { is: 'unknown', problem: failed, ...(!shown && 'at' in verdict && { at: verdict.at }) }
}

/**
 * The verdict where the service refused. Mostly it did nothing; but where a request was sent twice on its way (browsers
 * and proxies repeat what they think lost), the second is refused for what the first has done.
 */
export function thoughRefused<Row>(failed: Problem, { verdict, moved }: Judged<Row>): Verdict<Row> {
  if (verdict.is === 'deleted') return verdict
  // Of a creation it may be somebody else's row that stands there.
  const own = verdict.is === 'as-asked' && verdict.before !== undefined && verdict.unseen.length === 0
  if (own && moved) return verdict
  // That it is not there is why it was refused.
  return { is: moved && verdict.is !== 'not-applied' ? 'unknown' : 'refused', problem: failed }
}

/** The verdict where the read before a write failed: nothing was sent. What is no Problem is thrown on. */
export function failedBefore<Row>(error: unknown): Verdict<Row> {
  const problem = problemOf(error)
  if (problem === undefined) throw error
  return { is: 'refused', problem, unsent: true }
}

/**
 * The verdict where the read before a deletion failed: nothing was sent, and the admin may delete without it, unless the
 * deletion would get no further than the read.
 */
export function uncheckedBefore<Row>(error: unknown): Verdict<Row> {
  const why = problemOf(error)
  if (why === undefined) throw error
  const isShut = why.kind === 'signed-out' || ('sent' in why && why.sent === 'not-sent')
  return isShut ? failedBefore(error) : { is: 'unchecked', why }
}

/** The verdict where a write was certainly not acted on. */
export function notActedOn<Row>(problem: Problem): Verdict<Row> {
  const isUnsent = 'sent' in problem && problem.sent === 'not-sent'
  return { is: 'refused', problem, ...(isUnsent && { unsent: true }) }
}
