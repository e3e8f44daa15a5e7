import type { RowStore } from '#contract/list/row-store.ts'
import type { User, UserChange } from '#contract/user.ts'
import type { Job, JobItem } from '#web/jobs/job.ts'
import { isAccepted, isShutOut } from '#contract/write/outcome.ts'
import type { LostAccount } from '#web/session/words.ts'

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
export function youIn(signIn: SignIn, jobs: readonly Job[], list: RowStore<User> | undefined): readonly string[] {
  if (list === undefined) return emailsSince(signIn, jobs)
  for (let at = 0; at < list.count; at += 1) if (list.at(at).yours === true) return [list.at(at).email]
  return emailsSince(signIn, jobs).filter((email) => list.find(email) >= 0)
}

function emailsSince(signIn: SignIn, jobs: readonly Job[]): readonly string[] {
  let mine: readonly string[] = signIn.email === undefined ? [] : [signIn.email]
  for (const { name, after, change, told, outcome } of itemsSince(signIn, jobs)) {
    const { new_email: to } = change as UserChange
    // Without a record, nothing was sent.
    if (to === undefined || told === undefined || outcome?.done.record === undefined || !mine.includes(name)) continue
    if (told.result === 'done') mine = [...mine.filter((own) => own !== name), after]
    else if (told.result === 'unknown' || told.tone === 'amber') mine = [...mine, to]
  }
  return [...new Set(mine)]
}

const itemsSince = ({ since }: SignIn, jobs: readonly Job[]): readonly JobItem[] =>
  jobs.flatMap(({ resource, items }) => (resource === 'users' ? items : [])).filter(({ at = 0 }) => at >= since)

/**
 * What the admin took from the signed-in account, once the service has accepted that; not `isCertain`: it may be that
 * account. Nobody can read it back whose account is gone: where no email is known, the refused read tells.
 */
export function ownLoss(
  signIn: SignIn,
  jobs: readonly Job[],
  list: RowStore<User> | undefined,
): LostAccount | undefined {
  const mine = [...emailsSince(signIn, jobs), ...youIn(signIn, jobs, list)]
  for (const { name, outcome, change } of itemsSince(signIn, jobs).toReversed()) {
    if (outcome === undefined || !isAccepted(outcome)) continue
    const isCertain = mine.includes(name)
    if (!isCertain && (mine.length > 0 || !isShutOut(outcome))) continue
    const { admin, active } = change as UserChange
    if (outcome.done.do === 'remove') return { email: name, isCertain, lost: 'account' }
    if (outcome.done.do !== 'save') continue
    if (admin === false || active === false)
      return { email: name, isCertain, lost: active === false ? 'active' : 'admin' }
    // The last thing that was done to one's own flags counts.
    if (admin === true || active === true) return undefined
  }
  return undefined
}
