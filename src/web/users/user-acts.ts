import { mutationOptions, useMutation, useMutationState } from '@tanstack/react-query'
import type { Seen } from '#contract/saving.ts'
import type { UserSaving, WantedOfUser } from '#contract/user-saving.ts'
import type { User, UserDraft } from '#contract/user.ts'
import type { Verdict } from '#contract/verdict.ts'
import { useConsole } from '#web/service/console.tsx'
import { unlessEnded, useSettle } from '#web/service/use-settle.ts'

/** A change without its password: what may be kept while it is under way, shown and sent again. */
export type ShownChange = Omit<WantedOfUser, 'new_password'>

/**
 * A password on its way into one request. A function, so that neither a mutation's variables nor a note under a row
 * hold the text.
 */
export type TakePassword = () => string | undefined

interface SaveUser {
  seen: Seen<User>
  change: ShownChange
  password: TakePassword
  overwrite: boolean
}

const saving = ['users', 'save'] as const

/** One verified update of a user. */
export const saveUser = (users: UserSaving) =>
  mutationOptions({
    mutationKey: saving,
    networkMode: 'always', // the default parks a write while offline and fires it later
    gcTime: 0,
    mutationFn: ({ seen, change, password, overwrite }: SaveUser) => {
      const new_password = password()
      return users.save(seen, new_password === undefined ? change : { ...change, new_password }, { overwrite })
    },
  })

/** One verified creation. */
export const createUser = (users: UserSaving) =>
  mutationOptions({
    mutationKey: ['users', 'create'],
    networkMode: 'always',
    gcTime: 0,
    mutationFn: ({ password, ...user }: Omit<UserDraft, 'password'> & { password: TakePassword }) =>
      users.create({ ...user, password: password() ?? '' }),
  })

/** One verified deletion. */
export const removeUser = (users: UserSaving) =>
  mutationOptions({
    mutationKey: ['users', 'remove'],
    networkMode: 'always',
    mutationFn: (email: string) => users.remove(email),
  })

/** What an admin can do to users that are listed. Each resolves to its verdict, which by then stands on the page. */
export interface UserActs {
  save(
    seen: Seen<User>,
    change: ShownChange,
    options?: { password?: TakePassword; overwrite?: boolean },
  ): Promise<Verdict<User> | undefined>
  create(user: Omit<UserDraft, 'password'>, password: TakePassword): Promise<Verdict<User> | undefined>
  remove(email: string): Promise<Verdict<User> | undefined>
}

const noPassword: TakePassword = () => undefined

/** The acts; undefined comes back when signing out ended one. */
export function useUserActs(): UserActs {
  const { users, notes } = useConsole()
  const save = useMutation(saveUser(users))
  const create = useMutation(createUser(users))
  const remove = useMutation(removeUser(users))
  const settle = useSettle<User, ShownChange>('users', notes.users, (user) => user.email)
  return {
    save: (seen, change, { password = noPassword, overwrite = false } = {}) => {
      const { email } = seen.row
      notes.users.dismiss(email)
      return unlessEnded(
        save
          .mutateAsync({ seen, change, password, overwrite })
          .then((verdict) => settle('save', email, verdict, change)),
      )
    },
    create: (user, password) =>
      unlessEnded(
        create.mutateAsync({ ...user, password }).then((verdict) => {
          const { email, ...change } = user
          // A creation that left no row has none to say it under: the form does.
          return verdict.is === 'as-asked' || verdict.is === 'differently'
            ? settle('create', email, verdict, change)
            : verdict
        }),
      ),
    remove: (email) => unlessEnded(remove.mutateAsync(email).then((verdict) => settle('remove', email, verdict, {}))),
  }
}

/** The changes that are under way, by e-mail; of several in turn on one row, the last wish for each switch. */
export function usePendingChanges(): ReadonlyMap<string, ShownChange> {
  const pending = useMutationState({
    filters: { mutationKey: saving, status: 'pending' },
    select: (mutation) => mutation.state.variables as SaveUser,
  })
  const changes = new Map<string, ShownChange>()
  for (const { seen, change } of pending) changes.set(seen.row.email, { ...changes.get(seen.row.email), ...change })
  return changes
}
