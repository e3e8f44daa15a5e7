import { useQuery } from '@tanstack/react-query'
import type { User, UserChange } from '#api/user.ts'
import { useActionMutation, type CreateRow, type DeleteRows, type UpdateRow } from '#web/jobs/app-context.tsx'
import { createRow, runAction } from '#web/jobs/run-action.ts'
import { usersQuery } from '#web/resource/list-queries.ts'
import { useSession } from '#web/session/session.ts'

// Every request of the users page. Writes run as jobs, as those of tokens do: see `tokens/hooks.ts`.

/** GET /_/user, which some services lack. `isNeeded`: it is read if nothing has read it yet. */
export function useUsers(isNeeded = true) {
  return useQuery({ ...usersQuery(useSession().api), enabled: isNeeded })
}

/** POST /_/user, with a password that is read from its field when it is sent. */
export function useCreateUser() {
  return useActionMutation(({ isInForm, ...row }: CreateRow<UserChange>, app) =>
    createRow(app, 'users', row, { ...(isInForm && { isInForm }) }),
  )
}

/** PUT /_/user, with the new password if there is one. */
export function useUpdateUser() {
  return useActionMutation(({ snapshot, ...options }: UpdateRow<User, UserChange>, app) =>
    runAction(app, 'users', 'update', [snapshot], options),
  )
}

/** DELETE /_/user, for each of them. */
export function useDeleteUsers() {
  return useActionMutation(({ snapshots, ...options }: DeleteRows<User>, app) =>
    runAction(app, 'users', 'delete', snapshots, options),
  )
}

/** PUT /_/user, for each of these new users with the flags that were asked for. `changes`: those, by email. */
export function useCorrectUsers() {
  return useActionMutation(
    ({ snapshots, changes }: { snapshots: Snapshots; changes: ReadonlyMap<string, object> }, app) =>
      runAction(app, 'users', 'correct', snapshots, { changes }),
  )
}

/** PUT /_/user, for each of them with a new password, which is read when it is sent. */
export function useSetPasswords() {
  return useActionMutation(
    ({ snapshots, readPassword }: { snapshots: Snapshots; readPassword: (email: string) => string }, app) =>
      runAction(app, 'users', 'setPasswords', snapshots, { readPassword }),
  )
}

type Snapshots = DeleteRows<User>['snapshots']
