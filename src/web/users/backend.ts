import type { ApiClient } from '#api/api-client.ts'
import type { RowList } from '#api/list/row-list.ts'
import type { User } from '#api/user.ts'
import { createKeyedQueue } from '#api/write/keyed-queue.ts'
import type { WriteRequestOf } from '#api/write/resource-adapter.ts'
import { createUnlistedUserWriter, createUserWriter, type UserOutcome, type UserWriter } from '#api/write/writers.ts'
import type { NewerList } from '#api/write/verify.ts'
import type { UserTypes } from '#api/write/user-adapter.ts'
import type { ResourceBackend, RunTasks } from '#web/jobs/run-job.ts'
import { otherActiveAdmins } from './lockout.ts'
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
    reverify: (outcome: UserOutcome, newerList: NewerList<User>) => currentWriter().reverify(outcome, newerList),
    // Nothing is to be learnt: an update of a user does what it says.
    learnFrom: () => undefined,
  }
}

/** Does tasks of users: all of them in one turn. `list`: the list as it is now; undefined: there is none. */
export const runUserTasks =
  (writer: UserWriter, list: () => RowList<User> | undefined): RunTasks =>
  (tasks, watch) => {
    // The actions of users make nothing but writes.
    const writes = tasks as readonly WriteRequestOf<UserTypes>[]
    return writer.write(writes, { ...watch, alsoRead: otherActiveAdmins(writes, list()) })
  }
