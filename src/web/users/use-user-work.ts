import type { RowStore } from '#contract/list/row-store.ts'
import type { Seen } from '#contract/saving/save.ts'
import type { User } from '#contract/user.ts'
import { useConsole } from '#web/app/console.tsx'
import { isBlocked, offlineVerdict } from '#web/app/online.ts'
import { fieldsAtRisk } from '#web/service/knowledge.ts'
import type { AskedAct } from '#web/writes/asked-act.ts'
import { useDeletion } from '#web/writes/use-deletion.ts'
import { useRowWork, type RowWork, type SaveOptions } from '#web/writes/use-row-work.ts'
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
import {
  useDeleteUser,
  usePrecheckRemoval,
  usePrecheckUser,
  useSaveUser,
  type ShownChange,
  type TakePassword,
} from './user-hooks.ts'

export interface UserSaveOptions extends SaveOptions {
  password?: TakePassword | undefined
}

/** All acts on the users of a list, with their questions, and with the focus afterwards. */
export interface UserWork extends RowWork<User, ShownChange, UserSaveOptions> {
  /** A save, with everything that must be said first. */
  savingOf: (user: User, change: ShownChange) => SaveAttempt
  question: UserGuard['question']
  /** Whom an act on a user may lock out. */
  danger: (user: User, act: UserAct) => Danger | undefined
  askToDelete: (user: User) => Promise<void>
  remove: (seen: Seen<User>, options?: { unchecked?: boolean }) => Promise<void>
  /** A deletion that did not go ahead; a dialog asks again. */
  asked: (AskedAct<User> & { id: number }) | undefined
  dropAsked: () => void
}

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
  const deletion = useDeletion({ precheck: usePrecheckRemoval(), remove: write.remove })

  const danger: UserWork['danger'] = (user, act) => dangerOf(list, user, act, myEmails)
  const attempt = (user: User, act: UserAct): Attempt => ({ email: user.email, act, danger: danger(user, act) })
  const ask = async (user: User, attempt: Attempt) => {
    const answer = await guard.ask(attempt)
    if (answer === 'delete') void askToDelete(user)
    return answer === 'go'
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
  const save = async (from: Seen<User>, change: ShownChange, options: UserSaveOptions = {}): Answer<User> => {
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
  const work = useRowWork<User, ShownChange, UserSaveOptions>({ list, readOnly, save })
  const remove: UserWork['remove'] = async (from, options) => {
    if (!isBlocked(console)) await deletion.remove(from, options)
  }
  const askToDelete = async (user: User) => {
    if (isBlocked(console, readOnly)) return
    const from = work.seen(user)
    if (!(await deletion.mayAsk(from, 'delete'))) return
    if (await ask(user, attempt(user, { is: 'delete' }))) await remove(from)
  }

  return {
    ...work,
    savingOf,
    question: guard.question,
    danger,
    askToDelete,
    asked: deletion.asked,
    dropAsked: deletion.dropAsked,
    remove,
  }
}
