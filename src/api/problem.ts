import * as z from 'zod/mini'

/** The kind of body that arrived instead of the expected one. `begins`: empty if the page quotes a secret. */
export const ReceivedBody = z.union([
  z.object({ form: z.literal('html'), begins: z.string() }),
  z.object({ form: z.literal(['json', 'text', 'empty', 'malformed', 'broken-off']) }),
])

export type ReceivedBody = z.infer<typeof ReceivedBody>

const delivery = z.literal(['not-sent', 'unknown'])

const serviceText = z.string()

const status = z.number()

/** Who failed, if it was not the service. */
const by = z.optional(z.literal('console-server'))

const certificate = z.literal([
  'self-signed',
  'unknown-authority',
  'expired',
  'not-yet-valid',
  'other-name',
  'untrusted',
])

/** Why the console server does not trust the service's certificate. */
export type CertificateFault = z.infer<typeof certificate>

const kind = <ProblemKind extends string>(name: ProblemKind) => z.literal(name)

/**
 * Everything that can go wrong between the console and a service. The page turns it into words
 * (`web/session/problem-message.ts`). Only `serviceText` is text: the service's own, at most 300 characters, and empty if
 * it quotes a secret.
 */
export const Problem = z.discriminatedUnion('kind', [
  /** No response. `sent`: whether the request may have reached the service; only `not-sent` is certain. */
  z.object({
    kind: kind('unreachable'),
    sent: delivery,
    by: z.optional(z.literal(['console-server', 'session-store'])),
    certificate: z.optional(certificate),
  }),
  /** No response within `after` milliseconds. */
  z.object({ kind: kind('timed-out'), after: z.number(), sent: delivery, by }),
  /** 401 or 403: the service rejects the credential, or this one action. */
  z.object({ kind: kind('signed-out'), status: z.literal([401, 403]), serviceText, by }),
  /** The page is signed out, or cannot tell whether it is, so it sent nothing. */
  z.object({ kind: kind('no-session'), sent: z.literal('not-sent') }),
  /** The resource is turned off: 404 (or 405, in `status`) here, while the other resource answers. */
  z.object({ kind: kind('switched-off'), part: z.literal(['tokens', 'users']), status: z.optional(z.literal([405])) }),
  /** 404 on both resources: the address may be wrong, or both are turned off. */
  z.object({ kind: kind('no-service') }),
  /**
   * Any other 4xx: a duplicate (409), an invalid field (400, 422), an unknown name (404 on a resource that answers). By
   * the console server: nothing was sent, because it is too large (413). By a
   * proxy: it asks for its own sign-in (401) in the header that carries the access token.
   */
  z.object({
    kind: kind('refused'),
    status,
    serviceText,
    by: z.optional(z.literal(['console-server', 'proxy'])),
  }),
  /**
   * A server in front of the console server answered in its place, with an error, a redirect (3xx, or 0 where the browser
   * hides it) or a page of its own (2xx).
   */
  z.object({ kind: kind('in-front'), status, sent: delivery }),
  /** 429. `retryAfter`: seconds from the moment of the response, at least one, if the service names them. */
  z.object({ kind: kind('too-many'), retryAfter: z.union([z.number(), z.undefined()]), serviceText }),
  /**
   * 5xx. `sent: 'not-sent'`: the console server reports that the request never reached the service. `retryAfter`: as
   * above.
   */
  z.object({ kind: kind('failing'), status, serviceText, sent: delivery, retryAfter: z.optional(z.number()) }),
  /** A success with an unexpected body. `at` names places (keys, row numbers), never contents. */
  z.object({ kind: kind('unreadable'), status, received: ReceivedBody, bytes: z.number(), at: z.array(z.string()) }),
  /** A response larger than `cap` bytes; the rest was not read. */
  z.object({ kind: kind('too-large'), cap: z.number() }),
  /** The row is not among the readable rows of the list. It may be one of the unreadable ones. */
  z.object({ kind: kind('perhaps-unreadable') }),
  /** The name cannot be percent-encoded, because it holds a lone surrogate. Nothing was sent. */
  z.object({ kind: kind('unsendable') }),
])

export type Problem = z.infer<typeof Problem>

/** One of the service's two groups of calls. Each can be turned off separately. */
export type ResourceName = 'tokens' | 'users'

/** The only error that `api/` throws, apart from aborts, which keep the signal's own reason. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.kind)
    this.problem = problem
  }
}

/** For a response with an unexpected body. `position`: the place in it, in words. */
export function invalidResponseError(
  form: Exclude<ReceivedBody['form'], 'html'>,
  status: number,
  bytes: number,
  position: string,
): ServiceError {
  return new ServiceError({ kind: 'unreadable', status, received: { form }, bytes, at: [position] })
}

/** For a page of markup instead of the expected body, known by its first 60 characters, by which an admin can recognize a gateway. */
export function htmlResponseError(page: string, status: number, bytes: number, position: string): ServiceError {
  const begins = page.trim().replace(/\s+/g, ' ').slice(0, 60)
  return new ServiceError({ kind: 'unreadable', status, received: { form: 'html', begins }, bytes, at: [position] })
}

/** The problem in `error`; undefined for an abort or a bug of our own. */
export function getProblem(error: unknown): Problem | undefined {
  return error instanceof ServiceError ? error.problem : undefined
}

/** The problem in `error`. @throws `error` if there is none. */
export function requireProblem(error: unknown): Problem {
  const problem = getProblem(error)
  if (problem === undefined) throw error
  return problem
}

/** Whether the failed request may have changed something. If so, only a read can tell. */
export function mayHaveBeenApplied(problem: Problem): boolean {
  switch (problem.kind) {
    case 'unreachable':
    case 'timed-out':
    case 'failing':
    case 'in-front':
      return problem.sent === 'unknown'
    case 'unreadable':
    case 'too-large':
      return true
    case 'signed-out':
    case 'no-session':
    case 'switched-off':
    case 'no-service':
    case 'refused':
    case 'too-many':
    case 'perhaps-unreadable':
    case 'unsendable':
      return false
  }
}

/** Whether the service was not reached, or is too busy to answer: it has decided nothing, and waiting may help. */
export function isTransient(problem: Problem): boolean {
  return (
    problem.kind === 'unreachable' ||
    problem.kind === 'timed-out' ||
    problem.kind === 'too-many' ||
    (problem.kind === 'failing' && [502, 503, 504].includes(problem.status)) ||
    (problem.kind === 'in-front' && [429, 502, 503, 504].includes(problem.status))
  )
}

/** What is wrong with the service's certificate, and what to do. For the page and for the console server's log. */
export const certificateErrorMessages: Record<CertificateFault, string> = {
  'self-signed':
    'The service’s certificate is self-signed. If you trust it, set NODE_EXTRA_CA_CERTS to its file and restart the console server.',
  'unknown-authority':
    'The service’s certificate is from an unknown authority, or incomplete. If you trust it, set NODE_EXTRA_CA_CERTS to its file and restart the console server.',
  expired: 'The service’s certificate has expired. Renew it, or set the console server’s clock.',
  'not-yet-valid':
    'The service’s certificate is not valid yet. Check the clocks of the service and the console server.',
  'other-name': 'The service’s certificate is for another name. Check QUERY_SERVICE_URL.',
  untrusted: 'The console server doesn’t trust the service’s certificate.',
}
