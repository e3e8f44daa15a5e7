import { rowStore, type RowStore } from '#contract/list/row-store.ts'
import type { User, UserChange } from '#contract/user.ts'
import { compareNames } from '#web/resource/name-order.ts'
import type { Job, JobItem } from '#web/jobs/job.ts'
import { isAccepted } from '#contract/write/outcome.ts'

// The users of a service that cannot list them: nobody knows more of them than what was sent from here.

/**
 * The accounts that this session has acted on, as rows, and those of `emails`. A flag is unknown until a save with it was
 * accepted.
 */
export function accountsIn(jobs: readonly Job[], emails: Iterable<string> = []): RowStore<User> {
  const accounts = new Map<string, User>()
  for (const email of emails) accounts.set(email, unlistedUser(email))
  let readAt = 0
  for (const { resource, items } of jobs) {
    if (resource !== 'users') continue
    for (const item of items) {
      readAt = Math.max(readAt, item.at ?? 0)
      note(accounts, item)
    }
  }
  const head = { beganAt: readAt, readAt, isWhole: true, unreadable: [], unknownFields: [] }
  const rows = [...accounts.values()].sort((a, b) => compareNames(a.email, b.email))
  return rowStore(rows, head, ({ email }) => email)
}

/** Any account, known or not: with its email, it can be changed and deleted. */
export function accountOf(accounts: RowStore<User>, email: string): User {
  const at = accounts.find(email)
  return at < 0 ? unlistedUser(email) : accounts.at(at)
}

/** An account of which only the email is known. */
export const unlistedUser = (email: string): User => ({
  email,
  admin: undefined,
  active: undefined,
  created_at: undefined,
  updated_at: undefined,
})

/** Notes what came of one act. What was refused changes nothing; what got no answer may have. */
function note(accounts: Map<string, User>, { name, after, seen, change, told, outcome }: JobItem): void {
  if (outcome === undefined || told === undefined) return
  const { do: act } = outcome.done
  const before = accounts.get(name) ?? unlistedUser(name)
  if (act === 'create') {
    // The service answers the same for an account that exists, which keeps its flags.
    if (told.result !== 'failed') accounts.set(name, before)
    return
  }
  if (!isAccepted(outcome)) {
    const { admin, active } = change as UserChange
    const isOpen = told.result === 'unknown' && act === 'save'
    accounts.set(
      name,
      isOpen
        ? {
            ...before,
            ...(admin !== undefined && { admin: undefined }),
            ...(active !== undefined && { active: undefined }),
          }
        : before,
    )
    return
  }
  accounts.delete(name)
  if (act === 'remove') return
  const { admin, active } = { ...(seen?.row as User | undefined), ...(change as UserChange) }
  accounts.set(after, { ...before, email: after, admin, active })
}
