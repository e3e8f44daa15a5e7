import { useQuery } from '@tanstack/react-query'
import type { Verdict } from '#contract/saving/verdict.ts'
import type { User, UserUpdate, UserDraft } from '#contract/user.ts'
import { useSession, type Session } from '#web/ui/session.ts'
import { userList } from '#web/list/lists.ts'
import { lazyCode } from '#web/ui/lazy.tsx'
import { keepSent, type NewPassword } from './use-password.ts'
import type { ResourceWrites } from '#web/writes/shown-resource.ts'
import { useActs, useDesk } from '#web/writes/acts/use-acts.ts'
import { write } from '#web/writes/write.ts'
import { requestOf, flagsSent, useUnlistedWrite } from './unlisted-acts.ts'

// All requests of the users page. Each write resolves to its verdict after the page has shown it.

/** A change without its password. It may be stored while it is pending, shown, and sent again. */
export type ShownChange = Omit<UserUpdate, 'email' | 'new_password'>

export const userWrites: ResourceWrites<User, ShownChange> = {
  name: 'users',
  nameOf: ({ email }) => email,
  shown: lazyCode(async () => (await import('./user-shown.ts')).userShown),
}

/**
 * Reads a password for one request. A function, so that nothing stores the text. Undefined: its field is gone or empty,
 * so the request is not sent: it must not leave the password out.
 */
export type TakePassword = () => NewPassword | undefined

const userActsCode = lazyCode(async () => (await import('./user-acts.ts')).userActs)

/** Does what can be done to a user in the list. */
export const useUserActs = () => useActs(userWrites, userActsCode)

export type DoUserAct = ReturnType<typeof useUserActs>

/** The list of users, if the service has one. */
export function useUsers() {
  return useQuery(userList(useSession().service))
}

/** Sends one POST, and one PUT if the service stored other flags. */
export function useCreateUser() {
  const desk = useDesk(userWrites)
  const { passwords } = useSession()
  return (user: Omit<UserDraft, 'password'>, password: TakePassword) => {
    const { email, ...change } = user
    return write(desk, {
      act: 'create',
      name: email,
      change,
      async send({ users }) {
        const newPassword = password()
        if (newPassword === undefined) return undefined
        const verdict = await users.create({ ...user, password: newPassword.text })
        keepSent(passwords, email, newPassword, verdict)
        return verdict
      },
    })
  }
}

/** Without a list: sends one PUT of the given fields, and reads nothing back. */
export function useSaveUnlistedUser() {
  const send = useUnlistedWrite()
  const { passwords } = useSession()
  return (change: Omit<UserUpdate, 'new_password'>, password?: TakePassword) =>
    send({
      act: 'save',
      email: change.email,
      request: requestOf(change, password !== undefined),
      sent: flagsSent(change),
      async send(users) {
        const newPassword = password?.()
        if (password !== undefined && newPassword === undefined) return undefined
        const verdict = await users.save(
          newPassword === undefined ? change : { ...change, new_password: newPassword.text },
        )
        keepSent(passwords, change.new_email ?? change.email, newPassword, verdict)
        return verdict
      },
    })
}

/** Without a list: sends one POST. */
export function useCreateUnlistedUser() {
  const send = useUnlistedWrite()
  const { passwords } = useSession()
  return (user: Omit<UserDraft, 'password'>, password: TakePassword) =>
    send({
      act: 'create',
      email: user.email,
      request: 'Create',
      sent: flagsSent(user),
      async send(users) {
        const newPassword = password()
        if (newPassword === undefined) return undefined
        const verdict = await users.create({ ...user, password: newPassword.text })
        keepSent(passwords, user.email, newPassword, verdict)
        return verdict
      },
    })
}

/** Without a list: sends one DELETE for this email. */
export function useDeleteUnlistedUser() {
  const send = useUnlistedWrite()
  const session = useSession()
  return (email: string) =>
    send({
      act: 'remove',
      email,
      request: 'Delete',
      sent: '',
      async send(users) {
        const verdict = await users.remove(email)
        noteDeletion(session, session.you.get(), { email, verdict })
        return verdict
      },
    })
}

/**
 * Notes that the admin's own account was deleted: the service accepted the deletion, which nobody can read back whose
 * account is gone. `myEmails`: the emails that the signed-in account had. If they are unknown, the refused read tells.
 */
export function noteDeletion(
  { deletedYou }: Pick<Session, 'deletedYou'>,
  myEmails: readonly string[],
  { email, verdict }: { email: string; verdict: Verdict<User> },
): void {
  if (verdict.is !== 'deleted' && verdict.is !== 'not-verified') return
  const isCertain = myEmails.includes(email)
  const why = verdict.is === 'not-verified' && typeof verdict.why === 'object' ? verdict.why : undefined
  const isShutOut = why?.kind === 'signed-out' && why.by === undefined
  if (isCertain || (myEmails.length === 0 && isShutOut)) deletedYou.set({ email, isCertain })
}
