import { useQuery, useMutation } from '@tanstack/react-query'
import { usersQuery, mutationDefaults } from '#web/resource/list-queries.ts'
import { useSession } from '#web/session/session.ts'
import { useAppContext } from '#web/jobs/app-context.tsx'
import type { RowSnapshot, WriteRequestOf } from '#api/write/resource-adapter.ts'
import type { User, UserChange } from '#api/user.ts'
import { runAction } from '#web/jobs/run-action.ts'
import type { UserWriter } from '#api/write/writers.ts'
import type { RowList } from '#api/list/row-list.ts'
import type { RunTasks } from '#web/jobs/job-store.ts'
import { type UserTypes, isActiveAdmin } from '#api/write/user-adapter.ts'
import type { userActions } from './actions.ts'

// All requests of the users page.

/** The list of users, if the service has one. `isNeeded`: it is read if nothing has read it yet. */
export function useUsers(isNeeded = true) {
  return useQuery({ ...usersQuery(useSession().api), enabled: isNeeded })
}

/** Does an act of the table to users that the admin saw. */
export function useUserAction() {
  const app = useAppContext()
  return useMutation({
    ...mutationDefaults,
    mutationFn: ({
      actionName,
      snapshots,
      change,
    }: {
      actionName: keyof typeof userActions
      snapshots: readonly RowSnapshot<User>[]
      change?: UserChange
    }) => runAction(app, 'users', actionName, snapshots, change && { change }),
  })
}

/** How many active admins that a turn leaves alone are read with it: one of them must still be one. */
const maxOtherAdmins = 8

/** Does tasks of users: all of them in one turn. `list`: the list as it is now; undefined: there is none. */
export const runUserTasks =
  (writer: UserWriter, list: () => RowList<User> | undefined): RunTasks =>
  (tasks, watch) => {
    // The acts of users make nothing but writes.
    const writes = tasks as readonly WriteRequestOf<UserTypes>[]
    return writer.inTurn(writes, { ...watch, alsoRead: otherActiveAdmins(writes, list()) })
  }

/** Active admins whom these writes leave alone, if they take something from one. */
function otherActiveAdmins(
  writes: readonly WriteRequestOf<UserTypes>[],
  list: RowList<User> | undefined,
): readonly string[] {
  const isLoss = (write: WriteRequestOf<UserTypes>) =>
    write.operation === 'delete' ||
    (write.operation === 'update' && (write.change.admin === false || write.change.active === false))
  if (
    list === undefined ||
    !writes.some((write) => isLoss(write) && 'snapshot' in write && isActiveAdmin(write.snapshot.row))
  )
    return []
  const emails = new Set(
    writes.map((write) => (write.operation === 'create' ? write.draft.email : write.snapshot.row.email)),
  )
  const otherAdmins: string[] = []
  for (let index = 0; index < list.count && otherAdmins.length < maxOtherAdmins; index += 1) {
    const user = list.at(index)
    if (isActiveAdmin(user) && !emails.has(user.email)) otherAdmins.push(user.email)
  }
  return otherAdmins
}
