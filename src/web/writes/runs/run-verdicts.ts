import type { Problem } from '#contract/problem.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import type { WriteAct } from '#web/writes/outcomes/outcomes.ts'
import type { ItemState } from './run-state.ts'

/** Whether nothing was sent because the session is over. */
export const isNotStarted = (verdict: Verdict<unknown>) =>
  verdict.is === 'refused' && verdict.unsent === true && verdict.problem.kind === 'no-session'

/** What a verdict means for its item. */
export function stateAfter(verdict: Verdict<unknown>, act: WriteAct): ItemState {
  switch (verdict.is) {
    case 'as-asked':
    case 'deleted':
    case 'already':
      return 'done'
    case 'gone':
      return act === 'remove' ? 'done' : 'failed'
    case 'unknown':
    case 'not-verified':
      return 'unknown'
    case 'differently':
    case 'not-applied':
    case 'conflict':
    case 'recreated':
    case 'unchecked':
    case 'locks-out':
    case 'exists':
    case 'unanswered':
    case 'refused':
    case 'half-replaced':
      return 'failed'
  }
}

/** Whether a verdict says that the service, or the way to it, is broken, and not only that this row is another one. */
export function isFailure(verdict: Verdict<unknown>): boolean {
  if (verdict.is === 'not-verified') return verdict.why !== 'no-list'
  return ['refused', 'unknown', 'not-applied', 'differently', 'half-replaced'].includes(verdict.is)
}

/** How long a service is left alone that asks for it without saying how long, in milliseconds. */
const usualPause = 10_000

/** How long the service asks to be left alone, in milliseconds; undefined: it doesn't. */
export function pauseIn(verdict: Verdict<unknown>): number | undefined {
  const problem = problemOf(verdict)
  if (problem?.kind === 'too-many') return problem.retryAfter === undefined ? usualPause : problem.retryAfter * 1000
  if (problem?.kind !== 'failing' || problem.status !== 503 || problem.retryAfter === undefined) return undefined
  return problem.retryAfter * 1000
}

function problemOf(verdict: Verdict<unknown>): Problem | undefined {
  if ('problem' in verdict) return verdict.problem
  if ('why' in verdict && typeof verdict.why === 'object') return verdict.why
  return 'because' in verdict ? problemOf(verdict.because) : undefined
}
