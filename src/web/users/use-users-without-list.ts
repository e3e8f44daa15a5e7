import { useRef, useState } from 'react'
import type { UserUpdate, UserDraft } from '#contract/user.ts'
import { useConsole } from '#web/app/console.tsx'
import { useStore } from '#web/ui/store.ts'
import { verbOf, type Deed } from './lockout.ts'
import { badPassword } from './password.ts'
import { useCreateUnlistedUser, useDeleteUnlistedUser, useSaveUnlistedUser, type TakePassword } from './user-hooks.ts'
import { useLockout } from './lockout.ts'
import { words } from './words.ts'

/** What a flag is to be; `leave` only where what is left out was seen to be kept. */
export type Answer = 'yes' | 'no' | 'leave'

/** The fields of an account that no list shows, and what is done with them. */
export function useUsersWithoutList() {
  const { learned, you } = useConsole()
  const me = useStore(you).emails
  const [email, setEmail] = useState('')
  const [admin, setAdmin] = useState<Answer>()
  const [active, setActive] = useState<Answer>()
  const [newEmail, setNewEmail] = useState<string>()
  const [wantsPassword, setWantsPassword] = useState(false)
  const [bad, setBad] = useState<{ email?: string; password?: string }>({})
  const [asking, setAsking] = useState<'delete' | 'switch-off'>()
  const [created, setCreated] = useState<Omit<UserDraft, 'password'>>()
  const password = useRef<HTMLInputElement>(null)
  const emailField = useRef<HTMLInputElement>(null)
  const write = { save: useSaveUnlistedUser(), create: useCreateUnlistedUser(), remove: useDeleteUnlistedUser() }
  const guard = useLockout(me)
  const keeps = useStore(learned)['user-omitted-on-put']?.seen === 'kept'

  const flags = {
    ...(admin !== 'leave' && { admin: admin === 'yes' }),
    ...(active !== 'leave' && { active: active === 'yes' }),
  }
  const renaming = newEmail !== undefined && newEmail !== '' ? { new_email: newEmail } : {}
  const clear = () => {
    setEmail('')
    setAdmin(undefined)
    setActive(undefined)
    setNewEmail(undefined)
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
  const update = async (change: Omit<UserUpdate, 'new_password'>, take?: TakePassword) => {
    const { email: who, new_email } = change
    const verdict = await write.save(change, take)
    if (verdict !== undefined && new_email !== undefined) guard.renamed(who, new_email, verdict)
    return verdict
  }

  const wantPassword = setWantsPassword
  const save = async () => {
    setAsking(undefined)
    if (admin === undefined || active === undefined) return
    if (!(await sure(email, { is: 'save', change: { ...flags, ...renaming } }))) return
    const take = wantsPassword ? () => password.current?.value : undefined
    const verdict = await update({ email, ...flags, ...renaming }, take)
    if (verdict?.is === 'not-verified') clear()
  }
  /** What stands in the fields is sent, or asked about first, or told what is wrong with it. */
  const check = () => {
    const wrong = wantsPassword ? badPassword(password.current?.value ?? '') : undefined
    setBad({ ...(email === '' && { email: words.emailMissing }), ...(wrong !== undefined && { password: wrong }) })
    if (email === '') emailField.current?.focus()
    else if (wrong !== undefined) password.current?.focus()
    else if (active === 'no') setAsking('switch-off')
    else void save()
  }
  const create = async (user: Omit<UserDraft, 'password'>, take: TakePassword) => {
    const verdict = await write.create(user, take)
    if (verdict?.is === 'not-verified') setCreated(user)
    return verdict
  }
  /** A duplicate answers as a new one does, so nothing follows a creation by itself. */
  const sendFlags = async () => {
    if (created === undefined) return
    const { email: who, admin, active } = created
    if (!(await sure(who, { is: 'save', change: { admin, active } }))) return
    setCreated(undefined)
    await update(created)
  }
  const leaveFlags = () => setCreated(undefined)
  const askToDelete = () => setAsking('delete')
  const remove = async () => {
    setAsking(undefined)
    if (!(await sure(email, { is: 'delete' }))) return
    const verdict = await write.remove(email)
    if (verdict?.is === 'not-verified') clear()
    emailField.current?.focus()
  }
  const pick = (who: string) => {
    clear()
    setEmail(who)
    emailField.current?.focus()
  }

  return {
    email,
    admin,
    active,
    newEmail,
    wantsPassword,
    bad,
    asking,
    question: guard.question,
    created,
    keeps,
    password,
    emailField,
    setEmail,
    setAdmin,
    setActive,
    setNewEmail,
    setAsking,
    wantPassword,
    check,
    save,
    create,
    sendFlags,
    leaveFlags,
    askToDelete,
    remove,
    pick,
  }
}
