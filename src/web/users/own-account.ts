import type { ActionContext, Confirmation } from '#web/resource/action.ts'
import type { User, UserChange } from '#api/user.ts'
import { lookalikeKey, toTypeable } from '#web/ui/name-matching.ts'
import type { RowList } from '#api/list/row-list.ts'
import { isActiveAdmin, findLockouts } from '#api/write/user-adapter.ts'
import type { Acknowledgement } from '#api/write/resource-adapter.ts'
import type { Job, JobItem } from '#web/jobs/job.ts'
import type { OwnAccountLoss } from '#web/session/session-messages.ts'
import { isAccepted, isReadBackRejected } from '#api/write/outcome.ts'

// What is said and typed before an act locks somebody out, by the list; the write asks `findLockouts` again.

type KnowsUsers = Pick<ActionContext<User>, 'list' | 'ownEmails'>

/** An account, and as an act leaves it; undefined: deleted. */
type Acted = readonly [user: User, after: User | undefined]

/** An account as a change leaves it. */
export const userAfterChange = (
  user: User,
  { new_email, admin = user.admin, active = user.active }: UserChange,
): User => ({
  ...user,
  email: new_email || user.email,
  admin,
  active,
})

/** Whether an account is, or may be, the admin’s own. */
export const mayBeOwnAccount = (user: User, knows: KnowsUsers): boolean => ownership(user, knows) !== undefined

/**
 * Whether an account is the admin’s own. `unknown`: nobody knows which one is. Without a list, a service may take an
 * email for another one with the same letters.
 */
function ownership(
  { email, yours, admin, active }: User,
  { ownEmails, list }: KnowsUsers,
): 'yours' | 'perhaps' | 'unknown' | undefined {
  if (yours === true) return 'yours'
  if (ownEmails.includes(email)) return ownEmails.length === 1 ? 'yours' : 'perhaps'
  if (list === undefined && ownEmails.some((mine) => lookalikeKey(mine) === lookalikeKey(email))) return 'perhaps'
  // Only an active admin can be signed in.
  const isPossible = list === undefined || (admin !== false && active !== false)
  return ownEmails.length === 0 && isPossible ? 'unknown' : undefined
}

/** The active admins of a list, by email. */
function adminsIn(list: RowList<User> | undefined): Map<string, User> | undefined {
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
export function excludedFromBulk(acted: readonly Acted[], knows: KnowsUsers): ReadonlyMap<string, string> {
  const admins = adminsIn(knows.list)
  const spared = new Map<string, string>()
  for (const [user, after] of acted.toReversed()) {
    const locks = findLockouts(user, after, admins, (one) => mayBeOwnAccount(one, knows))
    const whose = locks.includes('locks-out-self') ? ownership(user, knows) : undefined
    if (whose === 'yours') spared.set(user.email, 'your account')
    else if (whose === 'perhaps') spared.set(user.email, 'perhaps your account')
    else if (locks.includes('locks-out-everyone')) spared.set(user.email, 'the last active admin')
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
export function lockoutConfirmation(
  acted: readonly Acted[],
  knows: KnowsUsers,
  found: readonly Acknowledgement[],
): (Pick<Confirmation, 'typeToConfirm' | 'acknowledges'> & { sentences: readonly string[] }) | undefined {
  const [only, ...others] = acted
  if (only === undefined) return undefined
  const isYou = (user: User) => mayBeOwnAccount(user, knows)
  if (others.length > 0) {
    const locksYou = ([user, after]: Acted) => findLockouts(user, after, undefined, isYou).length > 0
    if (!acted.some(locksYou)) return undefined
    return {
      sentences: ['If one of them is your account, you will be signed out.'],
      typeToConfirm: { noun: 'count', names: [String(acted.length)] },
      acknowledges: ['locks-out-self'],
    }
  }
  const [user, after] = only
  const since = found.filter((lock) => lock !== 'identity-unknown')
  const locks = [...new Set([...findLockouts(user, after, adminsIn(knows.list), isYou), ...since])]
  if (locks.length === 0) return undefined
  const isYours = ownership(user, knows) === 'yours'
  const staysAdmin = after !== undefined && after.admin !== false && after.active !== false
  return {
    sentences: [locks.includes('locks-out-everyone') ? lastWords(isYours) : yoursWords(isYours, staysAdmin)],
    typeToConfirm: { noun: 'email', names: [user.email, toTypeable(user.email)] },
    acknowledges: locks,
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

// Which account is the signed-in one, derived from the sign-in and from what was done since.

/** How somebody signed in. */
interface SignIn {
  /** Undefined: by an access token. */
  email: string | undefined
  /** Milliseconds since 1970. */
  since: number
}

/**
 * The emails that the signed-in account may have: that of its row, where the list marks one; else the one signed in with,
 * and each that a change of it may have left. Empty: unknown, or none of them is in the list.
 */
export function findOwnEmails(
  signIn: SignIn,
  jobs: readonly Job[],
  list: RowList<User> | undefined,
): readonly string[] {
  if (list === undefined) return emailsSince(signIn, jobs)
  for (let index = 0; index < list.count; index += 1) if (list.at(index).yours === true) return [list.at(index).email]
  return emailsSince(signIn, jobs).filter((email) => list.indexOf(email) >= 0)
}

function emailsSince(signIn: SignIn, jobs: readonly Job[]): readonly string[] {
  let ownEmails: readonly string[] = signIn.email === undefined ? [] : [signIn.email]
  for (const { name, currentName, change, facts, outcome } of itemsSince(signIn, jobs)) {
    const { new_email: newEmail } = change as UserChange
    // Without a record, nothing was sent.
    if (
      newEmail === undefined ||
      facts === undefined ||
      outcome?.request.body === undefined ||
      !ownEmails.includes(name)
    )
      continue
    if (facts.status === 'success') ownEmails = [...ownEmails.filter((email) => email !== name), currentName]
    else if (facts.status === 'unknown' || facts.concern === 'differs') ownEmails = [...ownEmails, newEmail]
  }
  return [...new Set(ownEmails)]
}

const itemsSince = ({ since }: SignIn, jobs: readonly Job[]): readonly JobItem[] =>
  jobs
    .flatMap(({ resource, items }) => (resource === 'users' ? items : []))
    .filter(({ settledAt = 0 }) => settledAt >= since)

/**
 * What the admin took from the signed-in account, once the service has accepted that; not `isCertain`: it may be that
 * account. Nobody can read it back whose account is gone: where no email is known, the refused read tells.
 */
export function findOwnAccountLoss(
  signIn: SignIn,
  jobs: readonly Job[],
  list: RowList<User> | undefined,
): OwnAccountLoss | undefined {
  const ownEmails = [...emailsSince(signIn, jobs), ...findOwnEmails(signIn, jobs, list)]
  for (const { name, outcome, change } of itemsSince(signIn, jobs).toReversed()) {
    if (outcome === undefined || !isAccepted(outcome)) continue
    const isCertain = ownEmails.includes(name)
    if (!isCertain && (ownEmails.length > 0 || !isReadBackRejected(outcome))) continue
    const { admin, active } = change as UserChange
    if (outcome.request.operation === 'delete') return { email: name, isCertain, lost: 'account' }
    if (outcome.request.operation !== 'update') continue
    if (admin === false || active === false)
      return { email: name, isCertain, lost: active === false ? 'active' : 'admin' }
    // The last thing that was done to one's own flags counts.
    if (admin === true || active === true) return undefined
  }
  return undefined
}
