import { nameKey } from '#contract/list/name-keys.ts'
import type { RowStore } from '#contract/list/row-store.ts'
import type { User } from '#contract/user.ts'
import type { Knows } from '#web/writes/acts/act.ts'
import type { ShownChange } from './user-hooks.ts'
import { myEmailsIn, youIn } from './you.ts'

/** An act on a user, before it is done. */
export type UserAct = { is: 'delete' } | { is: 'save'; change: ShownChange }

/**
 * Whom an act may lock out: the admin who does it, everybody, both (the last admin acts on their own account), or
 * perhaps the admin, if it is unknown which account is theirs, or if the service may take its email for theirs.
 */
export type Danger = 'you' | 'last-admin' | 'you-last' | 'perhaps-you'

/** What an act takes from an account; undefined: nothing. */
export function lossBy(act: UserAct): 'delete' | 'deactivate' | 'demote' | 'rename' | undefined {
  if (act.is === 'delete') return 'delete'
  if (act.change.active === false) return 'deactivate'
  if (act.change.admin === false) return 'demote'
  return act.change.new_email === undefined ? undefined : 'rename'
}

/** The emails that the signed-in account may have, as far as the list and the session know; empty: unknown. */
export function myEmails({ session, list }: Knows<User>): readonly string[] {
  const emails = youIn(session.identity, session.outcomes.get())
  return list === undefined ? emails : myEmailsIn(list, emails)
}

/** Whether an account may administer. An `active` that cannot be read counts as on. */
export const isActiveAdmin = ({ admin, active }: User) => admin === true && active !== false

/**
 * Whom an act may lock out. `myEmails`: the emails that the signed-in account may have; empty: unknown. Changing the email of
 * the last admin does not lock out anybody else.
 */
export function dangerOf(
  list: RowStore<User>,
  user: User,
  act: UserAct,
  myEmails: readonly string[],
): Danger | undefined {
  const loss = lossBy(act)
  if (loss === undefined) return undefined
  const isLast = loss !== 'rename' && isLastAdmin(list, user)
  if (myEmails.includes(user.email)) return isLast ? 'you-last' : 'you'
  if (isLast) return 'last-admin'
  // Only an active admin can be signed in.
  const mayBeYou = user.admin !== false && user.active !== false
  return myEmails.length === 0 && mayBeYou ? 'perhaps-you' : undefined
}

/**
 * The same without a list: any account could be the admin's own, and none is known to be the last admin. The service may
 * ignore case and spaces in emails.
 */
export function unlistedDangerOf(email: string, act: UserAct, myEmails: readonly string[]): Danger | undefined {
  if (lossBy(act) === undefined) return undefined
  if (myEmails.includes(email)) return 'you'
  const isPerhapsYou = myEmails.length === 0 || myEmails.some((mine) => nameKey(mine) === nameKey(email))
  return isPerhapsYou ? 'perhaps-you' : undefined
}

function isLastAdmin(list: RowStore<User>, user: User): boolean {
  if (!isActiveAdmin(user)) return false
  for (let i = 0; i < list.count; i += 1) {
    const other = list.at(i)
    if (other.email !== user.email && isActiveAdmin(other)) return false
  }
  return true
}
