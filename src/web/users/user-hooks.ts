import { useQuery } from '@tanstack/react-query'
import type { LookOptions, Seen } from '#contract/saving/save.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import type { User, UserUpdate, UserDraft } from '#contract/user.ts'
import { useConsole } from '#web/app/console.tsx'
import { userList } from '#web/list/lists.ts'
import { dialogVerdicts } from '#web/writes/asked-act.ts'
import { lazyCode } from '#web/ui/lazy.tsx'
import { keepSent, type NewPassword } from './use-password.ts'
import type { ResourceWrites } from '#web/writes/shown-resource.ts'
import type { SaveOptions } from '#web/writes/use-row-work.ts'
import { usePrecheck, useWrite } from '#web/writes/use-write.ts'
import { requestOf, flagsSent, useUnlistedWrite } from './unlisted-acts.ts'

// All requests of the users page. Each write resolves to its verdict after the page has shown it.

/** A change without its password. It may be stored while it is pending, shown, and sent again. */
export type ShownChange = Omit<UserUpdate, 'email' | 'new_password'>

export const userWrites: ResourceWrites<User, ShownChange> = {
  name: 'users',
  shown: lazyCode(async () => (await import('./user-shown.ts')).userShown),
}

/**
 * Reads a password for one request. A function, so that nothing stores the text. Undefined: its field is gone or empty,
 * so the request is not sent: it must not leave the password out.
 */
export type TakePassword = () => NewPassword | undefined

/** The list of users, if the service has one. */
export function useUsers() {
  return useQuery(userList(useConsole().service))
}

export interface UserSaveOptions extends SaveOptions {
  password?: TakePassword | undefined
}

/** Sends one PUT of the whole record with the change. */
export function useSaveUser() {
  const write = useWrite(userWrites)
  const { passwords } = useConsole()
  return (
    seen: Seen<User>,
    change: ShownChange,
    { password, overwrite = false, undoes, isOpened }: UserSaveOptions = {},
  ) =>
    write({
      act: 'save',
      name: seen.row.email,
      change,
      undoes,
      isOpened,
      async send({ users }) {
        const { email } = seen.row
        const given = password?.()
        if (password !== undefined && given === undefined) return undefined
        const asked = given === undefined ? change : { ...change, new_password: given.text }
        const verdict = await users.save(seen, asked, { overwrite })
        keepSent(passwords, email, given, verdict)
        return verdict
      },
    })
}

/** Checks, before a dialog asks, whether an act would send nothing: then its verdict, else `free`. */
export function usePrecheckUser() {
  const precheck = usePrecheck(userWrites)
  return {
    save: (seen: Seen<User>, change: ShownChange, options: LookOptions & Pick<SaveOptions, 'isOpened'>) =>
      precheck({
        act: 'save',
        name: seen.row.email,
        change,
        isOpened: options.isOpened,
        send: ({ users }) => users.look(seen, change, options),
      }),
    removal: (seen: Seen<User>) =>
      precheck({
        act: 'remove',
        name: seen.row.email,
        change: {},
        send: ({ users }) => users.lookToRemove(seen),
        dialogVerdicts: dialogVerdicts.delete,
      }),
  }
}

/** Sends one POST, and one PUT if the service stored other flags. */
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
        if (given === undefined) return undefined
        const verdict = await users.create({ ...user, password: given.text })
        keepSent(passwords, email, given, verdict)
        return verdict
      },
    })
  }
}

/** Sends one DELETE if the row is still the one that the admin saw. `unchecked`: without this check. */
export function useDeleteUser() {
  const write = useWrite(userWrites)
  const { passwords, you, deletedYou } = useConsole()
  return (seen: Seen<User>, options?: { unchecked?: boolean }) =>
    write({
      act: 'remove',
      name: seen.row.email,
      change: {},
      async send({ users }) {
        const verdict = await users.remove(seen, options)
        const { email, yours } = seen.row
        keepSent(passwords, email, undefined, verdict)
        if ((yours === true || you.get().includes(email)) && isAccepted(verdict)) deletedYou.set(email)
        return verdict
      },
      dialogVerdicts: dialogVerdicts.delete,
    })
}

/** Without a list: sends one PUT of the given fields, and reads nothing back. */
export function useSaveUnlistedUser() {
  const write = useUnlistedWrite()
  const { passwords } = useConsole()
  return (change: Omit<UserUpdate, 'new_password'>, password?: TakePassword) =>
    write({
      act: 'save',
      email: change.email,
      request: requestOf(change, password !== undefined),
      sent: flagsSent(change),
      async send(users) {
        const given = password?.()
        if (password !== undefined && given === undefined) return undefined
        const verdict = await users.save(given === undefined ? change : { ...change, new_password: given.text })
        keepSent(passwords, change.new_email ?? change.email, given, verdict)
        return verdict
      },
    })
}

/** Without a list: sends one POST. */
export function useCreateUnlistedUser() {
  const write = useUnlistedWrite()
  const { passwords } = useConsole()
  return (user: Omit<UserDraft, 'password'>, password: TakePassword) =>
    write({
      act: 'create',
      email: user.email,
      request: 'Create',
      sent: flagsSent(user),
      async send(users) {
        const given = password()
        if (given === undefined) return undefined
        const verdict = await users.create({ ...user, password: given.text })
        keepSent(passwords, user.email, given, verdict)
        return verdict
      },
    })
}

/** Without a list: sends one DELETE for this email. */
export function useDeleteUnlistedUser() {
  const write = useUnlistedWrite()
  const { you, deletedYou } = useConsole()
  return (email: string) =>
    write({
      act: 'remove',
      email,
      request: 'Delete',
      sent: '',
      async send(users) {
        const verdict = await users.remove(email)
        if (you.get().includes(email) && isAccepted(verdict)) deletedYou.set(email)
        return verdict
      },
    })
}

/** Whether the service accepted a deletion. It cannot be read back by somebody whose account is gone. */
function isAccepted({ is }: Verdict<User>): boolean {
  return is === 'deleted' || is === 'not-verified'
}
