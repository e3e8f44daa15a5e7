import { type Problem, safeText, spellingsOf } from './problem.ts'

/**
 * The problem with every whole secret masked in the service's text, and in the beginning of a page of markup also one
 * that its end cuts off.
 */
export function withoutSecrets(problem: Problem, secrets: readonly string[]): Problem {
  if ('serviceText' in problem) return { ...problem, serviceText: safeText(problem.serviceText, secrets) }
  if (problem.kind !== 'unreadable' || problem.received.form !== 'html') return problem
  let { begins } = problem.received
  for (const secret of spellingsOf(secrets)) {
    let length = Math.min(secret.length - 1, begins.length)
    while (length >= 4 && !begins.endsWith(secret.slice(0, length))) length -= 1
    if (length >= 4) begins = `${begins.slice(0, -length)}•••`
  }
  return { ...problem, received: { form: 'html', begins: safeText(begins, secrets) } }
}
