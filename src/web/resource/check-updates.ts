import { problemOf } from '#contract/problem.ts'
import { checkUpdates, type CheckReport } from '#contract/update-check.ts'
import type { UpdateEffect } from '#contract/facts.ts'
import type { Service } from '#contract/service.ts'
import type { UpdateEffectStore } from './update-effect.ts'
import { problemWords } from '#web/session/problem-words.ts'

/** What a check came to. `isAnswer`: it found out what an update does, and has nothing else to say. */
export interface Checked {
  says: string
  isAnswer: boolean
}

/** Checks on a temporary token what an update does to its value, and keeps the answer. */
export async function checkFirst(
  service: Service,
  updates: Pick<UpdateEffectStore, 'answered'>,
  signal: AbortSignal,
): Promise<Checked> {
  let report: CheckReport
  try {
    report = await checkUpdates(service, { signal })
  } catch (error) {
    const problem = problemOf(error)
    if (signal.aborted) return { says: 'Stopped.', isAnswer: false }
    if (problem === undefined) throw error
    return { says: notChecked(problem), isAnswer: false }
  }
  const { effect, at, problem, interrupted, left } = report
  if (effect !== undefined) updates.answered({ effect, at })
  const says = problem ? notChecked(problem) : interrupted ? 'Stopped.' : `Checked. ${answerWords(effect)}`
  const leftWords = left.length === 0 ? '' : ` These tokens could not be deleted: ${left.join(', ')}.`
  return { says: says + leftWords, isAnswer: effect !== undefined && left.length === 0 }
}

const notChecked = (problem: Parameters<typeof problemWords>[0]) => `Not checked. ${problemWords(problem)}`

function answerWords(effect: UpdateEffect | undefined): string {
  switch (effect) {
    case 'keeps':
      return 'This service keeps the value when a token is updated.'
    case 'replaces':
      return 'This service replaces the value with every update.'
    case 'replaces-and-needs-repair':
      return 'This service replaces the value with every update, and the new one needs repair.'
    case undefined:
      return 'The service doesn’t show what an update does to the value.'
  }
}
