import { useMemo } from 'react'
import type { RowStore } from '#contract/list/row-store.ts'
import type { User, UserChange } from '#contract/user.ts'
import { useSession, type Session } from '#web/session/session.ts'
import { useStore } from '#web/ui/store.ts'
import type { Entry, Outcome } from '#web/writes/outcomes/outcomes.ts'

// Which account is the signed-in one, derived from the sign-in and from what was done since.

const isOfUser = (entry: Entry): entry is Outcome<User, UserChange> => 'verdict' in entry && entry.resource === 'users'

/**
 * The emails that the signed-in account may have: the one signed in with, and those that a change of it may have left.
 * Empty: unknown.
 */
export function youIn({ email, since }: Session['identity'], entries: readonly Entry[]): readonly string[] {
  let mine = email === undefined ? [] : [email]
  for (const entry of entries.toReversed()) {
    if (!isOfUser(entry) || entry.at < since || !mine.includes(entry.name)) continue
    const { name, change, verdict } = entry
    if (change.new_email === undefined) continue
    const others = mine.filter((own) => own !== name)
    if (verdict.is === 'as-asked') mine = [...others, verdict.row.email]
    else if (['differently', 'not-verified', 'unknown'].includes(verdict.is)) mine = [...mine, change.new_email]
  }
  return [...new Set(mine)]
}

/**
 * The emails that the signed-in account may have: from the list, else as far as the console knows. Empty if none of
 * them is in the list: the email was changed in another window, or before this page loaded.
 */
export function myEmailsIn(list: RowStore<User>, emails: readonly string[]): readonly string[] {
  for (let i = 0; i < list.count; i += 1) if (list.at(i).yours === true) return [list.at(i).email]
  return emails.some((email) => list.find(email) >= 0) ? emails : []
}

/** The same as `youIn`, as it changes. */
export function useYou(): readonly string[] {
  const { identity, outcomes } = useSession()
  const entries = useStore(outcomes)
  const emails = youIn(identity, entries).join('\n')
  return useMemo(() => (emails === '' ? [] : emails.split('\n')), [emails])
}

/**
 * The signed-in account, if the service has accepted its deletion; not `isCertain`: it may be that account. Nobody can
 * read it back whose account is gone: where no email is known, the refused read tells.
 */
export function deletedAccount(
  identity: Session['identity'],
  entries: readonly Entry[],
  list: RowStore<User> | undefined,
): { email: string; isCertain: boolean } | undefined {
  const emails = youIn(identity, entries)
  const mine = list === undefined ? emails : [...emails, ...myEmailsIn(list, emails)]
  for (const entry of entries) {
    if (!isOfUser(entry) || entry.act !== 'remove' || entry.at < identity.since) continue
    const { verdict, name } = entry
    if (verdict.is !== 'deleted' && verdict.is !== 'not-verified') continue
    const isCertain = mine.includes(name)
    const why = verdict.is === 'not-verified' && typeof verdict.why === 'object' ? verdict.why : undefined
    const isShutOut = why?.kind === 'signed-out' && why.by === undefined
    if (isCertain || (mine.length === 0 && isShutOut)) return { email: name, isCertain }
  }
  return undefined
}
