import type { RowStore } from '#contract/list/row-store.ts'
import type { User } from '#contract/user.ts'
import type { UserWriter } from '#contract/write/acts.ts'
import type { WriteOf } from '#contract/write/kind.ts'
import { isActiveAdmin, type UserTypes } from '#contract/write/user-kind.ts'
import type { DoTasks } from '#web/jobs/jobs.ts'

/** How many active admins that a turn leaves alone are read with it: one of them must still be one. */
const mostOthers = 8

/** Does tasks of users: all of them in one turn. `list`: the list as it is now; undefined: there is none. */
export const doUserTasks =
  (writer: UserWriter, list: () => RowStore<User> | undefined): DoTasks =>
  (tasks, watch) => {
    // The acts of users make nothing but writes.
    const writes = tasks as readonly WriteOf<UserTypes>[]
    return writer.inTurn(writes, { ...watch, others: othersOf(writes, list()) })
  }

/** Active admins whom these writes leave alone, if they take something from one. */
function othersOf(writes: readonly WriteOf<UserTypes>[], list: RowStore<User> | undefined): readonly string[] {
  const isLoss = (write: WriteOf<UserTypes>) =>
    write.do === 'remove' || (write.do === 'save' && (write.change.admin === false || write.change.active === false))
  if (list === undefined || !writes.some((write) => isLoss(write) && 'seen' in write && isActiveAdmin(write.seen.row)))
    return []
  const emails = new Set(writes.map((write) => (write.do === 'create' ? write.draft.email : write.seen.row.email)))
  const others: string[] = []
  for (let at = 0; at < list.count && others.length < mostOthers; at += 1) {
    const user = list.at(at)
    if (isActiveAdmin(user) && !emails.has(user.email)) others.push(user.email)
  }
  return others
}
