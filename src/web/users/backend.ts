import type { RowList } from '#api/list/row-list.ts'
import type { User } from '#api/user.ts'
import type { WriteRequestOf } from '#api/write/resource-adapter.ts'
import type { UserWriter } from '#api/write/writers.ts'
import { type UserTypes, isActiveAdmin } from '#api/write/user-adapter.ts'
import type { RunTasks } from '#web/jobs/job-store.ts'

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
