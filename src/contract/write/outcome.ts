import type { Problem } from '#contract/problem.ts'
import type { TokenDraft } from '#contract/token.ts'
import type { Unit } from '#contract/wire.ts'
import type { RecordOf, Types } from './kind.ts'
import type { ValueOutcome } from './value.ts'

/**
 * What came of one write: what was sent and what shows are two facts. *Saved* is said only where `sent` is `yes` and
 * `shown.is` is `as-asked`. It holds no secret.
 */
export interface Outcome<Row, Sent> {
  done: Done<Row, Sent>
  /**
   * - `no`: nothing was sent. `stop` or `problem` tells why.
   * - `refused`: the service answered that it did not do it.
   * - `yes`: the service answered OK, or a read proved that the write arrived.
   * - `perhaps`: it got no answer, or one that leaves it open. It may still arrive.
   */
  sent: 'no' | 'refused' | 'yes' | 'perhaps'
  /** What a read shows: the one after the write, or the one before it where nothing was sent or it had no effect. */
  shown: Shown<Row>
  /** When that read began, or, for `unread`, when the console gave up; the page's milliseconds since 1970. */
  at: number
  /** The failure behind `sent`: never with `yes`. */
  problem?: Problem
  /** What a save or a replacement did to the token's value; absent: rows have none, or no read shows the row. */
  value?: ValueOutcome
  /** What was done beside the one write. */
  also?: Also
  /** Why nothing was sent, where it was no failure of sending. Only with `sent: 'no'`. */
  stop?: Stop
}

/** The outcome of a write of one resource. */
export type OutcomeOf<T extends Types> = Outcome<T['row'], RecordOf<T>>

/** What was asked for, as far as it may be remembered. */
export interface Done<Row, Sent> {
  do: 'create' | 'save' | 'remove'
  /** The name before the write. */
  from: string
  /** The name after it: another one only for a rename. */
  name: string
  /**
   * The row by the read before the write. With the stop `changed`: the row as the admin last knew it, so that `before` and
   * `shown.row` are the two sides. Undefined: there was none, or no read tells which row it was.
   */
  before?: Row
  /** The whole record, without secrets; undefined for a deletion, and where nothing was composed. */
  record?: Sent
  /** The fields that were asked to become another value; all of them for a creation. `value`: a repair. */
  asked: readonly string[]
  /** The fields of the record that no read can show: a password. */
  unseen: readonly string[]
}

/** What a read shows of a row, compared with the record. */
export type Shown<Row> =
  /**
   * Exactly as asked. `row`: undefined after a deletion, unless another row has the name since. With `perhaps`, it proves
   * nothing, because only an unseen field was asked for; with `refused`, it may be somebody else's doing.
   */
  | { is: 'as-asked'; row?: Row; unseen: readonly string[] }
  /**
   * `fields` differ from the record. `unasked`: those of them that this write did not ask to change, so something else
   * did. `row` undefined: the row is gone.
   */
  | { is: 'otherwise'; row?: Row; fields: readonly string[]; unasked: readonly string[] }
  /**
   * The row has not changed at all. `fields`: what was asked and does not show; with the stop `unanswered`, what the
   * admin must answer. `row` undefined: there is none, as before.
   */
  | { is: 'as-before'; row?: Row; fields: readonly string[] }
  /** No read shows it. */
  | { is: 'unread'; why: Unread }

/**
 * Why no read shows a row: the read failed; the service has no such list; or a renamed row has neither name, because the
 * service may spell it differently.
 */
export type Unread = Problem | 'no-list' | 'neither-name'

/**
 * Why a write was not sent.
 * - `already`: the row is as asked, or an earlier write from here, whose outcome was open, has arrived.
 * - `changed`: somebody else changed `shown.fields` after the admin saw the row. To go on, ask about `shown.row` and write
 *   again with that as `seen`.
 * - `gone`: it was deleted. `recreated`: it was deleted, and another row has its name now.
 * - `undated`: no date tells whether it is still the row that the admin saw.
 * - `taken`: another row has the new name; it is `shown.row`.
 * - `unanswered`: every update sends `shown.fields`, and the stored ones are unreadable.
 * - `locks-you-out`, `locks-all-out`: it takes the admin's own access, or that of the last active admin.
 * - `unread`: the read before it failed; `problem` says why.
 */
export type Stop =
  | 'already'
  | 'changed'
  | 'gone'
  | 'recreated'
  | 'undated'
  | 'taken'
  | 'unanswered'
  | 'locks-you-out'
  | 'locks-all-out'
  | 'unread'

/** What was done beside one write. */
export type Also =
  /** The record was sent again within one second until the value agreed with its row; given up after so many tries. */
  | { did: 'repaired' | 'not-repaired'; tries: number }
  /** The service first stored the flags of a new row swapped; one update put them right. */
  | { did: 'put-right' }
  /** The service counts in `unit`, and the expiry was sent in the other one: it took it for another date. */
  | { did: 'took-other-unit'; unit: Unit }
  /** Deleted and created again under the same name. */
  | { did: 'replaced' }
  /**
   * Deleted (`perhaps`: not proved) and not created again, or not proved to be. `missing` creates it again and holds no
   * secret. `done`, `sent`, `shown` and `stop` tell of the half that failed.
   */
  | { did: 'half-replaced'; missing: TokenDraft; deleted: 'yes' | 'perhaps' }
