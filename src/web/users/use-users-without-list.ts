import { useState } from 'react'
import { UnlistedUserForm, type TypedUnlistedUser } from '#contract/user-form.ts'
import type { UserUpdate, UserDraft } from '#contract/user.ts'
import { useSession } from '#web/ui/session.ts'
import { useUnloadGuard } from '#web/ui/use-unload-guard.ts'
import { useYou } from './you.ts'
import { uncheckedWords } from '#web/writes/verdict-words.ts'
import { deletionQuestion, saveQuestion } from './user-questions.ts'
import { unlistedDangerOf, type UserAct } from './lockout.ts'
import type { ReasonToAsk } from '#web/writes/acts/question.ts'
import type { AskDialog } from '#web/writes/acts/dialogs.ts'
import { usePassword } from './use-password.ts'
import { useUnlistedUsers, type TakePassword } from './user-hooks.ts'
import { useAskedForm } from '#web/writes/form/asked-form.ts'
import { useSchemaForm } from '#web/writes/form/use-schema-form.ts'

/** No flag is preselected, because the stored ones cannot be read. */
const first: TypedUnlistedUser = { email: '', new_email: undefined, admin: undefined, active: undefined }

type Change = Omit<UserUpdate, 'new_password'>

/** The form for an account on a service without a list of users, and its acts. */
export function useUsersWithoutList() {
  const session = useSession()
  const { dialogs } = session
  const myEmails = useYou()
  const form = useSchemaForm(UnlistedUserForm, first)
  const password = usePassword({ isOptional: true })
  useUnloadGuard(() => form.hasChanges() || password.isTyped())
  const [created, setCreated] = useState<Omit<UserDraft, 'password'>>()
  const write = useUnlistedUsers()

  const clear = () => {
    form.clear()
    password.want(false)
  }
  const ask = async (email: string, act: UserAct, reason?: ReasonToAsk) => {
    const account = { email, danger: unlistedDangerOf(email, act, myEmails) }
    const question =
      act.is === 'delete' ? deletionQuestion(account, session, reason) : saveQuestion(account, act.change)
    if (question === undefined) return true
    const dialog = { is: 'question', resource: 'users', name: email, asks: () => question, reason } as const
    const answer = await dialogs.ask<AskDialog>(dialog)
    if (answer?.isInstead === true) void remove(email)
    return answer !== undefined && answer.isInstead !== true
  }
  /** Sends the fields, or shows their errors. */
  const save = () =>
    form.submit(
      async ({ email, ...change }: Change) => {
        if (!password.isGood() || !(await ask(email, { is: 'save', change }))) return
        const before = JSON.stringify(form.edited())
        const verdict = await write.save({ email, ...change }, password.isWanted ? password.take : undefined)
        const isAsSent = JSON.stringify(form.edited()) === before // something else may have been typed meanwhile
        if (verdict?.is === 'not-verified' && isAsSent) clear()
        else if (verdict === undefined) password.isGood()
      },
      () => password.isGood(),
    )
  const create = async (user: Omit<UserDraft, 'password'>, take: TakePassword) => {
    const verdict = await write.create(user, take)
    if (verdict?.is === 'not-verified') setCreated(user)
    return verdict
  }
  /** The service answers the same for an existing account, so the flags are sent only when the admin says so. */
  const sendFlags = async () => {
    if (created === undefined) return
    const { email: who, ...change } = created
    if (!(await ask(who, { is: 'save', change }))) return
    setCreated(undefined)
    await write.save(created)
  }
  const remove = async (email: string) => {
    if (!(await ask(email, { is: 'delete' }, { is: 'unchecked', says: uncheckedWords('user') }))) return
    const verdict = await write.remove(email)
    // As it is now: another email may have been typed meanwhile.
    if (verdict?.is === 'not-verified' && email === form.edited().email) clear()
    form.focus('email')
  }
  const pick = (who: string) => {
    clear()
    form.fill('email', who)
  }
  useAskedForm('users', true, ({ row: email, newPassword = false }) => {
    if (email === undefined) return false
    pick(email)
    password.want(newPassword)
    return true
  })

  return {
    form,
    password,
    created,
    save,
    create,
    sendFlags,
    leaveFlags: () => setCreated(undefined),
    remove,
    pick,
  }
}
