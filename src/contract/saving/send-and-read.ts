import type { SavingWorld } from './acts.ts'
import type { SavingReads } from './read-back.ts'
import type { Dated } from '#contract/list/row-store.ts'
import { notActedOn, thoughRefused, withoutAnswer, type Judged, type Verdict } from './verdict.ts'
import { isTemporary, mayHaveBeenApplied, problemIn, problemOf, type Problem } from '#contract/problem.ts'

/** How long after a failed read-back the second and last one begins, in milliseconds. */
const beforeSecondTry = 1000

interface Parts<Row extends Dated> extends Pick<Required<SavingWorld>, 'signal' | 'wait'> {
  reads: Pick<SavingReads<Row>, 'after'>
}

/** Reads the rows of these names after a write, a second time if the first read failed for the moment. */
export async function readBack<Row extends Dated>(
  { reads, signal, wait }: Parts<Row>,
  names: readonly [string, ...string[]],
): Promise<(Row | undefined)[]> {
  try {
    return await reads.after(names)
  } catch (error) {
    const problem = problemOf(error)
    if (problem === undefined || !isTemporary(problem)) throw error
  }
  await wait(beforeSecondTry, signal)
  return reads.after(names)
}

/** One write: how it is sent, the names of its row after and before it, and what a read says of it. */
interface OneWrite<Row> {
  names: readonly [after: string, before: string]
  send: () => Promise<void>
  judge: (row: Row | undefined, former: Row | undefined) => Judged<Row>
}

/** Sends a write, then reads the row back whatever the response, unless the write certainly had no effect. */
export async function sendAndRead<Row extends Dated>(
  parts: Parts<Row>,
  { names, send, judge }: OneWrite<Row>,
): Promise<Verdict<Row>> {
  let failed: Problem | undefined
  try {
    await send()
  } catch (error) {
    failed = problemIn(error)
    if (failed.kind !== 'refused' && !mayHaveBeenApplied(failed)) return notActedOn(failed)
  }
  try {
    const [after, before] = await readBack(parts, names)
    const judged = judge(after, before)
    if (failed === undefined) return judged.verdict
    return failed.kind === 'refused' ? thoughRefused(failed, judged) : withoutAnswer(failed, judged)
  } catch (error) {
    const why = problemIn(error)
    if (failed === undefined) return { is: 'not-verified', why }
    return { is: failed.kind === 'refused' ? 'refused' : 'unknown', problem: failed }
  }
}
