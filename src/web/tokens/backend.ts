import type { ApiClient } from '#api/api-client.ts'
import type { RowList } from '#api/list/row-list.ts'
import { listedUpdateEffect, observedUpdateEffect } from '#api/service-facts.ts'
import type { Token, TokenChange, NewToken } from '#api/token.ts'
import { createKeyedQueue, mapConcurrent } from '#api/write/keyed-queue.ts'
import { isRepaired, isReplaced, isValueUnseen, outcomeRow } from '#api/write/outcome.ts'
import type { NewerList } from '#api/write/verify.ts'
import { createTokenWriter, type TokenWriter, type TokenOutcome } from '#api/write/writers.ts'
import type { ResourceBackend, RunTasks } from '#web/jobs/run-job.ts'
import type { WriteTask } from '#web/resource/action.ts'
import type { TimeUnitStore, UpdateEffectStore } from '#web/resource/row-context.ts'

interface TokenBackendDependencies {
  api: Pick<ApiClient, 'tokens' | 'clock'>
  /** Aborted at the end of the session. */
  signal: AbortSignal
  /** Milliseconds since 1970. */
  now: () => number
  timeUnit: TimeUnitStore
  updateEffect: UpdateEffectStore
}

/** The writes of tokens in one session, and what they and the lists show of updates. */
export function createTokenBackend({
  api: { tokens, clock },
  signal,
  now,
  timeUnit,
  updateEffect,
}: TokenBackendDependencies): ResourceBackend {
  const writer = createTokenWriter(tokens, { turns: createKeyedQueue(), now, signal, clock }, timeUnit.get)
  /** Learns what a save did to the value. */
  const learnFromSave = (outcome: TokenOutcome) => {
    const row = outcomeRow(outcome)
    if (row === undefined || outcome.valueChange === undefined || isReplaced(outcome)) return
    const effect = observedUpdateEffect(outcome.request.before, row, outcome.valueChange, timeUnit.get())
    if (effect !== undefined) updateEffect.saw(isRepaired(outcome) === true ? 'replaces-and-needs-repair' : effect)
  }
  return {
    runTasks: runTokenTasks(writer),
    reverify: (outcome: TokenOutcome, list: NewerList<Token>) => writer.reverify(outcome, list),
    learnFrom(
      evidence: { outcomes: readonly TokenOutcome[] } | { described: TokenOutcome } | { list: RowList<Token> },
    ) {
      if ('outcomes' in evidence) for (const outcome of evidence.outcomes) learnFromSave(outcome)
      else if ('list' in evidence) updateEffect.listed(() => listedUpdateEffect(evidence.list, timeUnit.get()))
      else if (isValueUnseen(evidence.described)) updateEffect.markUnseenReported()
    },
  }
}

type TokenTask = WriteTask<Token, NewToken, TokenChange>

type TokenWrite = Exclude<TokenTask, { operation: 'repair' | 'replace' }>

const isSingleWrite = (task: TokenTask): task is TokenWrite =>
  task.operation !== 'repair' && task.operation !== 'replace'

/** Does tasks of tokens: single writes in one turn; a repair or a replacement takes several, so it has a turn of its own. */
export const runTokenTasks =
  (writer: TokenWriter): RunTasks =>
  async (tasks, observer) => {
    const tokenTasks = tasks as readonly TokenTask[]
    const writes = tokenTasks.filter(isSingleWrite)
    const writeOutcomes = writes.length === 0 ? [] : await writer.write(writes, observer)
    const outcomes = new Map<TokenTask, TokenOutcome | undefined>(
      writes.map((write, index) => [write, writeOutcomes[index]]),
    )
    return mapConcurrent(tokenTasks, async (task) => {
      if (isSingleWrite(task)) return outcomes.get(task)
      return observer.shouldContinue() ? writer[task.operation](task.snapshot, task.change, observer) : undefined
    })
  }
