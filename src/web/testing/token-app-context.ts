import { listOf } from '#api/testing/lists.ts'
import { setUpTokens } from '#api/testing/stored-rows.ts'
import type { Token } from '#api/token.ts'
import type { RunActionOptions } from '#web/jobs/action-run.ts'
import { runAction } from '#web/jobs/run-action.ts'
import type { AppContext } from '#web/jobs/app-context.tsx'
import type { Overlay } from '#web/router/overlay.ts'
import { createJobStore } from '#web/jobs/job-store.ts'
import { createConfirmationQueue, type ConfirmationAnswer, type PendingConfirmation } from '#web/jobs/confirmations.ts'
import type { AnyResourceDefinition } from '#web/resource/resource.ts'
import { describeOutcome } from '#web/resource/outcome-message.ts'
import { createUpdateEffectStore } from '#web/resource/row-context.ts'
import { tokenResource } from '#web/tokens/resource.ts'
import { runTokenTasks } from '#web/tokens/backend.ts'
import { testTabList } from './passwords.ts'
import { createStore } from '#web/ui/store.ts'
import { createToastStore } from '#web/ui/toast.tsx'

/** A confirmation as it was asked, with what was sent by then. */
export type RecordedConfirmation = Pick<PendingConfirmation, 'names' | 'skipped' | 'row' | 'conflict' | 'question'> & {
  sentCount: number
}

/**
 * An app context over tokens in memory, whose list is as they are when it is asked for. Confirmations are answered with
 * `answers`, one after the other: a date, nothing (go on), or `cancel`.
 */
export function createTestAppContext(...names: string[]) {
  const on = setUpTokens(...names)
  const recordedConfirmations: RecordedConfirmation[] = []
  const refusals: string[] = []
  const answers: (ConfirmationAnswer | 'cancel')[] = []
  const writes = () => on.tokens.calls.filter((call) => call !== 'list' && !call.startsWith('read'))
  const confirmations = createConfirmationQueue()
  confirmations.subscribe(() => {
    for (const { question, onAnswer, ...asking } of confirmations.get()) {
      recordedConfirmations.push({ ...asking, question, sentCount: writes().length })
      const answer = answers.shift() ?? {}
      queueMicrotask(() => onAnswer(answer === 'cancel' ? undefined : answer))
    }
  })
  const rowContext = () => ({ now: on.now(), timeUnit: 'seconds', updateEffect: 'keeps', ownEmails: [] }) as const
  const resource: AnyResourceDefinition = tokenResource
  const blocked = { is: false }
  const app: AppContext = {
    confirmations,
    jobs: createJobStore({
      now: on.now,
      runTasks: () => runTokenTasks(on),
      describe: (_, outcome) => describeOutcome(outcome, resource, rowContext()),
      showOutcomes: () => undefined,
      onEnd: () => undefined,
    }),
    resources: { tokens: resource, users: resource },
    actionContext: () => ({
      ...rowContext(),
      list: listOf([...on.tokens.rows.values()], on.now()),
      isWarned: false,
    }),
    readOnlyReason: () => (blocked.is ? 'Read-only.' : undefined),
    toasts: createToastStore({ announce: () => undefined, alert: (message) => refusals.push(message) }),
    updateEffect: createUpdateEffectStore(),
    timeUnit: { ...createStore('seconds' as const), evidence: () => undefined },
    clockOffset: () => 0,
    rowContext,
    tabLists: { tokens: testTabList(), imports: testTabList() },
    refreshList: () => undefined,
    overlay: createStore<Overlay | undefined>(undefined),
  }
  /** The rows as they are now. */
  const snapshotsOf = (...rowNames: string[]) => rowNames.map((name) => on.snapshotOf(name))
  return {
    ...on,
    app,
    recordedConfirmations,
    answers,
    refusals,
    blocked,
    writes,
    snapshotsOf,
    act: (name: string, rows: readonly ReturnType<typeof on.snapshotOf>[], given?: RunActionOptions) =>
      runAction(app, 'tokens', name, rows, given),
    rowOf: (name: string): Token | undefined => on.tokens.rows.get(name),
  }
}
