import { listOf } from '#contract/testing/lists.ts'
import { writtenTokens } from '#contract/testing/written.ts'
import type { Token } from '#contract/token.ts'
import { doAct, type Desk, type Given } from '#web/jobs/do-act.ts'
import { createJobs } from '#web/jobs/jobs.ts'
import type { Opened } from '#web/jobs/opened.ts'
import { createQuestions, type Answer, type Asking } from '#web/jobs/questions.ts'
import type { AnyResource } from '#web/resource/resource.ts'
import { say } from '#web/resource/say.ts'
import { createUpdateEffect } from '#web/resource/update-effect.ts'
import { tokens } from '#web/tokens/resource.ts'
import { doTokenTasks } from '#web/tokens/tasks.ts'
import { createStore } from '#web/ui/store.ts'

const place = { address: '', host: 'h', name: 'Production', example: false } as const

/** A question as it was asked, with what was sent by then. */
export type Asked = Pick<Asking, 'names' | 'leftOut' | 'reason' | 'question'> & { sent: number }

/**
 * A desk over tokens in memory, whose list is as they are when it is asked for. Whoever sits before it answers with
 * `answers`, one after the other: a date, nothing (go on), or `cancel`.
 */
export function tokenDesk(...names: string[]) {
  const on = writtenTokens(...names)
  const asked: Asked[] = []
  const refusals: string[] = []
  const answers: (Answer | 'cancel')[] = []
  const sent = () => on.tokens.calls.filter((call) => call !== 'list' && !call.startsWith('read'))
  const questions = createQuestions()
  questions.subscribe(() => {
    for (const { question, onAnswer, ...asking } of questions.get()) {
      asked.push({ ...asking, question, sent: sent().length })
      const answer = answers.shift() ?? {}
      queueMicrotask(() => onAnswer(answer === 'cancel' ? undefined : answer))
    }
  })
  const world = () => ({ now: on.now(), unit: 'seconds', onUpdate: 'keeps', you: [] }) as const
  const resource: AnyResource = tokens
  const blocked = { is: false }
  const desk: Desk = {
    questions,
    jobs: createJobs({
      now: on.now,
      doTasks: () => doTokenTasks(on),
      say: (_, outcome) => say(outcome, resource, world()),
      show: () => undefined,
      onEnd: () => undefined,
    }),
    resources: { tokens: resource, users: resource },
    knows: () => ({ ...world(), list: listOf([...on.tokens.rows.values()], on.now()), place, isWarned: false }),
    isBlocked: () => blocked.is,
    refuse: (says) => refusals.push(says),
    updates: createUpdateEffect(),
    unit: { ...createStore('seconds' as const), shown: () => undefined },
    world,
    opened: createStore<Opened | undefined>(undefined),
  }
  /** The rows as they are now. */
  const seen = (...those: string[]) => those.map((name) => on.seen(name))
  return {
    ...on,
    desk,
    asked,
    answers,
    refusals,
    blocked,
    sent,
    seenAll: seen,
    act: (name: string, rows: readonly ReturnType<typeof on.seen>[], given?: Given) =>
      doAct(desk, 'tokens', name, rows, given),
    rowOf: (name: string): Token | undefined => on.tokens.rows.get(name),
  }
}
