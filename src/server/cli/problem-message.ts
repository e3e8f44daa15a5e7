import { certificateErrorMessages, type Problem } from '#api/problem.ts'

/** Why the service did not answer like a Query service. */
export function problemSentence(problem: Problem): string {
  switch (problem.kind) {
    case 'unreachable':
      if (problem.certificate !== undefined) return certificateErrorMessages[problem.certificate]
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
    case 'in-front':
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
    case 'unsendable':
      return 'The address cannot be asked.'
  }
}
