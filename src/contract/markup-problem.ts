import { type Problem, safeText } from './problem.ts'

/**
 * The problem with every whole secret masked in the service's text, and in the beginning of a page of markup also one
 * that its end cuts off.
 */
export function withoutSecrets(problem: Problem, secrets: readonly string[]): Problem {
  if ('serviceText' in problem) return { ...problem, serviceText: safeText(problem.serviceText, secrets) }
  if (problem.kind !== 'unreadable' || problem.received.form !== 'html') return problem
  return { ...problem, received: { form: 'html', begins: safeText(problem.received.begins, secrets, true) } }
}
