import type { ValueOutcome } from './value-outcome.ts'
import type { TokenDraft } from '#contract/token.ts'
import { type Problem, problemOf } from '#contract/problem.ts'

/**
 * What a write came to, as far as the service lets itself be asked. Success is said of `as-asked` and `deleted` only.
 * `at` is the page's milliseconds since 1970 of the read that proved it.
 */
export type Verdict<Row> =
  /** Read back, and it is what was asked for. `unseen`: fields that no read can show. `also`: what it took. */
  | ({ is: 'as-asked'; row: Row; at: number; unseen: string[] } & ReadBack<Row>)
  /** Read back, and these fields are not what was asked for. */
  | ({ is: 'differently'; row: Row; fields: string[]; at: number } & ReadBack<Row>)
  /** Read back, and it is gone. */
  | { is: 'deleted'; at: number }
  /** The service said OK, and a read shows that nothing came of it: created and not there, deleted and still there. */
  | { is: 'not-applied'; row: Row | undefined; at: number }
  /** The service said OK, and there is no reading back: no list, or the read failed. `at`: as with `unknown`. */
  | { is: 'not-verified'; why: Problem | 'no-list'; at?: number }
  /** It was so already; of a repair: its value agrees with its row. Nothing was sent. */
  | { is: 'already'; row: Row }
  /**
   * It changed in these fields since the admin saw it. Nothing was sent, except by a repair that this ended. `readAt`: of
   * both rows, in the page's milliseconds since 1970.
   */
  | {
      is: 'conflict'
      seen: Row
      row: Row
      fields: string[]
      readAt?: { seen: number; row: number }
      during?: EndedRepair
    }
  /** It was deleted since the admin saw it. Nothing was sent, except by a repair that this ended. */
  | { is: 'gone'; during?: EndedRepair }
  /** It was deleted and created again since the admin saw it: another row has its name now. Nothing was sent. */
  | { is: 'recreated'; row: Row }
  /** No read tells whether it is still the row that the admin saw. Nothing was sent. */
  | { is: 'unchecked'; why: Problem | 'undated' }
  /** A row of this name is there already: the one to create, or the one to rename to. Nothing was sent. */
  | { is: 'exists'; name: string; row: Row }
  /** These fields cannot be read and go along with every update: they must be answered first. Nothing was sent. */
  | { is: 'unanswered'; row: Row; fields: string[] }
  /** The service refused; `unsent`: it was never asked. */
  | { is: 'refused'; problem: Problem; unsent?: true }
  /**
   * No answer to a sent write, or one that a read belies: it may or may not be applied. `at`: a read at that
   * moment showed nothing of it so far. It may still appear.
   */
  | { is: 'unknown'; problem: Problem; at?: number }
  /**
   * Replacing a value: deleted (`deleted` false: perhaps), and not created again. `missing` is what is to be
   * created again; it holds no secret.
   */
  | { is: 'half-replaced'; missing: PendingRecreation; because: Verdict<Row>; deleted: boolean }

/** What more is known of a write that was read back. */
interface ReadBack<Row> {
  /** What it did to the token's value. */
  valueOutcome?: ValueOutcome
  /** The row as it was before. */
  before?: Row
  /** What it took. */
  also?: Also
}

/** A repair that ended because somebody else changed the row: how often it had sent, and what that did to the value. */
export interface EndedRepair {
  tries: number
  valueOutcome: ValueOutcome
}

/** A token that was deleted to be created again, and how it was: the whole record, so nothing of it is lost. */
export type PendingRecreation = TokenDraft

/** What an action did beyond the one write it stands for. */
export type Also =
  /** The service counted in the other unit: the row was deleted and created again. */
  | { did: 'created-again'; unit: 'seconds' | 'milliseconds' }
  /** The service stored these flags otherwise at first; one update put them right. */
  | { did: 'put-right'; fields: string[] }
  /** Sent again within one second until the value agreed with its row, or given up after so many tries. */
  | { did: 'repaired' | 'not-repaired'; tries: number }
  /** Deleted and created again under the same name: another value. */
  | { did: 'replaced' }

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
