import type { TimestampedRow } from '#api/list/row-list.ts'
import type { Problem } from '#api/problem.ts'
import type { Token, TokenBody } from '#api/token.ts'
import type { TimeUnit } from '#api/wire.ts'
import type { Acknowledgement, ServiceMistake, BodyOf, ResourceTypes } from './resource-adapter.ts'
import type { ValueChange } from './value-change.ts'

/**
 * The outcome of one write, as two facts: whether it was delivered, and what a read shows since. The page says *Saved*
 * only where `delivery` is `accepted` and `readBack.status` is `matches`. It holds no secret.
 */
export interface Outcome<Row, Sent> {
  request: RequestedWrite<Row, Sent>
  /**
   * - `not-sent`: nothing was sent; `blockedBy` or `problem` is the reason.
   * - `rejected`: the service answered that it did not do it.
   * - `accepted`: the service answered OK, or a read proved that the write arrived.
   * - `unknown`: there was no answer, or one that leaves it open. The write may still arrive.
   */
  delivery: 'not-sent' | 'rejected' | 'accepted' | 'unknown'
  /** By the read after the write, or by the one before it where nothing was sent or the write had no effect. */
  readBack: ReadBack<Row>
  /** When that read began, or, where it failed, when the console gave up; the page's milliseconds since 1970. */
  readStartedAt: number
  /** The failure behind `delivery`; never with `accepted`. */
  problem?: Problem
  /** What a save or a replacement did to the token's value; absent: rows have none, or no read shows the row. */
  valueChange?: ValueChange
  sideEffect?: SideEffect
  /** Only with `not-sent`, and where no failure of sending is the reason. */
  blockedBy?: BlockReason
}

/** The outcome of a write of one resource. */
export type OutcomeOf<T extends ResourceTypes> = Outcome<T['row'], BodyOf<T>>

/** What was requested, as far as it may be kept. */
export interface RequestedWrite<Row, Sent> {
  operation: 'create' | 'update' | 'delete'
  /** The name before the write. */
  previousName: string
  /** The name after it: another one only for a rename. */
  name: string
  /**
   * The row by the read before the write. With `blockedBy: 'conflict'`: the row as the admin last knew it, so that
   * `before` and `readBack.row` are the two sides. Undefined: there was none, or no read shows which row it was.
   */
  before?: Row
  /** The whole record, without secrets; undefined for a deletion, and where none was made. */
  body?: Sent
  /** The fields that the write is to change; all of them for a creation, `value` for a repair. */
  requestedFields: readonly string[]
  /** The fields of the record that no read can show: a password. */
  writeOnlyFields: readonly string[]
}

/** What a read shows of a row, compared with the record. */
export type ReadBack<Row> =
  /**
   * Exactly as requested. `row` is undefined after a deletion, unless another row has the name since. With the delivery
   * `unknown` it proves nothing, because only `writeOnlyFields` were requested; with `rejected`, it may be somebody
   * else's doing.
   */
  | { status: 'matches'; row?: Row; writeOnlyFields: readonly string[] }
  /**
   * `fields` differ from the record; this write did not request a change of `unrequestedFields`, so something else
   * changed those. `row` undefined: it does not exist any more.
   */
  | { status: 'differs'; row?: Row; fields: readonly string[]; unrequestedFields: readonly string[] }
  /**
   * The row has not changed at all. `fields`: those that were requested and do not show; with
   * `blockedBy: 'fields-unreadable'`, those that the admin must set. `row` undefined: there is none, as before.
   */
  | { status: 'unchanged'; row?: Row; fields: readonly string[] }
  /** No read shows it. */
  | { status: 'unavailable'; reason: ReadBackFailure }

/**
 * Why no read shows a row: the read failed (a `Problem`); the service has no such list; or a renamed row has neither
 * name, because the service may spell it differently.
 */
export type ReadBackFailure = Problem | 'no-list' | 'renamed-row-missing'

/**
 * Why a write was not sent.
 * - `no-change`: the row is as requested.
 * - `conflict`: somebody else changed `readBack.fields` after the admin saw the row. To go on, show `readBack.row`, and
 *   write again with that as the snapshot.
 * - `not-found`: it was deleted. `recreated`: it was deleted, and another row has its name now.
 * - `identity-unknown`: no date shows whether it is still the row that the admin saw.
 * - `name-taken`: another row has the new name; it is `readBack.row`.
 * - `fields-unreadable`: every update sends `readBack.fields`, and the stored ones cannot be read.
 * - `locks-out-self`, `locks-out-everyone`: it takes the admin's own access, or that of the last active admin.
 * - `read-failed`: so did the read before it; `problem` says why.
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
   * Deleted (`unknown`: not proved) and not created again, or not proved to be. `tokenToRecreate` holds no secret.
   * `request`, `delivery`, `readBack` and `blockedBy` of the outcome belong to the half that failed.
   */
  | { type: 'replace-incomplete'; tokenToRecreate: TokenBody; deletion: 'confirmed' | 'unknown' }

// Only these functions, and those that word an outcome, look at its members.

/** The row that an outcome shows; undefined: none, or nobody knows. */
export const outcomeRow = <Row>(outcome: Pick<Outcome<Row, object>, 'readBack'> | undefined): Row | undefined =>
  outcome !== undefined && 'row' in outcome.readBack ? outcome.readBack.row : undefined

/** Whether an outcome shows that its row does not exist. */
export const isRowMissing = ({ readBack }: Pick<Outcome<unknown, object>, 'readBack'>): boolean =>
  readBack.status !== 'unavailable' && outcomeRow({ readBack }) === undefined

/** Whether the service took it, so that a form is done: what is left to say stands in a note. */
export const isApplied = ({ delivery, readBack }: Pick<Outcome<unknown, object>, 'delivery' | 'readBack'>): boolean =>
  delivery === 'accepted' && readBack.status !== 'unchanged'

/** Whether a save is stored as requested, by rows that carry no value: nobody sees what became of it. */
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

/** Whether the service accepted a write, or a read proved that it arrived. Whether the row shows it is another matter. */
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

/** Whether a row is still as it was: nobody has written to it, and it was not created again. */
export const isSameVersion = (row: TimestampedRow, other: TimestampedRow | undefined): boolean =>
  row.updated_at === other?.updated_at && row.created_at === other?.created_at

/** Whether the write was followed by no read that shows its row. */
export const isReadBackMissing = ({ readBack }: Pick<Outcome<unknown, object>, 'readBack'>): boolean =>
  readBack.status === 'unavailable'
