import { useState } from 'react'
import type { RowStore } from '#contract/list/row-store.ts'
import type { Seen } from '#contract/saving/save.ts'
import type { User } from '#contract/user.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import { useConsole } from '#web/app/console.tsx'
import { isBlocked, offlineVerdict } from '#web/app/online.ts'
import { fieldsAtRisk } from '#web/service/knowledge.ts'
import type { InterruptedAct } from '#web/writes/interrupted-act.ts'
import type { UserNote } from '#web/writes/notes.ts'
import { useDeletion } from '#web/writes/use-deletion.ts'
import type { Answer } from '#web/writes/use-write.ts'
import {
  dangerOf,
  isAsked,
  useUserGuard,
  type Attempt,
  type Danger,
  type SaveAttempt,
  type UserAct,
  type UserGuard,
} from './lockout.ts'
import { useDeleteUser, usePrecheckRemoval, usePrecheckUser, useSaveUser, type ShownChange } from './user-hooks.ts'

/** A save that somebody else's change stopped. */
export interface ConflictedSave {
  verdict: Extract<Verdict<User>, { is: 'conflict' }>
  change: ShownChange
}

/** What is open over the list. Only one at a time, except the form of a new user, and a question over a form. */
export type Overlay =
  | { is: 'edit'; seen: Seen<User> }
  | ({ is: 'conflict' } & ConflictedSave)
  | { is: 'menu'; user: User; from: { current: HTMLElement } }

/** All acts on the users of a list, with their questions, and with the focus afterwards. */
export interface UserWork {
  /** A save, with everything that must be said first. */
  savingOf: (user: User, change: ShownChange) => SaveAttempt
  /** Resolves to undefined if the admin cancels. */
  save: (seen: Seen<User>, change: ShownChange, options?: SaveOptions) => Answer<User>
  overlay: Overlay | undefined
  setOverlay: (overlay: Overlay | undefined) => void
  question: UserGuard['question']
  /** Whom an act on a user may lock out. */
  danger: (user: User, act: UserAct) => Danger | undefined
  edit: (user: User) => void
  /** Saves a switch in a row. */
  change: (user: User, change: ShownChange) => void
  send: (user: User, change: ShownChange, overwrite?: boolean) => void
  sendFrom: (from: Seen<User>, change: ShownChange, options?: SaveOptions) => void
  /** Undoes a save, unless somebody else changed the row since. */
  undo: (note: UserNote) => void
  askToDelete: (user: User) => Promise<void>
  remove: (seen: Seen<User>, options?: { unchecked?: boolean }) => Promise<void>
  /** A deletion that did not go ahead; a dialog asks again. */
  interrupted: InterruptedAct<User> | undefined
  dropInterrupted: () => void
}

/** `isAgreed`: everything has been said and typed. */
export type SaveOptions = NonNullable<Parameters<ReturnType<typeof useSaveUser>>[2]> & { isAgreed?: true }

interface Page {
  list: RowStore<User>
  readOnly: string | undefined
  /** The emails that the signed-in account may have. */
  myEmails: readonly string[]
}

export function useUserWork({ list, readOnly, myEmails }: Page): UserWork {
  const console = useConsole()
  const { knowledge, learned } = console
  const guard = useUserGuard(myEmails)
  const write = { save: useSaveUser(), remove: useDeleteUser() }
  const look = usePrecheckUser()
  const [overlay, setOverlay] = useState<Overlay>()
  const deletion = useDeletion({ precheck: usePrecheckRemoval(), remove: write.remove })
  const seen = (user: User): Seen<User> => ({ row: user, beganAt: list.beganAt })

  const danger: UserWork['danger'] = (user, act) => dangerOf(list, user, act, myEmails)
  const attempt = (user: User, act: UserAct): Attempt => ({ email: user.email, act, danger: danger(user, act) })
  const ask = async (user: User, attempt: Attempt) => {
    const answer = await guard.ask(attempt)
    if (answer === 'delete') void askToDelete(user)
    return answer === 'go'
  }
  const remove: UserWork['remove'] = async (from, options) => {
    if (!isBlocked(console)) await deletion.remove(from, options)
  }
  const askToDelete = async (user: User) => {
    if (isBlocked(console, readOnly)) return
    const from = seen(user)
    if (!(await deletion.mayAsk(from, 'delete'))) return
    if (await ask(user, attempt(user, { is: 'delete' }))) await remove(from)
  }
  const savingOf: UserWork['savingOf'] = (user, change) => {
    const { admin, active, ...others } = change
    // What the row already has is no change.
    const changes: ShownChange = {
      ...others,
      ...(admin !== undefined && admin !== user.admin && { admin }),
      ...(active !== undefined && active !== user.active && { active }),
    }
    const act = { is: 'save', change: changes } as const
    const isQuiet = knowledge.get().quiet.includes('user-fields')
    return { ...attempt(user, act), act, clears: isQuiet ? [] : fieldsAtRisk('users', list, learned.get()) }
  }
  const save = async (from: Seen<User>, change: ShownChange, options: SaveOptions = {}): Answer<User> => {
    if (isBlocked(console)) return offlineVerdict
    const asks = savingOf(from.row, change)
    const isNothing = Object.keys(change).length === 0 && options.password === undefined
    if (!isNothing && options.isAgreed !== true && isAsked(asks)) {
      const found = await look(from, change, {
        overwrite: options.overwrite,
        hasUnseen: options.password !== undefined,
      })
      if (found !== 'free') return found
      if (!(await ask(from.row, asks))) return undefined
    }
    const verdict = await write.save(from, change, options)
    const { new_email } = change
    if (verdict !== undefined && new_email !== undefined) guard.renamed(from.row.email, new_email, verdict)
    return verdict
  }
  const send = (user: User, change: ShownChange, overwrite = false) => sendFrom(seen(user), change, { overwrite })
  const sendFrom: UserWork['sendFrom'] = (from, change, options) =>
    void save(from, change, options).then((verdict) => {
      if (verdict?.is === 'conflict') setOverlay({ is: 'conflict', verdict, change })
    })

  return {
    savingOf,
    save,
    overlay,
    setOverlay,
    question: guard.question,
    danger,
    edit: (user) => {
      if (!isBlocked(console, readOnly)) setOverlay({ is: 'edit', seen: seen(user) })
    },
    change(user, change) {
      if (!isBlocked(console, readOnly)) send(user, change)
    },
    send,
    sendFrom,
    undo({ verdict, undo }) {
      if (verdict.is !== 'as-asked' || undo === undefined || isBlocked(console, readOnly)) return
      sendFrom({ row: verdict.row, beganAt: verdict.at }, undo)
    },
    askToDelete,
    interrupted: deletion.interrupted,
    dropInterrupted: deletion.dropInterrupted,
    remove,
  }
}
