import type { RowStore } from '#contract/list/row-store.ts'
import type { User } from '#contract/user.ts'
import type { ShownChange } from './user-hooks.ts'
import { useState, useMemo } from 'react'
import type { Verdict } from '#contract/saving/verdict.ts'
import { useConsole } from '#web/app/console.tsx'
import { useStore } from '#web/ui/store.ts'

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

/** A question before a deed that may shut somebody out. */
export type Question =
  | { is: 'who'; answer: (email: string | undefined) => void; cancel: () => void }
  | {
      is: 'lockout'
      email: string
      deed: Deed
      danger: Danger
      clears: readonly string[]
      answer: (go: boolean) => void
    }
  | { is: 'clears'; email: string; clears: readonly string[]; answer: (go: boolean) => void }

/** A deed about to be done to an account. */
export interface Attempt {
  email: string
  deed: Deed
  /** Whether it could be done to whoever is signed in, as far as the page knows the account. */
  mayBeYou: boolean
  /** Whom it may shut out, once it is known who is signed in, or that nobody can say. */
  dangerTo: (you: readonly string[]) => Danger | undefined
  /** Names of fields that it may clear, where that was not said yet. */
  clears?: readonly string[]
}

/** The guard before such deeds, and what it learns from one. */
export interface LockoutGuard {
  /** What it asks just now. */
  question: Question | undefined
  /** At once where nobody is shut out and nothing cleared, else when the admin agreed; false: they thought better of it. */
  sure: (attempt: Attempt) => Promise<boolean>
  /** After a renaming: one's own account is guarded under whatever it may be called now. */
  renamed: (email: string, to: string, verdict: Verdict<User>) => void
}

/** `me` is what the account of whoever is signed in may be called; empty: not known. */
export function useLockout(me: readonly string[]): LockoutGuard {
  const { you } = useConsole()
  const [question, setQuestion] = useState<Question>()

  /** Asks once, where a pasted bearer does not say whose it is and the deed could be done to oneself. */
  const whoAmI = async (mayBeYou: boolean): Promise<readonly string[] | undefined> => {
    const known = you.get()
    if (me.length > 0) return me
    if (known.asked || !mayBeYou) return known.emails
    const answer = await new Promise<{ email: string | undefined } | undefined>((resolve) => {
      setQuestion({ is: 'who', answer: (email) => resolve({ email }), cancel: () => resolve(undefined) })
    })
    setQuestion(undefined)
    if (answer === undefined) return undefined
    const emails = answer.email === undefined ? [] : [answer.email]
    you.set({ emails, asked: true })
    return emails
  }
  return {
    question,
    async sure({ email, deed, mayBeYou, dangerTo, clears = [] }) {
      const who = await whoAmI(mayBeYou)
      if (who === undefined) return false
      const danger = dangerTo(who)
      if (danger === undefined && clears.length === 0) return true
      const go = await new Promise<boolean>((answer) =>
        setQuestion(
          danger === undefined
            ? { is: 'clears', email, clears, answer }
            : { is: 'lockout', email, deed, danger, clears, answer },
        ),
      )
      setQuestion(undefined)
      return go
    },
    renamed(email, to, verdict) {
      const { emails, asked } = you.get()
      const now = emailsAfter(email, to, verdict)
      if (now === undefined || !(me.includes(email) || emails.includes(email))) return
      you.set({ emails: [...new Set([...emails.filter((one) => one !== email), ...now])], asked })
    },
  }
}

/** What an account may be called after a renaming; undefined: as before. */
function emailsAfter(email: string, to: string, verdict: Verdict<User>): string[] | undefined {
  if (verdict.is === 'as-asked') return [verdict.row.email]
  const isUnclear = verdict.is === 'differently' || verdict.is === 'not-verified' || verdict.is === 'unknown'
  return isUnclear ? [email, to] : undefined
}

/**
 * What the account of whoever is signed in may be called: from the list, or else as far as the console knows. None where
 * no user of the list is called that: the account was renamed in another window, or before this page was loaded.
 */
export function useMe(list: RowStore<User>): readonly string[] {
  const { you } = useConsole()
  const { emails } = useStore(you)
  const named = useMemo(() => {
    for (let i = 0; i < list.count; i += 1) if (list.at(i).yours === true) return list.at(i).email
    return undefined
  }, [list])
  if (named !== undefined) return [named]
  return emails.some((email) => list.find(email) >= 0) ? emails : []
}
