import type { RowStore } from '#contract/list/row-store.ts'
import type { User } from '#contract/user.ts'
import type { ShownChange } from './user-hooks.ts'

/** What is about to happen to a user. */
export type Deed = { is: 'delete' } | { is: 'save'; change: ShownChange }

/** Whom a deed may shut out: who does it, everybody, or everybody by the last admin's own hand. */
export type Danger = 'you' | 'last-admin' | 'you-last'

/** The verb of a deed, or undefined where it takes nothing from anybody. */
export function verbOf(deed: Deed): 'delete' | 'switch-off' | 'demote' | 'rename' | undefined {
  if (deed.is === 'delete') return 'delete'
  if (deed.change.active === false) return 'switch-off'
  if (deed.change.admin === false) return 'demote'
  return deed.change.new_email === undefined ? undefined : 'rename'
}

/**
 * Whether a deed may shut somebody out: the one who does it (`you`: what they may be called), or everybody, when it is
 * done to the last active admin in the list. Renaming the last admin takes nothing from the others.
 */
export function dangerOf(list: RowStore<User>, user: User, deed: Deed, you: readonly string[]): Danger | undefined {
  const verb = verbOf(deed)
  if (verb === undefined) return undefined
  const isLast = verb !== 'rename' && isLastAdmin(list, user)
  if (you.includes(user.email)) return isLast ? 'you-last' : 'you'
  return isLast ? 'last-admin' : undefined
}

function isLastAdmin(list: RowStore<User>, user: User): boolean {
  if (user.admin !== true || user.active === false) return false
  for (let i = 0; i < list.count; i += 1) {
    const other = list.at(i)
    if (other.email !== user.email && other.admin === true && other.active !== false) return false
  }
  return true
}

/** Whether a deed could be done to whoever is signed in: only an active admin can be. */
export function mayBeYou(user: User, deed: Deed): boolean {
  return verbOf(deed) !== undefined && user.admin !== false && user.active !== false
}
