import type { Dated } from '#contract/list/row-store.ts'
import { problemIn } from '#contract/problem.ts'
import { isSameRow } from '#contract/saving/compare.ts'
import { rowIn, settled, type Settled } from '#contract/saving/settling.ts'
import { clockOf } from '#web/ui/time.ts'
import { settledOutcome } from '#web/writes/outcomes/settled-outcome.ts'
import { currentOf } from '#web/writes/outcomes/outcomes.ts'
import { problemWords } from '#web/resource/problem-words.ts'
import type { Desk } from '#web/writes/shown-resource.ts'
import { outcomeSentence } from '#web/writes/verdict-words.ts'
import type { PlannedItem, RunItem } from './run-state.ts'

/** How long a request may still be on its way, in milliseconds. */
const underWay = 60_000

/** Reads the rows of items whose outcome is unknown with one request, and says what it shows. It sends nothing. */
export async function refreshItems(
  { session, shown }: Desk<Dated, object>,
  unknown: readonly (PlannedItem & { item: RunItem })[],
  put: (name: string, part: Partial<RunItem>) => void,
): Promise<void> {
  if (unknown.length === 0) return
  const writing = shown.writing(session.unit.get().unit)
  const names = unknown.flatMap(({ write: { name, change } }) => [name, writing.renamed(name, change)])
  try {
    const read = await shown.writesIn(await session.saving()).show(new Set(names))
    const asOf = `as of ${clockOf(read.readAt)}`
    const current = currentOf(session.outcomes.get(), shown)
    for (const { write, confirmed, recreates = false, item } of unknown) {
      const { name, act, change } = write
      const { sentAt = 0 } = item
      const row = rowIn(read, name)
      const isSame = confirmed && row && isSameRow(confirmed, row)
      const byRow = act === 'remove' || recreates ? settledByRow(isSame, recreates) : undefined
      const state = byRow ?? settled(writing, name, { act, change, at: sentAt }, read)
      const isOver = read.beganAt - sentAt > underWay
      if (state === 'done') put(name, { state: 'done', says: `The list shows it (${asOf}).` })
      else if (state !== 'not-done') put(name, { says: `The list can’t tell (${asOf}).` })
      else if (!isOver) put(name, { says: `The list doesn’t show it yet (${asOf}). It may still arrive.` })
      else put(name, { state: 'failed', says: `Not applied: the list doesn’t show it (${asOf}).`, mayTryAgain: true })
      const outcome = current.get(name)
      if (outcome === undefined || outcome.id !== item.outcome) continue
      const next = settledOutcome(outcome, read, writing)
      if (next === outcome) continue
      session.outcomes.change<Dated, object>(outcome.id, next)
      if (next.verdict.is === 'differently')
        put(name, { state: 'failed', says: outcomeSentence(shown.noun, next.verdict, { act }) })
    }
  } catch (error) {
    const says = `Not refreshed. ${problemWords(problemIn(error))}`
    for (const { item } of unknown) put(item.name, { says })
  }
}

/**
 * What it says of a deletion, or of a deletion with a new row, that the row of that name is the same or another one.
 * Undefined: nothing.
 */
function settledByRow(isSame: boolean | undefined, recreates: boolean): Settled | undefined {
  if (isSame === false) return 'done'
  // Whether the value of the same row agrees with it tells nothing of a new one.
  return recreates ? (isSame === undefined ? 'unknown' : 'not-done') : undefined
}
