import type { Fate } from './fate.ts'
import type { Problem } from './problem.ts'

/**
 * What a write came to, as far as the service lets itself be asked. Success is said of `as-asked` and `deleted` only.
 * `at` is the page's milliseconds since 1970 of the read that proved it.
 */
export type Verdict<Row> =
  /** Read back, and it is what was asked for. `unseen`: fields that no read can show. `also`: what it took. */
  | ({ is: 'as-asked'; row: Row; at: number; unseen: string[] } & Told<Row>)
  /** Read back, and these fields are not what was asked for. */
  | ({ is: 'differently'; row: Row; fields: string[]; at: number } & Told<Row>)
  /** Read back, and it is gone. */
  | { is: 'deleted'; at: number }
  /** The service said OK, and a read shows that nothing came of it: created and not there, deleted and still there. */
  | { is: 'not-applied'; row: Row | undefined; at: number }
  /** The service said OK, and there is no reading back: no list, or the read failed. `at`: as with `unknown`. */
  | { is: 'not-verified'; why: Problem | 'no-list'; at?: number }
  /** It was so already; of a repair: its value agrees with its row. Nothing was sent. */
  | { is: 'already'; row: Row }
  /** It changed since the admin saw it, in these fields. Nothing was sent, except by a repair that this ended. */
  | { is: 'conflict'; seen: Row; row: Row; fields: string[]; during?: EndedRepair }
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
   * No answer to a sent write, or one that a read belies: it may or may not have been applied. `at`: a read at that
   * moment showed nothing of it so far; it may still arrive.
   */
  | { is: 'unknown'; problem: Problem; at?: number }
  /**
   * Replacing a value: deleted (`deleted` false: perhaps), and not created again. `missing` is what is to be
   * created again; it holds no secret.
   */
  | { is: 'half-replaced'; missing: PendingRecreation; because: Verdict<Row>; deleted: boolean }

/** What more is known of a write that was read back. */
interface Told<Row> {
  /** What it did to the token's value. */
  fate?: Fate
  /** The row as it was before. */
  before?: Row
  /** What it took. */
  also?: Also
}

/** A repair that ended because somebody else changed the row: how often it had sent, and what that did to the value. */
export interface EndedRepair {
  tries: number
  fate: Fate
}

/** A token that was deleted to be created again, and how it was. */
export interface PendingRecreation {
  name: string
  active: boolean
  write: boolean
  /** Undefined: not given. */
  expiration_date?: number | bigint | undefined
}

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
