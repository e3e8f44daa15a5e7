import type { Outcome } from '#contract/probe/statement.ts'
import { learnedLines } from '#contract/probe/point-words.ts'
import type { Learned } from '#contract/learned.ts'
import type { StatementOutcome } from '#contract/probe/check-statements.ts'
import type { Problem } from '#contract/problem.ts'

/** The findings, one point per line, and how many were seen. */
export function learnedTable(learned: Learned): string {
  const lines = learnedLines(learned)
  const wide = Math.max(...lines.map(({ title }) => title.length))
  const seen = lines.filter(({ isSeen }) => isSeen).length
  const rows = lines.map(({ title, isSeen, says }) => `${title.padEnd(wide)}  ${isSeen ? '✓' : '?'}  ${says}`)
  return [...rows, '', `${seen} of ${lines.length} seen.`].join('\n')
}

/** The statements, one per line. */
export function statementTable(outcomes: readonly StatementOutcome[]): string {
  const holds = outcomes.filter(({ outcome }) => outcome === true).length
  const failed = outcomes.filter(({ outcome }) => outcome !== true && outcome !== 'not-applicable').length
  const count = `${holds} of ${outcomes.length} hold, ${failed} do not.`
  return [...outcomes.map(({ says, outcome }) => `${markOf(outcome)}  ${says}${wordsOf(outcome)}`), '', count].join(
    '\n',
  )
}

/** Why the service did not answer like a Query service. */
export function problemSentence(problem: Problem): string {
  switch (problem.kind) {
    case 'unreachable':
      return 'The service cannot be reached.'
    case 'timed-out':
      return 'The service did not answer in time.'
    case 'signed-out':
      return `The service rejected this access token (${problem.status}).`
    case 'switched-off':
    case 'no-service':
      return 'There is no Query service at this address (404), or its administration is turned off.'
    case 'refused':
    case 'failing':
      return `The service refused to list its tokens (${problem.status}).`
    case 'too-many':
      return 'The service is refusing requests for now (429).'
    case 'unreadable':
      return `The response is not one of a Query service (${problem.status}).`
    case 'too-large':
      return 'The answer is too large.'
    case 'perhaps-unreadable':
      return 'Its list has rows that cannot be read.'
    case 'no-session':
    case 'offline':
    case 'unsendable':
      return 'The address cannot be asked.'
  }
}

function markOf(outcome: Outcome): string {
  if (outcome === true) return '✓'
  return outcome === 'not-applicable' ? '–' : '✗'
}

function wordsOf(outcome: Outcome): string {
  if (outcome === true) return ''
  return outcome === 'not-applicable' ? ' (does not apply here)' : ` (${outcome})`
}
