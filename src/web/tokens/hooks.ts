import { useQuery, useMutation } from '@tanstack/react-query'
import { tokensQuery, usersQuery, mutationDefaults } from '#web/resource/list-queries.ts'
import { useSession } from '#web/session/session.ts'
import { useAppContext } from '#web/jobs/app-context.tsx'
import type { RowSnapshot } from '#api/write/resource-adapter.ts'
import type { Token, TokenChange, NewToken } from '#api/token.ts'
import { runAction } from '#web/jobs/run-action.ts'
import type { WriteTask } from '#web/resource/action.ts'
import type { TokenWriter, TokenOutcome } from '#api/write/writers.ts'
import type { RunTasks } from '#web/jobs/job-store.ts'
import type { tokenActions } from './actions.ts'

// All requests of the tokens page.

/** The list of tokens. */
export function useTokens() {
  return useQuery(tokensQuery(useSession().api))
}

/** Reads the users, too, where no token shows in which unit the service counts time: their rows may. */
export function useUsersForTimeUnit(isUnknown: boolean) {
  useQuery({ ...usersQuery(useSession().api), enabled: isUnknown })
}

/** Does an act of the table to tokens that the admin saw. */
export function useTokenAction() {
  const app = useAppContext()
  return useMutation({
    ...mutationDefaults,
    mutationFn: ({
      actionName,
      snapshots,
      change,
    }: {
      actionName: keyof typeof tokenActions
      snapshots: readonly RowSnapshot<Token>[]
      change?: TokenChange
    }) => runAction(app, 'tokens', actionName, snapshots, change && { change }),
  })
}

/** Finds the token that a value belongs to: reads the list, and single values if that is agreed. */
export const useFindToken = () => useSession().findToken

type TokenTask = WriteTask<Token, NewToken, TokenChange>

type MultiWriteTask = Extract<TokenTask, { operation: 'repair' | 'replace' }>

/** How many rows are repaired or replaced at a time. */
const concurrency = 4

const isMultiWrite = (task: TokenTask): task is MultiWriteTask =>
  task.operation === 'repair' || task.operation === 'replace'

/** Does tasks of tokens: single writes in one turn; a repair or a replacement takes several, so it has a turn of its own. */
export const runTokenTasks =
  (writer: TokenWriter): RunTasks =>
  async (tasks, watch) => {
    const tokenTasks = tasks as readonly TokenTask[]
    const outcomes: (TokenOutcome | undefined)[] = tokenTasks.map(() => undefined)
    const writes = tokenTasks.flatMap((task, index) => (isMultiWrite(task) ? [] : [{ task, place: index }]))
    const writeOutcomes =
      writes.length === 0
        ? []
        : await writer.inTurn(
            writes.map(({ task }) => task),
            watch,
          )
    writeOutcomes.forEach((outcome, position) => (outcomes[writes[position]!.place] = outcome))
    const remaining = tokenTasks.entries()
    const worker = async () => {
      for (const [index, task] of remaining) {
        if (!isMultiWrite(task)) continue
        if (!watch.shouldContinue()) return
        // oxlint-disable-next-line no-await-in-loop -- a lane does one after the other
        outcomes[index] = await writer[task.operation](task.snapshot, task.change, watch)
      }
    }
    await Promise.all(Array.from({ length: concurrency }, worker))
    return outcomes
  }
