import type { RowStore } from '#contract/list/row-store.ts'
import type { User, UserChange } from '#contract/user.ts'
import type { Knowing } from '#contract/write/kind.ts'
import { forbids, isActiveAdmin } from '#contract/write/user-kind.ts'
import type { Knows } from '#web/resource/act.ts'
import type { Question } from '#web/resource/question.ts'
import { nameKey, typeable } from '#web/ui/names/name-keys.ts'

// What is said and typed before an act locks somebody out, by the list; the write asks `forbids` again.

type KnowsUsers = Pick<Knows<User>, 'list' | 'you'>

/** An account, and as an act leaves it; undefined: deleted. */
type Acted = readonly [user: User, after: User | undefined]

/** An account as a change leaves it. */
export const leftBy = (user: User, { new_email, admin = user.admin, active = user.active }: UserChange): User => ({
  ...user,
  email: new_email || user.email,
  admin,
  active,
})

/** Whether an account is, or may be, the admin’s own. */
export const mayBeYou = (user: User, knows: KnowsUsers): boolean => ownership(user, knows) !== undefined

/**
 * Whether an account is the admin’s own. `unknown`: nobody knows which one is. Without a list, a service may take an
 * email for another one with the same letters.
 */
function ownership(
  { email, yours, admin, active }: User,
  { you, list }: KnowsUsers,
): 'yours' | 'perhaps' | 'unknown' | undefined {
  if (yours === true) return 'yours'
  if (you.includes(email)) return you.length === 1 ? 'yours' : 'perhaps'
  if (list === undefined && you.some((mine) => nameKey(mine) === nameKey(email))) return 'perhaps'
  // Only an active admin can be signed in.
  const isPossible = list === undefined || (admin !== false && active !== false)
  return you.length === 0 && isPossible ? 'unknown' : undefined
}

/** The active admins of a list, by email. */
function adminsIn(list: RowStore<User> | undefined): Map<string, User> | undefined {
  if (list === undefined) return undefined
  const admins = new Map<string, User>()
  for (let at = 0; at < list.count; at += 1) {
    const user = list.at(at)
    if (isActiveAdmin(user)) admins.set(user.email, user)
  }
  return admins
}

/**
 * Accounts that a job leaves out, because each of them is done alone, typed: the admin’s own, and the first of the active
 * admins if no other one would be left.
 */
export function sparedOf(acted: readonly Acted[], knows: KnowsUsers): ReadonlyMap<string, string> {
  const admins = adminsIn(knows.list)
  const spared = new Map<string, string>()
  for (const [user, after] of acted.toReversed()) {
    const locks = forbids(user, after, admins, (one) => mayBeYou(one, knows))
    const whose = locks.includes('locks-you-out') ? ownership(user, knows) : undefined
    if (whose === 'yours') spared.set(user.email, 'your account')
    else if (whose === 'perhaps') spared.set(user.email, 'perhaps your account')
    else if (locks.includes('locks-all-out')) spared.set(user.email, 'the last active admin')
    else {
      admins?.delete(user.email)
      if (after !== undefined && isActiveAdmin(after)) admins?.set(after.email, after)
    }
  }
  return spared
}

/**
 * What a question says of a lock-out, and has typed; undefined: there is none. `found`: what a write has found since the
 * list was read.
 */
export function lockOutOf(
  acted: readonly Acted[],
  knows: KnowsUsers,
  found: readonly Knowing[],
): (Pick<Question, 'typed' | 'knowing'> & { sentences: readonly string[] }) | undefined {
  const [only, ...others] = acted
  if (only === undefined) return undefined
  const isYou = (user: User) => mayBeYou(user, knows)
  if (others.length > 0) {
    const locksYou = ([user, after]: Acted) => forbids(user, after, undefined, isYou).length > 0
    if (!acted.some(locksYou)) return undefined
    return {
      sentences: ['If one of them is your account, you will be signed out.'],
      typed: { what: 'count', names: [String(acted.length)] },
      knowing: ['locks-you-out'],
    }
  }
  const [user, after] = only
  const since = found.filter((lock) => lock !== 'unchecked')
  const locks = [...new Set([...forbids(user, after, adminsIn(knows.list), isYou), ...since])]
  if (locks.length === 0) return undefined
  const isYours = ownership(user, knows) === 'yours'
  const staysAdmin = after !== undefined && after.admin !== false && after.active !== false
  return {
    sentences: [locks.includes('locks-all-out') ? lastWords(isYours) : yoursWords(isYours, staysAdmin)],
    typed: { what: 'email', names: [user.email, typeable(user.email)] },
    knowing: locks,
  }
}

const lastWords = (isYours: boolean) =>
  `${isYours ? 'You are' : 'This is'} the last active admin in this list. Afterwards, nobody may be able to manage this service.`

function yoursWords(isYours: boolean, staysAdmin: boolean): string {
  if (staysAdmin)
    return isYours
      ? 'You signed in with this account. Sign in with the new email from then on.'
      : 'If this is your account, you sign in with the new email from then on.'
  const out = 'will be signed out, and only another admin can let you in again.'
  return isYours ? `You signed in with this account. You ${out}` : `If this is your account, you ${out}`
}
