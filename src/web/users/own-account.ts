import type { ActionContext } from '#web/resource/action.ts'
import type { User, UserChange } from '#api/user.ts'
import { lookalikeKey } from '#web/ui/name-matching.ts'
import type { RowList } from '#api/list/row-list.ts'
import type { Job, JobItem } from '#web/jobs/job.ts'
import type { OwnAccountLoss } from '#web/session/session-messages.ts'
import { isAccepted, isReadBackRejected } from '#api/write/outcome.ts'

// Which account is the signed-in one, derived from the sign-in and from what was done since.

/** What tells whose account is whose. */
export type KnownUsers = Pick<ActionContext<User>, 'list' | 'ownEmails'>

/** Whether an account is, or may be, the admin’s own. */
export const mayBeOwnAccount = (user: User, known: KnownUsers): boolean => ownership(user, known) !== undefined

/**
 * Whether an account is the admin’s own. `unknown`: nobody knows which one is. Without a list, a service may take an
 * email for another one with the same letters.
 */
export function ownership(
  { email, yours, admin, active }: User,
  { ownEmails, list }: KnownUsers,
): 'yours' | 'perhaps' | 'unknown' | undefined {
  if (yours === true) return 'yours'
  if (ownEmails.includes(email)) return ownEmails.length === 1 ? 'yours' : 'perhaps'
  if (list === undefined && ownEmails.some((mine) => lookalikeKey(mine) === lookalikeKey(email))) return 'perhaps'
  // Only an active admin can be signed in.
  const isPossible = list === undefined || (admin !== false && active !== false)
  return ownEmails.length === 0 && isPossible ? 'unknown' : undefined
}

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
