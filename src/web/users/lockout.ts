import { twinKey } from '#contract/list/name-keys.ts'
import type { RowStore } from '#contract/list/row-store.ts'
import type { User } from '#contract/user.ts'
import type { ShownChange } from './user-hooks.ts'
import { useMemo } from 'react'
import type { Verdict } from '#contract/saving/verdict.ts'
import { useConsole } from '#web/app/console.tsx'
import { useStore } from '#web/ui/store.ts'
import type { ReasonToAsk } from '#web/writes/asked-act.ts'
import type { Dialogs } from '#web/writes/use-dialogs.ts'

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
  const isPerhapsYou = myEmails.length === 0 || myEmails.some((mine) => twinKey(mine) === twinKey(email))
  return isPerhapsYou ? 'perhaps-you' : undefined
}

function isLastAdmin(list: RowStore<User>, user: User): boolean {
  if (user.admin !== true || user.active === false) return false
  for (let i = 0; i < list.count; i += 1) {
    const other = list.at(i)
    if (other.email !== user.email && other.admin === true && other.active !== false) return false
  }
  return true
}

/** An act that is about to be done, with everything that must be said first. */
export interface Attempt {
  email: string
  act: UserAct
  danger?: Danger | undefined
  /** Names of fields that a save may clear. */
  clears?: readonly string[]
  /** Why a deletion is asked about again, or that the console cannot check the account. */
  reason?: ReasonToAsk | undefined
}

/** The same before a save. */
export type SaveAttempt = Attempt & { act: { is: 'save' } }

/** Whether there is something to say or to type before an act. */
export function isAsked({ act, danger, clears = [] }: Attempt): boolean {
  const isAlways = act.is === 'delete' || act.change.active === false
  return isAlways || danger !== undefined || clears.length > 0
}

/** A dialog before an act. */
export interface Question extends Attempt {
  is: 'question'
  onAnswer: (answer: UserAnswer) => void
}

/** The admin's answer. `delete`: delete the account instead. */
export type UserAnswer = 'go' | 'cancel' | 'delete'

/** Asks before an act on a user. */
interface UserGuard {
  /** Resolves at once if there is nothing to say or to type. */
  ask: (attempt: Attempt) => Promise<UserAnswer>
  /** Call it after a change of email: the admin's own account stays guarded under every email that it may have now. */
  renamed: (email: string, to: string, verdict: Verdict<User>) => void
}

/** `myEmails`: the emails that the signed-in account may have; empty: unknown. */
export function useUserGuard(myEmails: readonly string[], dialogs: Pick<Dialogs<Question>, 'ask'>): UserGuard {
  const { you } = useConsole()
  return {
    ask: async (attempt) =>
      isAsked(attempt) ? dialogs.ask<UserAnswer>((onAnswer) => ({ is: 'question', ...attempt, onAnswer })) : 'go',
    renamed(email, to, verdict) {
      const known = you.get()
      const now = emailsAfter(email, to, verdict)
      if (now === undefined || !(myEmails.includes(email) || known.includes(email))) return
      you.set([...new Set([...known.filter((one) => one !== email), ...now])])
    },
  }
}

/** The emails that an account may have after a change of email; undefined: the same as before. */
function emailsAfter(email: string, to: string, verdict: Verdict<User>): string[] | undefined {
  if (verdict.is === 'as-asked') return [verdict.row.email]
  const isUnclear = verdict.is === 'differently' || verdict.is === 'not-verified' || verdict.is === 'unknown'
  return isUnclear ? [email, to] : undefined
}

/**
 * The emails that the signed-in account may have: from the list, else as far as the console knows. Empty if none of
 * them is in the list: the email was changed in another window, or before this page loaded.
 */
export function useMyEmails(list: RowStore<User>): readonly string[] {
  const { you } = useConsole()
  const emails = useStore(you)
  const named = useMemo(() => {
    for (let i = 0; i < list.count; i += 1) if (list.at(i).yours === true) return list.at(i).email
    return undefined
  }, [list])
  if (named !== undefined) return [named]
  return emails.some((email) => list.find(email) >= 0) ? emails : []
}
