import type { Problem } from '#api/problem.ts'
import type { Token, TokenBody } from '#api/token.ts'
import type { TimeUnit } from '#api/wire.ts'
import type { Acknowledgement, ServiceMistake, BodyOf, ResourceTypes } from './resource-adapter.ts'
import type { ValueChange } from './value-change.ts'

/**
 * What came of one write: what was sent and what shows are two facts. *Saved* is said only where `sent` is `yes` and
 * `shown.is` is `as-asked`. It holds no secret.
 */
export interface Outcome<Row, Sent> {
  done: RequestedWrite<Row, Sent>
  /**
   * - `no`: nothing was sent. `stop` or `problem` tells why.
   * - `refused`: the service answered that it did not do it.
   * - `yes`: the service answered OK, or a read proved that the write arrived.
   * - `perhaps`: it got no answer, or one that leaves it open. It may still arrive.
   */
  sent: 'no' | 'refused' | 'yes' | 'perhaps'
  /** What a read shows: the one after the write, or the one before it where nothing was sent or it had no effect. */
  shown: ReadBack<Row>
  /** When that read began, or, for `unread`, when the console gave up; the page's milliseconds since 1970. */
  at: number
  /** The failure behind `sent`: never with `yes`. */
  problem?: Problem
  /** What a save or a replacement did to the token's value; absent: rows have none, or no read shows the row. */
  value?: ValueChange
  /** What was done beside the one write. */
  also?: SideEffect
  /** Why nothing was sent, where it was no failure of sending. Only with `sent: 'no'`. */
  stop?: BlockReason
}

/** The outcome of a write of one resource. */
export type OutcomeOf<T extends ResourceTypes> = Outcome<T['row'], BodyOf<T>>

/** What was asked for, as far as it may be remembered. */
export interface RequestedWrite<Row, Sent> {
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
export type ReadBack<Row> =
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
  | { is: 'unread'; why: ReadBackFailure }

/**
 * Why no read shows a row: the read failed; the service has no such list; or a renamed row has neither name, because the
 * service may spell it differently.
 */
export type ReadBackFailure = Problem | 'no-list' | 'neither-name'

/**
 * Why a write was not sent.
 * - `already`: the row is as asked.
 * - `changed`: somebody else changed `shown.fields` after the admin saw the row. To go on, ask about `shown.row` and write
 *   again with that as `seen`.
 * - `gone`: it was deleted. `recreated`: it was deleted, and another row has its name now.
 * - `undated`: no date tells whether it is still the row that the admin saw.
 * - `taken`: another row has the new name; it is `shown.row`.
 * - `unanswered`: every update sends `shown.fields`, and the stored ones are unreadable.
 * - `locks-you-out`, `locks-all-out`: it takes the admin's own access, or that of the last active admin.
 * - `unread`: the read before it failed; `problem` says why.
 */
export type BlockReason =
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
export type SideEffect =
  | ServiceMistake
  /** The record was sent again within one second until the value agreed with its row; given up after so many tries. */
  | { did: 'repaired' | 'not-repaired'; tries: number }
  /** The service first stored the flags of a new row swapped; one update put them right. */
  | { did: 'put-right' }
  /** Deleted and created again under the same name. */
  | { did: 'replaced' }
  /**
   * Deleted (`perhaps`: not proved) and not created again, or not proved to be. `missing` creates it again and holds no
   * secret. `done`, `sent`, `shown` and `stop` tell of the half that failed.
   */
  | { did: 'half-replaced'; missing: TokenBody; deleted: 'yes' | 'perhaps' }

// What an outcome is, is asked only here and where it is worded.

/** The row that an outcome shows; undefined: none, or nobody knows. */
export const outcomeRow = <Row>(outcome: Pick<Outcome<Row, object>, 'shown'> | undefined): Row | undefined =>
  outcome !== undefined && 'row' in outcome.shown ? outcome.shown.row : undefined

/** Whether an outcome shows that its row does not exist. */
export const isRowMissing = ({ shown }: Pick<Outcome<unknown, object>, 'shown'>): boolean =>
  shown.is !== 'unread' && outcomeRow({ shown }) === undefined

/** Whether the service took it, so that a form is done: what is left to say stands in a note. */
export const isApplied = ({ sent, shown }: Pick<Outcome<unknown, object>, 'sent' | 'shown'>): boolean =>
  sent === 'yes' && shown.is !== 'as-before'

/** Whether a save is stored as asked, by rows that carry no value: nobody sees what became of it. */
export const isValueUnseen = ({ done, value, shown }: Outcome<Token, object>): boolean =>
  done.do === 'save' &&
  value === 'unknown' &&
  shown.is === 'as-asked' &&
  shown.row?.claims === undefined &&
  shown.row?.fingerprint === undefined

/** Whether what was sent may be stored. */
export const mayBeStored = ({ sent }: Pick<Outcome<unknown, object>, 'sent'>): boolean =>
  sent === 'yes' || sent === 'perhaps'

/** Whether nothing has come of it, so that the very same can be sent again. */
export const hadNoEffect = ({ sent, also }: Pick<Outcome<unknown, object>, 'sent' | 'also'>): boolean =>
  also === undefined && (sent === 'no' || sent === 'refused')

/** Whether nothing was sent because others changed, deleted or created the row meanwhile. */
export const isConflict = ({ stop }: Pick<Outcome<unknown, object>, 'stop'>): boolean =>
  stop === 'changed' || stop === 'gone' || stop === 'recreated' || stop === 'taken'

/** Whether it says that the service, or the way to it, is broken, and not only that this row is another one. */
export function isServiceFailure({ sent, shown, stop, also }: Outcome<unknown, object>): boolean {
  if (stop !== undefined) return stop === 'unread' || also?.did === 'half-replaced'
  return sent !== 'yes' || (shown.is !== 'as-asked' && !isUnverifiable({ shown }))
}

/** Whether it shows another row than the one that was written to: a name that is taken, or a copy instead of a rename. */
export const showsAnotherRow = (
  { shown, stop }: Pick<Outcome<unknown, object>, 'shown' | 'stop'>,
  key: string,
): boolean => stop === 'taken' || (shown.is === 'otherwise' && shown.fields.includes(key))

/** Whether the service accepted a write, or a read proved that it arrived. That it did what was asked is another matter. */
export const isAccepted = ({ sent }: Pick<Outcome<unknown, object>, 'sent'>): boolean => sent === 'yes'

/** Whether no read can show what came of a write: the service has no such list. */
export const isUnverifiable = ({ shown }: Pick<Outcome<unknown, object>, 'shown'>): boolean =>
  shown.is === 'unread' && shown.why === 'no-list'

/** Whether the read after a write was rejected: the session is not accepted any more. */
export const isReadBackRejected = ({ shown }: Pick<Outcome<unknown, object>, 'shown'>): boolean =>
  shown.is === 'unread' &&
  typeof shown.why === 'object' &&
  shown.why.kind === 'signed-out' &&
  shown.why.by === undefined

/** The name of its row since: a rename that nothing shows to have arrived leaves the former one. */
export function currentName({ done, sent, shown, stop }: Outcome<unknown, object>): string {
  const isRenamed =
    shown.is === 'unread' ? sent === 'yes' : outcomeRow({ shown }) !== undefined && shown.is !== 'as-before'
  return isRenamed || stop === 'taken' ? done.name : done.from
}

/** Whether it was replaced: the token was deleted and created again. */
export const isReplaced = ({ also }: Pick<Outcome<unknown, object>, 'also'>): boolean => also?.did === 'replaced'

/** Whether a repair of its value worked; undefined: none was tried. */
export function isRepaired({ also }: Pick<Outcome<unknown, object>, 'also'>): boolean | undefined {
  return also?.did === 'repaired' ? true : also?.did === 'not-repaired' ? false : undefined
}

/** The unit in which the service took an expiry that was sent in the other one; undefined: it did not. */
export const misreadTimeUnit = ({ also }: Pick<Outcome<unknown, object>, 'also'>): TimeUnit | undefined =>
  also?.did === 'took-other-unit' ? also.unit : undefined

/** Whether the service stored the flags of a new row swapped, and nothing has put them right. */
export const hasSwappedFlags = ({ also }: Pick<Outcome<unknown, object>, 'also'>): boolean => also?.did === 'swapped'

/** What creates again a token that was to be replaced and is missing, or may be; undefined: none is. */
export const tokenToRecreate = ({ also }: Pick<Outcome<unknown, object>, 'also'>): TokenBody | undefined =>
  also?.did === 'half-replaced' ? also.missing : undefined

/**
 * Why nothing was sent, if the admin is to decide whether it is sent all the same; undefined: there is nothing to decide,
 * or a repair or a replacement that had begun has ended.
 */
export function decisionNeeded({
  done,
  shown,
  stop,
  also,
}: Outcome<unknown, object>): 'changed' | Acknowledgement | undefined {
  if (also !== undefined) return undefined
  switch (stop) {
    case 'changed':
      return outcomeRow({ shown }) === undefined ? undefined : stop
    case 'undated':
      return 'unchecked'
    case 'unread':
      return done.do === 'remove' ? 'unchecked' : undefined
    case 'locks-you-out':
    case 'locks-all-out':
      return stop
    default:
      return undefined
  }
}

/** The fields in which a row differs from what was expected of it. */
export const differingFields = ({ shown }: Pick<Outcome<unknown, object>, 'shown'>): readonly string[] =>
  'fields' in shown ? shown.fields : []
