import type { RowStore } from '#contract/row-store.ts'
import type { User } from '#contract/user.ts'
import type { ShownChange } from './user-acts.ts'

/** What is about to happen to a user. */
export type Deed = { is: 'delete' } | { is: 'save'; change: ShownChange }

/** Why a deed may shut the admin out. */
export type Danger = 'you' | 'last-admin'

/** The verb of a deed, or undefined where it takes nothing from anybody. */
export function verbOf(deed: Deed): 'delete' | 'switch-off' | 'demote' | 'rename' | undefined {
  if (deed.is === 'delete') return 'delete'
  if (deed.change.active === false) return 'switch-off'
  if (deed.change.admin === false) return 'demote'
  return deed.change.new_email === undefined ? undefined : 'rename'
}

/**
 * Whether a deed may shut somebody out: the one who does it (`you`: what they may be called), or everybody, when it is
 * done to the last active admin of the list. Renaming the last admin takes nothing from the others.
 */
export function dangerOf(list: RowStore<User>, user: User, deed: Deed, you: readonly string[]): Danger | undefined {
  const verb = verbOf(deed)
  if (verb === undefined) return undefined
  if (you.includes(user.email)) return 'you'
  if (verb === 'rename' || user.admin !== true || user.active === false) return undefined
  for (let i = 0; i < list.count; i += 1) {
    const other = list.at(i)
    if (other.email !== user.email && other.admin === true && other.active !== false) return undefined
  }
  return 'last-admin'
}

/** Whether a deed could be done to whoever is signed in: only an active admin can be. */
export function mayBeYou(user: User, deed: Deed): boolean {
  return verbOf(deed) !== undefined && user.admin !== false && user.active !== false
}
