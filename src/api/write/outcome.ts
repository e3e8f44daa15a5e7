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
  request: RequestedWrite<Row, Sent>
  /**
   * - `no`: nothing was sent. `stop` or `problem` tells why.
   * - `refused`: the service answered that it did not do it.
   * - `yes`: the service answered OK, or a read proved that the write arrived.
   * - `perhaps`: it got no answer, or one that leaves it open. It may still arrive.
   */
  delivery: 'not-sent' | 'rejected' | 'accepted' | 'unknown'
  /** What a read shows: the one after the write, or the one before it where nothing was sent or it had no effect. */
  readBack: ReadBack<Row>
  /** When that read began, or, for `unread`, when the console gave up; the page's milliseconds since 1970. */
  readStartedAt: number
  /** The failure behind `sent`: never with `yes`. */
  problem?: Problem
  /** What a save or a replacement did to the token's value; absent: rows have none, or no read shows the row. */
  valueChange?: ValueChange
  /** What was done beside the one write. */
  sideEffect?: SideEffect
  /** Why nothing was sent, where it was no failure of sending. Only with `sent: 'no'`. */
  blockedBy?: BlockReason
}

/** The outcome of a write of one resource. */
export type OutcomeOf<T extends ResourceTypes> = Outcome<T['row'], BodyOf<T>>

/** What was asked for, as far as it may be remembered. */
export interface RequestedWrite<Row, Sent> {
  operation: 'create' | 'update' | 'delete'
  /** The name before the write. */
  previousName: string
  /** The name after it: another one only for a rename. */
  name: string
  /**
   * The row by the read before the write. With the stop `changed`: the row as the admin last knew it, so that `before` and
   * `shown.row` are the two sides. Undefined: there was none, or no read tells which row it was.
   */
  before?: Row
  /** The whole record, without secrets; undefined for a deletion, and where nothing was composed. */
  body?: Sent
  /** The fields that were asked to become another value; all of them for a creation. `value`: a repair. */
  requestedFields: readonly string[]
  /** The fields of the record that no read can show: a password. */
  writeOnlyFields: readonly string[]
}

/** What a read shows of a row, compared with the record. */
export type ReadBack<Row> =
  /**
   * Exactly as asked. `row`: undefined after a deletion, unless another row has the name since. With `perhaps`, it proves
   * nothing, because only an unseen field was asked for; with `refused`, it may be somebody else's doing.
   */
  | { status: 'matches'; row?: Row; writeOnlyFields: readonly string[] }
  /**
   * `fields` differ from the record. `unasked`: those of them that this write did not ask to change, so something else
   * did. `row` undefined: the row is gone.
   */
  | { status: 'differs'; row?: Row; fields: readonly string[]; unrequestedFields: readonly string[] }
  /**
   * The row has not changed at all. `fields`: what was asked and does not show; with the stop `unanswered`, what the
   * admin must answer. `row` undefined: there is none, as before.
   */
  | { status: 'unchanged'; row?: Row; fields: readonly string[] }
  /** No read shows it. */
  | { status: 'unavailable'; reason: ReadBackFailure }

/**
 * Why no read shows a row: the read failed; the service has no such list; or a renamed row has neither name, because the
 * service may spell it differently.
 */
export type ReadBackFailure = Problem | 'no-list' | 'renamed-row-missing'

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
  | 'no-change'
  | 'conflict'
  | 'not-found'
  | 'recreated'
  | 'identity-unknown'
  | 'name-taken'
  | 'fields-unreadable'
  | 'locks-out-self'
  | 'locks-out-everyone'
  | 'read-failed'

/** What was done beside one write. */
export type SideEffect =
  | ServiceMistake
  /** The record was sent again within one second until the value agreed with its row; given up after so many tries. */
  | { type: 'repaired' | 'repair-failed'; attempts: number }
  /** The service first stored the flags of a new row swapped; one update put them right. */
  | { type: 'flags-corrected' }
  /** Deleted and created again under the same name. */
  | { type: 'replaced' }
  /**
   * Deleted (`perhaps`: not proved) and not created again, or not proved to be. `missing` creates it again and holds no
   * secret. `done`, `sent`, `shown` and `stop` tell of the half that failed.
   */
  | { type: 'replace-incomplete'; tokenToRecreate: TokenBody; deletion: 'confirmed' | 'unknown' }

// What an outcome is, is asked only here and where it is worded.

/** The row that an outcome shows; undefined: none, or nobody knows. */
export const outcomeRow = <Row>(outcome: Pick<Outcome<Row, object>, 'readBack'> | undefined): Row | undefined =>
  outcome !== undefined && 'row' in outcome.readBack ? outcome.readBack.row : undefined

/** Whether an outcome shows that its row does not exist. */
export const isRowMissing = ({ readBack }: Pick<Outcome<unknown, object>, 'readBack'>): boolean =>
  readBack.status !== 'unavailable' && outcomeRow({ readBack }) === undefined

/** Whether the service took it, so that a form is done: what is left to say stands in a note. */
export const isApplied = ({ delivery, readBack }: Pick<Outcome<unknown, object>, 'delivery' | 'readBack'>): boolean =>
  delivery === 'accepted' && readBack.status !== 'unchanged'

/** Whether a save is stored as asked, by rows that carry no value: nobody sees what became of it. */
export const isValueUnseen = ({ request, valueChange, readBack }: Outcome<Token, object>): boolean =>
  request.operation === 'update' &&
  valueChange === 'unknown' &&
  readBack.status === 'matches' &&
  readBack.row?.claims === undefined &&
  readBack.row?.fingerprint === undefined

/** Whether what was sent may be stored. */
export const mayBeStored = ({ delivery }: Pick<Outcome<unknown, object>, 'delivery'>): boolean =>
  delivery === 'accepted' || delivery === 'unknown'

/** Whether nothing has come of it, so that the very same can be sent again. */
export const hadNoEffect = ({
  delivery,
  sideEffect,
}: Pick<Outcome<unknown, object>, 'delivery' | 'sideEffect'>): boolean =>
  sideEffect === undefined && (delivery === 'not-sent' || delivery === 'rejected')

/** Whether nothing was sent because others changed, deleted or created the row meanwhile. */
export const isConflict = ({ blockedBy }: Pick<Outcome<unknown, object>, 'blockedBy'>): boolean =>
  blockedBy === 'conflict' || blockedBy === 'not-found' || blockedBy === 'recreated' || blockedBy === 'name-taken'

/** Whether it says that the service, or the way to it, is broken, and not only that this row is another one. */
export function isServiceFailure({ delivery, readBack, blockedBy, sideEffect }: Outcome<unknown, object>): boolean {
  if (blockedBy !== undefined) return blockedBy === 'read-failed' || sideEffect?.type === 'replace-incomplete'
  return delivery !== 'accepted' || (readBack.status !== 'matches' && !isUnverifiable({ readBack }))
}

/** Whether it shows another row than the one that was written to: a name that is taken, or a copy instead of a rename. */
export const showsAnotherRow = (
  { readBack, blockedBy }: Pick<Outcome<unknown, object>, 'readBack' | 'blockedBy'>,
  key: string,
): boolean => blockedBy === 'name-taken' || (readBack.status === 'differs' && readBack.fields.includes(key))

/** Whether the service accepted a write, or a read proved that it arrived. That it did what was asked is another matter. */
export const isAccepted = ({ delivery }: Pick<Outcome<unknown, object>, 'delivery'>): boolean => delivery === 'accepted'

/** Whether no read can show what came of a write: the service has no such list. */
export const isUnverifiable = ({ readBack }: Pick<Outcome<unknown, object>, 'readBack'>): boolean =>
  readBack.status === 'unavailable' && readBack.reason === 'no-list'

/** Whether the read after a write was rejected: the session is not accepted any more. */
export const isReadBackRejected = ({ readBack }: Pick<Outcome<unknown, object>, 'readBack'>): boolean =>
  readBack.status === 'unavailable' &&
  typeof readBack.reason === 'object' &&
  readBack.reason.kind === 'signed-out' &&
  readBack.reason.by === undefined

/** The name of its row since: a rename that nothing shows to have arrived leaves the former one. */
export function currentName({ request, delivery, readBack, blockedBy }: Outcome<unknown, object>): string {
  const isRenamed =
    readBack.status === 'unavailable'
      ? delivery === 'accepted'
      : outcomeRow({ readBack }) !== undefined && readBack.status !== 'unchanged'
  return isRenamed || blockedBy === 'name-taken' ? request.name : request.previousName
}

/** Whether it was replaced: the token was deleted and created again. */
export const isReplaced = ({ sideEffect }: Pick<Outcome<unknown, object>, 'sideEffect'>): boolean =>
  sideEffect?.type === 'replaced'

/** Whether a repair of its value worked; undefined: none was tried. */
export function isRepaired({ sideEffect }: Pick<Outcome<unknown, object>, 'sideEffect'>): boolean | undefined {
  return sideEffect?.type === 'repaired' ? true : sideEffect?.type === 'repair-failed' ? false : undefined
}

/** The unit in which the service took an expiry that was sent in the other one; undefined: it did not. */
export const misreadTimeUnit = ({ sideEffect }: Pick<Outcome<unknown, object>, 'sideEffect'>): TimeUnit | undefined =>
  sideEffect?.type === 'time-unit-misread' ? sideEffect.unit : undefined

/** Whether the service stored the flags of a new row swapped, and nothing has put them right. */
export const hasSwappedFlags = ({ sideEffect }: Pick<Outcome<unknown, object>, 'sideEffect'>): boolean =>
  sideEffect?.type === 'flags-swapped'

/** What creates again a token that was to be replaced and is missing, or may be; undefined: none is. */
export const tokenToRecreate = ({ sideEffect }: Pick<Outcome<unknown, object>, 'sideEffect'>): TokenBody | undefined =>
  sideEffect?.type === 'replace-incomplete' ? sideEffect.tokenToRecreate : undefined

/**
 * Why nothing was sent, if the admin is to decide whether it is sent all the same; undefined: there is nothing to decide,
 * or a repair or a replacement that had begun has ended.
 */
export function decisionNeeded({
  request,
  readBack,
  blockedBy,
  sideEffect,
}: Outcome<unknown, object>): 'conflict' | Acknowledgement | undefined {
  if (sideEffect !== undefined) return undefined
  switch (blockedBy) {
    case 'conflict':
      return outcomeRow({ readBack }) === undefined ? undefined : blockedBy
    case 'identity-unknown':
      return 'identity-unknown'
    case 'read-failed':
      return request.operation === 'delete' ? 'identity-unknown' : undefined
    case 'locks-out-self':
    case 'locks-out-everyone':
      return blockedBy
    default:
      return undefined
  }
}

/** The fields in which a row differs from what was expected of it. */
export const differingFields = ({ readBack }: Pick<Outcome<unknown, object>, 'readBack'>): readonly string[] =>
  'fields' in readBack ? readBack.fields : []
