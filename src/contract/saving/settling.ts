import { agrees, valueChanged } from './value-outcome.ts'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import type { Token } from '#contract/token.ts'
import { holdsChange, tokenChanges, type TokenChange } from './token-writing.ts'
import type { User } from '#contract/user.ts'
import { holdsUserChange, userChanges, type WantedOfUser } from './user-saving.ts'
import type { Verdict } from './verdict.ts'
import type { Unit } from '#contract/wire.ts'

/** What a later reading of the list shows of a row that a verdict has read back. */
export type Since<Row> =
  | { is: 'as-left' }
  /** In these fields; `value` where its value says that it is another one. */
  | { is: 'changed'; row: Row; fields: string[] }
  /** It was there, and is not any more. */
  | { is: 'gone' }
  /** It was deleted, and is there again. */
  | { is: 'back'; row: Row }

/**
 * Whether a token was changed since this verdict, without this browser's doing if the verdict is its last on that name.
 * Undefined where this list cannot tell: it was begun before the verdict's own read, or the verdict read nothing back.
 */
export function tokenSince(
  name: string,
  verdict: Verdict<Token>,
  list: RowStore<Token>,
  unit: Unit,
): Since<Token> | undefined {
  return since(name, verdict, list, (left, now) => [
    ...tokenChanges(left, now, unit),
    ...(valueChanged(left, now) === true ? ['value'] : []),
  ])
}

/** The same for a user. */
export function userSince(email: string, verdict: Verdict<User>, list: RowStore<User>): Since<User> | undefined {
  return since(email, verdict, list, userChanges)
}

function since<Row extends Dated>(
  name: string,
  verdict: Verdict<Row>,
  list: RowStore<Row>,
  changes: (left: Row, now: Row) => string[],
): Since<Row> | undefined {
  if (!('at' in verdict) || list.beganAt < verdict.at) return undefined
  const index = list.find(name)
  const now = index < 0 ? undefined : list.at(index)
  const left = 'row' in verdict ? verdict.row : undefined
  if (left === undefined) return now === undefined ? { is: 'as-left' } : { is: 'back', row: now }
  if (now === undefined) return { is: 'gone' }
  const fields = changes(left, now)
  return fields.length > 0 ? { is: 'changed', row: now, fields } : { is: 'as-left' }
}

/** What was sent without an answer. */
export interface Open<Change> {
  act: 'save' | 'create' | 'remove'
  change: Change
  /** When its outcome was given up, in the page's milliseconds; a list that settles it was begun after that. */
  at: number
}

/** What became of it, as a later list shows it. `not-told`: it asked for nothing that a row shows. */
export type Settled = 'done' | 'done-otherwise' | 'not-done' | 'not-told'

/** Settles an unknown write of a token by the row of a later list; undefined: not there. */
export function tokenSettled({ act, change, at }: Open<TokenChange>, row: Token | undefined, unit: Unit): Settled {
  if (act === 'save' && row !== undefined && Object.keys(change).length === 0) {
    // A repair: it asks for a value that agrees with its row.
    const agreed = agrees(row, unit)
    return agreed === undefined ? 'not-told' : agreed ? 'done' : 'not-done'
  }
  return settled(act, row, Object.keys(change).length > 0, (there) => holdsChange(there, change, unit, at))
}

/**
 * The same for a user; `rowOf` finds a row of that list by its email. A change with a password alone is not told, and
 * with a password beside flags only where they show that it did not arrive.
 */
export function userSettled(
  email: string,
  { act, change }: Omit<Open<WantedOfUser>, 'at'>,
  rowOf: (email: string) => User | undefined,
): Settled {
  const { new_password, ...visible } = change
  const named = visible.new_email || email
  const row = rowOf(named)
  if (act === 'save' && named !== email) {
    // Renamed it stands under its new name only.
    if (rowOf(email) !== undefined) return row === undefined ? 'not-done' : 'done-otherwise'
  }
  const asked = Object.values(visible).some((wish) => wish !== undefined && wish !== '')
  const found = settled(act, row, asked, (there) => holdsUserChange(there, visible))
  return found === 'done' && act === 'save' && new_password && named === email ? 'not-told' : found
}

function settled<Row>(
  act: Open<never>['act'],
  row: Row | undefined,
  asked: boolean,
  holds: (row: Row) => boolean,
): Settled {
  if (act === 'remove') return row === undefined ? 'done' : 'not-done'
  if (row === undefined) return 'not-done'
  if (!asked) return act === 'create' ? 'done' : 'not-told'
  if (holds(row)) return 'done'
  return act === 'create' ? 'done-otherwise' : 'not-done'
}
