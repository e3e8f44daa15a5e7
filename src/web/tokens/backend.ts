import type { Token, TokenChange, NewToken } from '#api/token.ts'
import type { TokenWriter, TokenOutcome } from '#api/write/writers.ts'
import type { WriteTask } from '#web/resource/action.ts'
import type { RunTasks } from '#web/jobs/job-store.ts'

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
