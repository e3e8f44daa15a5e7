import type { NewToken, Token, TokenChange } from '#contract/token.ts'
import type { TokenOutcome, TokenWriter } from '#contract/write/acts.ts'
import type { DoTasks } from '#web/jobs/jobs.ts'
import type { Task } from '#web/resource/act.ts'

type TokenTask = Task<Token, NewToken, TokenChange>
type SeveralWrites = Extract<TokenTask, { do: 'repair' | 'replace' }>

/** How many rows are repaired or replaced at a time. */
const lanes = 4

const takesSeveral = (task: TokenTask): task is SeveralWrites => task.do === 'repair' || task.do === 'replace'

/** Does tasks of tokens: single writes in one turn; a repair or a replacement takes several, so it has a turn of its own. */
export const doTokenTasks =
  (writer: TokenWriter): DoTasks =>
  async (tasks, watch) => {
    const all = tasks as readonly TokenTask[]
    const outcomes: (TokenOutcome | undefined)[] = all.map(() => undefined)
    const writes = all.flatMap((task, place) => (takesSeveral(task) ? [] : [{ task, place }]))
    const ends =
      writes.length === 0
        ? []
        : await writer.inTurn(
            writes.map(({ task }) => task),
            watch,
          )
    ends.forEach((end, at) => (outcomes[writes[at]!.place] = end))
    const waiting = all.entries()
    const lane = async () => {
      for (const [place, task] of waiting) {
        if (!takesSeveral(task)) continue
        if (!watch.mayGoOn()) return
        // oxlint-disable-next-line no-await-in-loop -- a lane does one after the other
        outcomes[place] = await writer[task.do](task.seen, task.change, watch)
      }
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    return outcomes
  }
