import type { RowStore } from '#contract/list/row-store.ts'
import type { Seen } from '#contract/saving/save.ts'
import type { User } from '#contract/user.ts'
import { useConsole } from '#web/app/console.tsx'
import { isBlocked, offlineVerdict } from '#web/app/online.ts'
import { fieldsAtRisk, isTurnedOff } from '#web/service/knowledge.ts'
import { deletion, type AskedAct } from '#web/writes/asked-act.ts'
import { useDialogs, type Dialogs } from '#web/writes/use-dialogs.ts'
import { useRowWork, type ConflictedSave, type RowWork } from '#web/writes/use-row-work.ts'
import type { Answer } from '#web/writes/use-write.ts'
import {
  dangerOf,
  isAsked,
  useUserGuard,
  type Attempt,
  type Danger,
  type Question,
  type SaveAttempt,
  type UserAct,
} from './lockout.ts'
import { useDeleteUser, usePrecheckUser, useSaveUser, type ShownChange, type UserSaveOptions } from './user-hooks.ts'

/** What the answer to a request opens over everything else. */
type Dialog = Question | AskedAct<User> | ConflictedSave<User, ShownChange, UserSaveOptions>

/** All acts on the users of a list, with their questions, and with the focus afterwards. */
export interface UserWork extends RowWork<User, ShownChange, UserSaveOptions> {
  /** A save, with everything that must be said first. */
  savingOf: (user: User, change: ShownChange) => SaveAttempt
  dialogs: Pick<Dialogs<Dialog>, 'first' | 'drop'>
  /** Whom an act on a user may lock out. */
  danger: (user: User, act: UserAct) => Danger | undefined
  askToDelete: (user: User) => Promise<void>
  remove: (seen: Seen<User>, options?: { unchecked?: boolean }) => Promise<void>
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
  const dialogs = useDialogs<Dialog>()
  const guard = useUserGuard(myEmails, dialogs)
  const write = { save: useSaveUser(), remove: useDeleteUser() }
  const precheck = usePrecheckUser()
  const removal = deletion({ precheck: precheck.removal, remove: write.remove, ask: dialogs.add })

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
    const fields = fieldsAtRisk('users', list, learned.get())
    const clears = isTurnedOff({ kind: 'user-fields', fields }, knowledge.get()) ? [] : fields
    return { ...attempt(user, act), act, clears }
  }
  const save = async (from: Seen<User>, change: ShownChange, options: UserSaveOptions = {}): Answer<User> => {
    if (isBlocked(console)) return offlineVerdict
    const asks = savingOf(from.row, change)
    const isNothing = Object.keys(change).length === 0 && options.password === undefined
    if (!isNothing && options.isAgreed !== true && isAsked(asks)) {
      const found = await precheck.save(from, change, {
        isOpened: options.isOpened,
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
  const work = useRowWork<User, ShownChange, UserSaveOptions>({ list, readOnly, save, onConflict: dialogs.add })
  const remove: UserWork['remove'] = async (from, options) => {
    if (!isBlocked(console)) await removal.remove(from, options)
  }
  const askToDelete = async (user: User) => {
    if (isBlocked(console, readOnly)) return
    const from = work.seen(user)
    if (!(await removal.mayAsk(from, 'delete'))) return
    if (await ask(user, attempt(user, { is: 'delete' }))) await remove(from)
  }

  return {
    ...work,
    savingOf,
    dialogs,
    danger,
    askToDelete,
    remove,
  }
}
