import { useState } from 'react'
import type { RowStore } from '#contract/list/row-store.ts'
import type { Seen } from '#contract/saving/save.ts'
import type { User } from '#contract/user.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import { useConsole } from '#web/app/console.tsx'
import { isBlocked, offlineVerdict } from '#web/app/online.ts'
import { fieldsAtRisk } from '#web/service/knowledge.ts'
import type { StoppedAct } from '#web/writes/stopped-act.ts'
import type { UserNote } from '#web/writes/notes.ts'
import { useDeletion } from '#web/writes/use-deletion.ts'
import type { Answer } from '#web/writes/use-write.ts'
import { dangerOf, isAsked, useUserGuard, type Attempt, type Danger, type Deed, type UserGuard } from './lockout.ts'
import { useDeleteUser, useLookAtUser, useSaveUser, type ShownChange } from './user-hooks.ts'

/** What lies over the list, at most one at a time (the form of a new user and a question over a form apart). */
export type Over =
  | { is: 'edit'; seen: Seen<User> }
  | { is: 'conflict'; verdict: Extract<Verdict<User>, { is: 'conflict' }>; change: ShownChange }
  | { is: 'menu'; user: User; from: { current: HTMLElement } }

/** Everything that can be done to the users of a list, each with its question before and its focus after. */
export interface UserWork {
  /** Undefined comes back when the admin thought better of it. */
  save: (seen: Seen<User>, change: ShownChange, options?: SaveOptions) => Answer<User>
  over: Over | undefined
  setOver: (over: Over | undefined) => void
  question: UserGuard['question']
  /** Whom a deed to a user may shut out. */
  danger: (user: User, deed: Deed) => Danger | undefined
  edit: (user: User) => void
  /** A switch in a row. */
  change: (user: User, change: ShownChange) => void
  send: (user: User, change: ShownChange, overwrite?: boolean) => void
  /** Undoes a save, unless somebody else changed the row since. */
  undo: (note: UserNote) => void
  askToDelete: (user: User) => Promise<void>
  remove: (seen: Seen<User>, options?: { unchecked?: boolean }) => Promise<void>
  /** A deletion that is asked about again. */
  stopped: StoppedAct<User> | undefined
  dropStopped: () => void
}

type SaveOptions = NonNullable<Parameters<ReturnType<typeof useSaveUser>>[2]>

interface Page {
  list: RowStore<User>
  readOnly: string | undefined
  /** What the account of whoever is signed in may be called. */
  me: readonly string[]
}

/** The work of one page. */
export function useUserWork({ list, readOnly, me }: Page): UserWork {
  const console = useConsole()
  const { knowledge, learned } = console
  const guard = useUserGuard(me)
  const write = { save: useSaveUser(), remove: useDeleteUser() }
  const look = useLookAtUser()
  const [over, setOver] = useState<Over>()
  const deletion = useDeletion(write.remove)
  const seen = (user: User): Seen<User> => ({ row: user, beganAt: list.beganAt })

  const danger: UserWork['danger'] = (user, deed) => dangerOf(list, user, deed, me)
  const attempt = (user: User, deed: Deed): Attempt => ({ email: user.email, deed, danger: danger(user, deed) })
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
    if (await ask(user, attempt(user, { is: 'delete' }))) await remove(from)
  }
  const save = async (from: Seen<User>, change: ShownChange, options: SaveOptions = {}): Answer<User> => {
    if (isBlocked(console)) return offlineVerdict
    const isNothing = Object.keys(change).length === 0 && options.password === undefined
    const isQuiet = isNothing || knowledge.get().quiet.includes('user-fields')
    const clears = isQuiet ? [] : fieldsAtRisk('users', list, learned.get())
    const asks = { ...attempt(from.row, { is: 'save', change }), clears }
    if (isAsked(asks)) {
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
  const sendFrom = (from: Seen<User>, change: ShownChange, options?: SaveOptions) =>
    void save(from, change, options).then((verdict) => {
      if (verdict?.is === 'conflict') setOver({ is: 'conflict', verdict, change })
    })

  return {
    save,
    over,
    setOver,
    question: guard.question,
    danger,
    edit: (user) => {
      if (!isBlocked(console, readOnly)) setOver({ is: 'edit', seen: seen(user) })
    },
    change(user, change) {
      if (!isBlocked(console, readOnly)) send(user, change)
    },
    send,
    undo({ verdict, undo }) {
      if (verdict.is !== 'as-asked' || undo === undefined || isBlocked(console, readOnly)) return
      sendFrom({ row: verdict.row, beganAt: verdict.at }, undo)
    },
    askToDelete,
    stopped: deletion.stopped,
    dropStopped: deletion.dropStopped,
    remove,
  }
}
