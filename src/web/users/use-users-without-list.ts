import { useState } from 'react'
import { UnlistedUserForm, type TypedUnlistedUser } from '#contract/user-form.ts'
import type { UserUpdate, UserDraft } from '#contract/user.ts'
import { useConsole } from '#web/app/console.tsx'
import { useStore } from '#web/ui/store.ts'
import { verbOf, type Deed } from './lockout.ts'
import { usePassword } from './use-password.ts'
import { useCreateUnlistedUser, useDeleteUnlistedUser, useSaveUnlistedUser, type TakePassword } from './user-hooks.ts'
import { useLockout } from './lockout.ts'
import { useSchemaForm } from '#web/writes/form/use-schema-form.ts'

/** Nothing is preselected: what the flags are cannot be read. */
const first: TypedUnlistedUser = { email: '', new_email: undefined, admin: undefined, active: undefined }

type Change = Omit<UserUpdate, 'new_password'>

/** The fields of an account that no list shows, and what is done with them. */
export function useUsersWithoutList() {
  const { learned, you } = useConsole()
  const me = useStore(you).emails
  const form = useSchemaForm(UnlistedUserForm, first)
  const [wantsPassword, setWantsPassword] = useState(false)
  const password = usePassword(wantsPassword)
  const [asking, setAsking] = useState<'delete' | 'switch-off'>()
  const [created, setCreated] = useState<Omit<UserDraft, 'password'>>()
  const write = { save: useSaveUnlistedUser(), create: useCreateUnlistedUser(), remove: useDeleteUnlistedUser() }
  const guard = useLockout(me)
  const keeps = useStore(learned)['user-omitted-on-put']?.seen === 'kept'

  const clear = () => {
    form.clear()
    setWantsPassword(false)
  }
  /** No flag of an account can be read here, so any of them could be one's own, and none the last admin's. */
  const sure = (who: string, deed: Deed) =>
    guard.sure({
      email: who,
      deed,
      mayBeYou: verbOf(deed) !== undefined,
      dangerTo: (you) => (you.includes(who) && verbOf(deed) !== undefined ? 'you' : undefined),
    })
  const update = async (change: Change, take?: TakePassword) => {
    const { email: who, new_email } = change
    const verdict = await write.save(change, take)
    if (verdict !== undefined && new_email !== undefined) guard.renamed(who, new_email, verdict)
    return verdict
  }

  const save = async ({ email, ...change }: Change) => {
    setAsking(undefined)
    if (!(await sure(email, { is: 'save', change }))) return
    const verdict = await update({ email, ...change }, wantsPassword ? password.take : undefined)
    if (verdict?.is === 'not-verified') clear()
  }
  const send = () => form.submit(save)
  /** What stands in the fields is sent, or asked about first, or told what is wrong with it. */
  const check = () =>
    form.submit(
      (change) => {
        if (!password.isGood()) return
        if (change.active === false) setAsking('switch-off')
        else return save(change)
      },
      () => password.isGood(),
    )
  const create = async (user: Omit<UserDraft, 'password'>, take: TakePassword) => {
    const verdict = await write.create(user, take)
    if (verdict?.is === 'not-verified') setCreated(user)
    return verdict
  }
  /** A duplicate answers as a new one does, so nothing follows a creation by itself. */
  const sendFlags = async () => {
    if (created === undefined) return
    const { email: who, ...change } = created
    if (!(await sure(who, { is: 'save', change }))) return
    setCreated(undefined)
    await update(created)
  }
  const leaveFlags = () => setCreated(undefined)
  const askToDelete = () => setAsking('delete')
  const remove = async () => {
    setAsking(undefined)
    const { email } = form.typed
    if (!(await sure(email, { is: 'delete' }))) return
    const verdict = await write.remove(email)
    if (verdict?.is === 'not-verified') clear()
    form.focus('email')
  }
  const pick = (who: string) => {
    clear()
    form.set('email', who)
    form.focus('email')
  }

  return {
    form,
    password,
    wantsPassword,
    asking,
    question: guard.question,
    created,
    keeps,
    setAsking,
    wantPassword: setWantsPassword,
    check,
    send,
    create,
    sendFlags,
    leaveFlags,
    askToDelete,
    remove,
    pick,
  }
}
