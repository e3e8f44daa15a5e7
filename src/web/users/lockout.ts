import { nameKey, typeable } from '#web/ui/names/name-keys.ts'
import type { RowStore } from '#contract/list/row-store.ts'
import type { User, UserChange } from '#contract/user.ts'
import type { Knowing } from '#contract/write/kind.ts'
import type { How, Knows } from '#web/resource/act.ts'
import type { Question } from '#web/resource/question.ts'

type KnowsUsers = Pick<Knows<User>, 'list' | 'you'>

/** What an act takes from an account. */
export type Loss = 'account' | 'active' | 'admin' | 'email'

/** What a change takes from an account; undefined: nothing. */
export function lossBy({ active, admin, new_email }: UserChange): Loss | undefined {
  if (active === false) return 'active'
  if (admin === false) return 'admin'
  return new_email === undefined ? undefined : 'email'
}

/** Whether an account may administer. An `active` that cannot be read counts as on. */
export const isActiveAdmin = ({ admin, active }: User) => admin === true && active !== false

/**
 * Whether an account is the admin’s own. `unknown`: nobody knows which one is. Without a list, a service may take an
 * email for another one with the same letters.
 */
function ownership(
  { email, admin, active }: User,
  { you, list }: KnowsUsers,
): 'yours' | 'perhaps' | 'unknown' | undefined {
  if (you.includes(email)) return you.length === 1 ? 'yours' : 'perhaps'
  if (list === undefined && you.some((mine) => nameKey(mine) === nameKey(email))) return 'perhaps'
  // Only an active admin can be signed in.
  const isPossible = list === undefined || (admin !== false && active !== false)
  return you.length === 0 && isPossible ? 'unknown' : undefined
}

/** Whether all active admins of a list are among these rows. */
function isEveryAdmin(users: readonly User[], list: RowStore<User> | undefined): boolean {
  if (list === undefined || !users.some(isActiveAdmin)) return false
  const emails = new Set(users.map(({ email }) => email))
  for (let at = 0; at < list.count; at += 1) {
    const user = list.at(at)
    if (isActiveAdmin(user) && !emails.has(user.email)) return false
  }
  return true
}

/**
 * Accounts that a job leaves out, because each of them is done alone, typed: the admin’s own, and one admin where no other
 * active one would be left.
 */
export function spares(users: readonly User[], knows: KnowsUsers): ReadonlyMap<string, string> {
  const spared = new Map<string, string>()
  for (const user of users) {
    const whose = ownership(user, knows)
    if (whose === 'yours') spared.set(user.email, 'your account')
    if (whose === 'perhaps') spared.set(user.email, 'perhaps your account')
  }
  const others = users.filter(({ email }) => !spared.has(email))
  const first = isEveryAdmin(others, knows.list) ? others.find(isActiveAdmin) : undefined
  if (first !== undefined) spared.set(first.email, 'the last active admin')
  return spared
}

/** What a question says of a lock-out, and has typed. */
type LockOut = { sentences: readonly string[] } & Pick<Question, 'typed' | 'knowing'>

const nobody: LockOut = { sentences: [] }

/** Whom an act on one account locks out. What the admin was told before, a write has found since the list was read. */
export function lockOutOf(
  user: User,
  loss: Loss | undefined,
  knows: KnowsUsers,
  { knowing }: Pick<How, 'knowing'>,
): LockOut {
  if (loss === undefined) return nobody
  const whose = knowing.includes('locks-you-out') ? 'yours' : ownership(user, knows)
  const isLast = loss !== 'email' && (knowing.includes('locks-all-out') || isEveryAdmin([user], knows.list))
  if (whose === undefined && !isLast) return nobody
  const told: Knowing[] = [
    ...(whose === undefined ? [] : (['locks-you-out'] as const)),
    ...(isLast ? (['locks-all-out'] as const) : []),
  ]
  return {
    sentences: [isLast ? lastWords(whose === 'yours') : yoursWords(whose === 'yours', loss)],
    typed: { what: 'email', names: [user.email, typeable(user.email)] },
    knowing: told,
  }
}

/** The same of an act on several, which leaves out whatever is known to be the admin’s own. */
export function lockOutOfMany(users: readonly User[], loss: Loss | undefined, knows: KnowsUsers): LockOut {
  const mayBeYou = loss !== undefined && users.some((user) => ownership(user, knows) === 'unknown')
  if (!mayBeYou) return nobody
  return {
    sentences: ['If one of them is your account, you will be signed out.'],
    typed: { what: 'count', names: [String(users.length)] },
    knowing: ['locks-you-out'],
  }
}

const lastWords = (isYou: boolean) =>
  `${isYou ? 'You are' : 'This is'} the last active admin in this list. Afterwards, nobody may be able to manage this service.`

function yoursWords(isYou: boolean, loss: Loss): string {
  const head = isYou ? 'You signed in with this account. ' : 'If this is your account, '
  if (loss === 'email')
    return isYou
      ? `${head}Sign in with the new email from then on.`
      : `${head}you sign in with the new email from then on.`
  // The question before a deletion says itself that nobody can undo it.
  return `${head}${isYou ? 'You' : 'you'} will be signed out${loss === 'account' ? '.' : ', and only another admin can undo it.'}`
}
