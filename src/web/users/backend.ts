import type { ApiClient } from '#api/api-client.ts'
import type { RowList } from '#api/list/row-list.ts'
import type { User } from '#api/user.ts'
import { createKeyedQueue } from '#api/write/keyed-queue.ts'
import type { WriteRequestOf } from '#api/write/resource-adapter.ts'
import { createUnlistedUserWriter, createUserWriter, type UserOutcome, type UserWriter } from '#api/write/writers.ts'
import { type UserTypes, isActiveAdmin } from '#api/write/user-adapter.ts'
import type { ResourceBackend, RunTasks } from '#web/jobs/job-store.ts'
import { mayBeOwnAccount } from './own-account.ts'

interface UserBackendDependencies {
  api: Pick<ApiClient, 'users'>
  /** Aborted at the end of the session. */
  signal: AbortSignal
  /** Milliseconds since 1970. */
  now: () => number
  /** The list as it is now; undefined: there is none. */
  list: () => RowList<User> | undefined
  /** The emails that the signed-in account may have. */
  ownEmails: () => readonly string[]
}

/** The writes of users in one session. */
export function createUserBackend({
  api: { users },
  signal,
  now,
  list,
  ownEmails,
}: UserBackendDependencies): ResourceBackend {
  const dependencies = { turns: createKeyedQueue(), now, signal }
  const isOwnAccount = (user: User) => mayBeOwnAccount(user, { ownEmails: ownEmails(), list: list() })
  const listed = createUserWriter(users, dependencies, isOwnAccount)
  const unlisted = createUnlistedUserWriter(users, dependencies, isOwnAccount)
  const currentWriter = () => (list() === undefined ? unlisted : listed)
  return {
    runTasks: (tasks, observer) => runUserTasks(currentWriter(), list)(tasks, observer),
    reverify: (outcome: UserOutcome, newerList: RowList<User>) => currentWriter().later(outcome, newerList),
    // Nothing is to be learnt: an update of a user does what it says.
    learnFrom: () => undefined,
  }
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
