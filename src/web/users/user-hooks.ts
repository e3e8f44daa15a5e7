import { useQuery } from '@tanstack/react-query'
import type { Verdict } from '#contract/saving/verdict.ts'
import type { User, UserUpdate, UserDraft } from '#contract/user.ts'
import { useSession } from '#web/session/session.ts'
import { userList } from '#web/list/lists.ts'
import type { UserSaving } from '#contract/saving/user-saving.ts'
import type { GeneratedPasswords } from './generated-passwords.ts'
import { keepSent, type NewPassword } from './use-password.ts'
import { useActs, useSend } from '#web/writes/acts/use-acts.ts'
import { userWrites } from './user-writes.ts'
import { requestOf, flagsSent, useUnlistedWrite } from './unlisted-acts.ts'

// All requests of the users page. Each write resolves to its verdict after the page has shown it.

/** A change without its password. It may be stored while it is pending, shown, and sent again. */
export type ShownChange = Omit<UserUpdate, 'email' | 'new_password'>

/**
 * Reads a password for one request. A function, so that nothing stores the text. Undefined: its field is gone or empty,
 * so the request is not sent: it must not leave the password out.
 */
export type TakePassword = () => NewPassword | undefined

/** Does what can be done to a user in the list. */
export const useUserActs = () => useActs(userWrites)

export type DoUserAct = ReturnType<typeof useUserActs>

/** The list of users, if the service has one. */
export function useUsers() {
  return useQuery(userList(useSession().service))
}

type NewUser = Omit<UserDraft, 'password'>

/** Sends one POST, and one PUT if the service stored other flags. */
export function useCreateUser() {
  const send = useSend(userWrites)
  const { passwords } = useSession()
  return (user: NewUser, password: TakePassword) => {
    const { email, ...change } = user
    return send({
      act: 'create',
      name: email,
      change,
      send: ({ users }) => createUser(users, user, password, passwords),
    })
  }
}

/** Without a list: each sends one request, and reads nothing back. */
export function useUnlistedUsers() {
  const send = useUnlistedWrite()
  const { passwords } = useSession()
  return {
    /** Sends the given fields. */
    save: (change: Omit<UserUpdate, 'new_password'>, password?: TakePassword) =>
      send({
        act: 'save',
        email: change.email,
        change: change.new_email === undefined ? {} : { new_email: change.new_email },
        request: requestOf(change, password !== undefined),
        sent: flagsSent(change),
        async send(users) {
          const newPassword = password?.()
          if (password !== undefined && newPassword === undefined) return undefined
          const update = newPassword === undefined ? change : { ...change, new_password: newPassword.text }
          const verdict = await users.save(update)
          keepSent(passwords, change.new_email ?? change.email, newPassword, verdict)
          return verdict
        },
      }),
    create: (user: NewUser, password: TakePassword) =>
      send({
        act: 'create',
        email: user.email,
        change: {},
        request: 'Create',
        sent: flagsSent(user),
        send: (users) => createUser(users, user, password, passwords),
      }),
    remove: (email: string) =>
      send({
        act: 'remove',
        email,
        change: {},
        request: 'Delete',
        sent: '',
        send: (users) => users.remove(email),
      }),
  }
}

/** Creates a user, and keeps a generated password. */
export async function createUser(
  users: Pick<UserSaving, 'create'>,
  user: NewUser,
  password: TakePassword,
  passwords: GeneratedPasswords,
): Promise<Verdict<User> | undefined> {
  const newPassword = password()
  if (newPassword === undefined) return undefined
  const verdict = await users.create({ ...user, password: newPassword.text })
  keepSent(passwords, user.email, newPassword, verdict)
  return verdict
}
