import { useQuery } from '@tanstack/react-query'
import type { LookOptions, Seen } from '#contract/saving/save.ts'
import type { User, UserUpdate, UserDraft } from '#contract/user.ts'
import { useConsole } from '#web/app/console.tsx'
import { userList } from '#web/list/lists.ts'
import { askedAgain } from '#web/writes/stopped-act.ts'
import { lazyCode } from '#web/ui/lazy.tsx'
import { keepSent, type NewPassword } from './use-password.ts'
import type { ResourceWrites } from '#web/writes/shown-resource.ts'
import { useLook, useWrite } from '#web/writes/use-write.ts'
import { askedOf, flagsSent, useUnlistedWrite } from './unlisted-acts.ts'

// Everything that the users page asks of the service. Each write resolves to its verdict, which by then stands on the page.

/** A change without its password: what may be kept while it is under way, shown and sent again. */
export type ShownChange = Omit<UserUpdate, 'email' | 'new_password'>

/** Users, as they are written. */
export const userWrites: ResourceWrites<User, ShownChange> = {
  name: 'users',
  notesIn: (notes) => notes.users,
  shown: lazyCode(async () => (await import('./user-shown.ts')).userShown),
}

/** A password on its way into one request: a function, so that nothing that lasts holds the text. */
export type TakePassword = () => NewPassword | undefined

/** The list of users, where the service has one. */
export function useUsers() {
  return useQuery(userList(useConsole().service))
}

/** One PUT of the whole record with this change in it. */
export function useSaveUser() {
  const write = useWrite(userWrites)
  const { passwords } = useConsole()
  return (
    seen: Seen<User>,
    change: ShownChange,
    { password, overwrite = false }: { password?: TakePassword | undefined; overwrite?: boolean } = {},
  ) =>
    write({
      act: 'save',
      name: seen.row.email,
      change,
      async send({ users }) {
        const { email } = seen.row
        const given = password?.()
        const asked = given === undefined ? change : { ...change, new_password: given.text }
        const verdict = await users.save(seen, asked, { overwrite })
        keepSent(passwords, email, given, verdict)
        return verdict
      },
    })
}

/** What ends a save of this before a question, told as its verdict; `free`: nothing. */
export function useLookAtUser() {
  const look = useLook(userWrites)
  return (seen: Seen<User>, change: ShownChange, options: LookOptions) =>
    look({ name: seen.row.email, change, send: ({ users }) => users.look(seen, change, options) })
}

/** One POST, and one PUT where the service stored the flags otherwise. */
export function useCreateUser() {
  const write = useWrite(userWrites)
  const { passwords } = useConsole()
  return (user: Omit<UserDraft, 'password'>, password: TakePassword) => {
    const { email, ...change } = user
    return write({
      act: 'create',
      name: email,
      change,
      async send({ users }) {
        const given = password()
        const verdict = await users.create({ ...user, password: given?.text ?? '' })
        keepSent(passwords, email, given, verdict)
        return verdict
      },
    })
  }
}

/** One DELETE of the row that was seen. `unchecked`: the admin knows that this cannot be told. */
export function useDeleteUser() {
  const write = useWrite(userWrites)
  const { passwords } = useConsole()
  return (seen: Seen<User>, options?: { unchecked?: boolean }) =>
    write({
      act: 'remove',
      name: seen.row.email,
      change: {},
      async send({ users }) {
        const verdict = await users.remove(seen, options)
        keepSent(passwords, seen.row.email, undefined, verdict)
        return verdict
      },
      asksAgain: askedAgain.delete,
    })
}

/** Without a list: one PUT of what is named, and no reading back. */
export function useSaveUnlistedUser() {
  const write = useUnlistedWrite()
  const { passwords } = useConsole()
  return (change: Omit<UserUpdate, 'new_password'>, password?: TakePassword) =>
    write({
      email: change.email,
      asked: askedOf(change, password !== undefined),
      sent: flagsSent(change),
      async send(users) {
        const given = password?.()
        const verdict = await users.save(given === undefined ? change : { ...change, new_password: given.text })
        keepSent(passwords, change.new_email ?? change.email, given, verdict)
        return verdict
      },
    })
}

/** Without a list: one POST. */
export function useCreateUnlistedUser() {
  const write = useUnlistedWrite()
  const { passwords } = useConsole()
  return (user: Omit<UserDraft, 'password'>, password: TakePassword) =>
    write({
      email: user.email,
      asked: 'Create',
      sent: flagsSent(user),
      async send(users) {
        const given = password()
        const verdict = await users.create({ ...user, password: given?.text ?? '' })
        keepSent(passwords, user.email, given, verdict)
        return verdict
      },
    })
}

/** Without a list: one DELETE of whatever account has this email. */
export function useDeleteUnlistedUser() {
  const write = useUnlistedWrite()
  return (email: string) => write({ email, asked: 'Delete', sent: '', send: (users) => users.remove(email) })
}
