import type { ValueOutcome } from '#contract/write/value.ts'
import type { TokenDraft } from '#contract/token.ts'
import { type Problem, problemIn } from '#contract/problem.ts'

/**
 * The outcome of a write, as far as the service shows it. Only `as-asked` and `deleted` are reported as success. `at`:
 * the page's milliseconds since 1970 of the read that proved it.
 */
export type Verdict<Row> =
  /** Read back, and as asked. `unseen`: fields that no read can show. `also`: what else it took. */
  | ({ is: 'as-asked'; row: Row; at: number; unseen: string[] } & ReadBack<Row>)
  /**
   * Read back, and these fields differ from what was sent. `unasked`: those of them that the act did not ask to change,
   * so something else did. `isUnchanged`: the whole row is as it was before.
   */
  | ({
      is: 'differently'
      row: Row
      fields: string[]
      at: number
      unasked?: string[]
      isUnchanged?: true
    } & ReadBack<Row>)
  /** Read back, and gone. */
  | { is: 'deleted'; at: number }
  /** The service answered OK, but a read shows no effect: created and missing, or deleted and still there. */
  | { is: 'not-applied'; row: Row | undefined; at: number }
  /**
   * The service answered OK, but the row could not be read back: there is no list, or the read failed, or a renamed row
   * has neither name: the service may spell it differently. `at`: as with `unknown`.
   */
  | { is: 'not-verified'; why: Unverified; at?: number }
  /** No change was needed; for a repair: the value agrees with its row. Nothing was sent. */
  | { is: 'already'; row: Row }
  /**
   * It changed in these fields after the admin saw it; its name, if an earlier rename arrived late. Nothing was sent,
   * except by a repair that this ended. `readAt`: of both rows, in the page's milliseconds since 1970.
   */
  | {
      is: 'conflict'
      seen: Row
      row: Row
      fields: string[]
      readAt?: { seen: number; row: number }
      during?: EndedRepair
    }
  /** It was deleted after the admin saw it. Nothing was sent, except by a repair that this ended. */
  | { is: 'gone'; during?: EndedRepair }
  /** It was deleted and created again after the admin saw it: another row has its name now. Nothing was sent. */
  | { is: 'recreated'; row: Row }
  /** No read can tell whether it is still the row that the admin saw. Nothing was sent. */
  | { is: 'unchecked'; why: Problem | 'undated' }
  /** One of many acts would lock out the admin, or leave no active admin. Nothing was sent. */
  | { is: 'locks-out'; whom: 'you' | 'everybody'; row: Row }
  /** The name is taken: that of the new row, or the new name of a renamed one. Nothing was sent. */
  | { is: 'exists'; name: string; row: Row }
  /** Every update sends these fields and they are unreadable, so the admin must answer them first. Nothing was sent. */
  | { is: 'unanswered'; row: Row; fields: string[] }
  /** The service refused; `unsent`: nothing was sent. */
  | { is: 'refused'; problem: Problem; unsent?: true }
  /**
   * A write got no response, or one that a read contradicts: it may or may not be applied. `at`: a read at that moment
   * showed no effect yet. It may still appear.
   */
  | { is: 'unknown'; problem: Problem; at?: number }
  /**
   * Replacing a value: the token was deleted (`deleted` false: perhaps) and not created again. `missing`: the
   * whole record to create again; it holds no secret.
   */
  | { is: 'half-replaced'; missing: TokenDraft; because: Verdict<Row>; deleted: boolean }

/** Whether the outcome of a write is unknown. */
export function isOpen<Row>(
  verdict: Verdict<Row>,
): verdict is Extract<Verdict<Row>, { is: 'unknown' | 'not-verified' }> {
  return verdict.is === 'unknown' || verdict.is === 'not-verified'
}

/** Why a write that the service accepted could not be verified. */
export type Unverified = Problem | 'no-list' | 'neither-name'

/** More about a write that was read back. */
interface ReadBack<Row> {
  /** What it did to the token's value. */
  valueOutcome?: ValueOutcome
  /** The row before the write. */
  before?: Row
  /** What else it took. */
  also?: Also
}

/** A repair that ended because somebody else changed the row: what it did to the value. */
export interface EndedRepair {
  valueOutcome: ValueOutcome
}

/** What an act did beside its one write. */
export type Also =
  /** The service counts in the other unit than was assumed, so it took the expiry for another date. */
  | { did: 'took-other-unit'; unit: 'seconds' | 'milliseconds' }
  /** The service first stored the flags differently; one update corrected them. */
  | { did: 'put-right' }
  /** Sent again within one second until the value agreed with its row; given up after so many tries. */
  | { did: 'repaired' | 'not-repaired'; tries: number }
  /** Deleted and created again under the same name, with a new value. */
  | { did: 'replaced' }

/** What a read after a write shows. */
export interface Judged<Row> {
  /** The verdict if the service answered OK. */
  verdict: Verdict<Row>
  /** Whether the row has visibly changed. */
  moved: boolean
}

/** The verdict on a write without a response, or with one that does not rule out an effect. */
export function withoutAnswer<Row>(failed: Problem, { verdict, moved }: Judged<Row>): Verdict<Row> {
  // No read shows a password: the other fields prove it only if something changed.
  if (verdict.is === 'deleted' || (verdict.is === 'as-asked' && (moved || verdict.unseen.length === 0))) return verdict
  const shown = moved || verdict.is === 'as-asked'
  // Even if the service itself reports a failure, what it began may arrive later.
  return { is: 'unknown', problem: failed, ...(!shown && 'at' in verdict && { at: verdict.at }) }
}

/**
 * The verdict on a refused write. It mostly had no effect. But if a request was sent twice on its way (browsers and
 * proxies repeat requests that they think lost), the second one is refused because of the first.
 */
export function thoughRefused<Row>(failed: Problem, { verdict, moved }: Judged<Row>): Verdict<Row> {
  if (verdict.is === 'deleted') return verdict
  // After a creation it may be somebody else's row.
  const own = verdict.is === 'as-asked' && verdict.before !== undefined && verdict.unseen.length === 0
  if (own && moved) return verdict
  // It was refused because it does not exist.
  return { is: moved && verdict.is !== 'not-applied' ? 'unknown' : 'refused', problem: failed }
}

/** The verdict if the read before a write failed: nothing was sent. Anything but a Problem is thrown. */
export function failedBefore<Row>(error: unknown): Verdict<Row> {
  const problem = problemIn(error)
  return { is: 'refused', problem, unsent: true }
}

/**
 * The verdict if the read before a deletion failed: nothing was sent. The admin may delete without that read, unless
 * the deletion would fail in the same way.
 */
export function uncheckedBefore<Row>(error: unknown): Verdict<Row> {
  const why = problemIn(error)
  const isShut = why.kind === 'signed-out' || ('sent' in why && why.sent === 'not-sent')
  return isShut ? failedBefore(error) : { is: 'unchecked', why }
}

/** The verdict on a write that certainly had no effect. */
export function notActedOn<Row>(problem: Problem): Verdict<Row> {
  const isUnsent = 'sent' in problem && problem.sent === 'not-sent'
  return { is: 'refused', problem, ...(isUnsent && { unsent: true }) }
}
