import { certificateErrorMessages, type ResourceName, type Problem } from '#api/problem.ts'

/**
 * A problem in one or two sentences: what happened and what to do. The service's own text is in quotation marks.
 * `hasRetryButton`: a button beside it says *Try again*.
 */
export function problemMessage(problem: Problem, { hasRetryButton = false } = {}): string {
  const retryAdvice = hasRetryButton ? '' : ' Try again.'
  switch (problem.kind) {
    case 'unreachable':
      if (problem.certificate !== undefined) return certificateErrorMessages[problem.certificate]
      if (problem.by === 'session-store') return 'The console server can’t reach its session store. Try again.'
      return problem.by === undefined
        ? 'The service is unreachable. Check the network and the address, then try again.'
        : 'The console server is unreachable. Check your network, then try again.'
    case 'timed-out':
      return problem.after > 0
        ? `The ${problem.by === undefined ? 'service' : 'console server'} did not answer within ${Math.round(problem.after / 1000)} s. Try again.`
        : 'The service did not answer in time. Try again.'
    case 'signed-out':
      return problem.by === undefined
        ? `The service refused this (${problem.status})${quotedText(problem.serviceText)}.`
        : `The console server rejected this sign-in (${problem.status}).`
    case 'no-session':
      return 'You are signed out, or the console can’t tell whether you are.'
    case 'switched-off':
      return `${resourceLabels[problem.part].name} administration is turned off (${problem.status ?? 404}). Turn it on in the service’s settings, then refresh.`
    case 'no-service':
      return 'Neither tokens nor users answered (404). The address may be wrong, or both are turned off.'
    case 'refused':
      return rejectionMessage(problem)
    case 'in-front':
      return proxyProblemMessage(problem.status, retryAdvice)
    case 'too-many':
      return problem.retryAfter === undefined
        ? `The service limits requests (429)${quotedText(problem.serviceText)}. Try again in a while.`
        : `The service limits requests. Try again in ${problem.retryAfter} s (429)${quotedText(problem.serviceText)}.`
    case 'failing':
      return `The service failed (${problem.status})${quotedText(problem.serviceText)}.${retryAdvice}`
    case 'unreadable':
      return unreadableMessage(problem)
    case 'too-large':
      return `The response is larger than ${toMebibytes(problem.cap)} MiB, so the console stopped reading it.`
    case 'perhaps-unreadable':
      return 'Some rows of the list cannot be read, and this may be one of them. Refresh the list.'
    case 'unsendable':
      return 'This name contains half a character, so it cannot be part of a URL.'
  }
}

/** Whether these words say *Try again*. */
export function isRetryable(problem: Problem): boolean {
  const { kind } = problem
  if (kind === 'in-front') return !mayNeedProxySignIn(problem.status) && ![413, 431].includes(problem.status)
  return kind === 'unreachable' || kind === 'timed-out' || kind === 'too-many' || kind === 'failing'
}

/** The answer that leaves a write open: the beginning of *…. It may or may not be saved*. Undefined: there was none. */
export function unknownDeliveryMessage(problem: Problem): string | undefined {
  switch (problem.kind) {
    case 'failing':
    case 'refused':
      return `Not confirmed (${problem.status})${quotedText(problem.serviceText)}`
    case 'in-front': {
      const { status } = problem
      return isRedirect(status) || isSuccess(status)
        ? `Not confirmed: a${proxyMessage(status).slice(1, -1)}`
        : `Not confirmed (${status})`
    }
    case 'unreadable':
      return problem.at.includes('a redirect')
        ? 'Not confirmed: the service answered with a redirect'
        : `Not confirmed: the response cannot be read (${receivedBodyText(problem)})`
    case 'too-large':
      return `Not confirmed: the response is larger than ${toMebibytes(problem.cap)} MiB`
    case 'unreachable':
    case 'timed-out':
    case 'signed-out':
    case 'no-session':
    case 'switched-off':
    case 'no-service':
    case 'too-many':
    case 'perhaps-unreadable':
    case 'unsendable':
      return undefined
  }
}

/** The names of a resource and its page, and the other resource. */
export const resourceLabels = {
  tokens: { name: 'Token', noun: 'token', page: 'Tokens', other: 'users' },
  users: { name: 'User', noun: 'user', page: 'Users', other: 'tokens' },
} as const satisfies Record<ResourceName, { name: string; noun: string; page: string; other: ResourceName }>

/** What was received instead of the expected answer, in a few words. */
export function receivedBodyText({
  received,
  bytes,
  status,
  at: locations,
}: Extract<Problem, { kind: 'unreadable' }>): string {
  // The console server does not read these bodies.
  const unreadPart = locations.find((part) => part === 'a redirect' || part === 'a compressed body')
  if (unreadPart !== undefined || received.form === 'empty') return `${unreadPart ?? 'nothing'}, status ${status}`
  const formLabel = {
    html: 'HTML',
    json: 'unexpected JSON',
    text: 'text',
    malformed: 'malformed JSON',
    'broken-off': 'an incomplete response',
  }[received.form]
  return `${formLabel}, ${formatSize(bytes)}, status ${status}`
}

function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 999_950 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}

/** What a server in front of the console server answered in its place. */
export function proxyMessage(status: number): string {
  if (isRedirect(status)) return 'A server in front of the console redirects to another page.'
  if (isSuccess(status)) return 'A server in front of the console answered with another page.'
  return `A server in front of the console answered ${status}.`
}

function proxyProblemMessage(status: number, retryAdvice: string): string {
  if (status === 431) return tooManyCookiesMessage
  if (status === 413) return 'A server in front of the console rejected this as too large (413).'
  const advice = mayNeedProxySignIn(status)
    ? ' If it asks you to sign in, do so in another tab, or reload this page.'
    : retryAdvice
  return `${proxyMessage(status)}${advice}`
}

const isRedirect = (status: number) => status === 0 || (status >= 300 && status < 400)
const isSuccess = (status: number) => status >= 200 && status < 300

/** Whether such an answer often means that a server in front wants its own sign-in, which a new page leads to. */
export function mayNeedProxySignIn(status: number): boolean {
  return isRedirect(status) || isSuccess(status) || [401, 403, 407].includes(status)
}

function rejectionMessage({ by, status, serviceText }: Extract<Problem, { kind: 'refused' }>): string {
  switch (by) {
    case undefined:
      return serviceRejectionMessage(status, serviceText)
    case 'console-server':
      return consoleServerRejectionMessage(status)
    case 'proxy':
      return `A proxy in front of the service asks for its own sign-in (${status}). That can’t work: the access token takes the same header.`
  }
}

function consoleServerRejectionMessage(status: number): string {
  switch (status) {
    case 413:
      return 'This is too large for the console server (413). Nothing was sent to the service.'
    case 431:
      return tooManyCookiesMessage
    default:
      return `The console server rejected this request (${status}). Nothing was sent to the service.`
  }
}

const tooManyCookiesMessage = 'This browser sends too many cookies to this host (431). Delete them, then reload.'

function serviceRejectionMessage(status: number, serviceText: string): string {
  switch (status) {
    case 409:
      return `The service rejected this: it conflicts with existing data (409)${quotedText(serviceText)}.`
    case 431:
      return tooManyCookiesMessage
    case 413:
      return `The service, or a server in front of it, rejected this as too large (413)${quotedText(serviceText)}.`
    default:
      return `The service answered ${status}${quotedText(serviceText)}.`
  }
}

function unreadableMessage(problem: Extract<Problem, { kind: 'unreadable' }>): string {
  if (problem.at.includes('a redirect'))
    return 'The service answered with a redirect, which the console doesn’t follow. Check the address.'
  const location = problem.at.includes('a compressed body') ? '' : ` (${problem.at.join(', ')})`
  return `The response cannot be read: ${receivedBodyText(problem)}${location}.`
}

function quotedText(text: string): string {
  return text === '' ? '' : `, “${text}”`
}

function toMebibytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024)
}
