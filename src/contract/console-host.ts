import * as z from 'zod/mini'
import { Received, safeText, type Problem } from './problem.ts'

/**
 * What only our own host offers to the page, beside the service's calls it forwards. Any other web server answers
 * these paths with something else, which is how the page finds out where it stands.
 */

/** Relative to the page. Answered with `HostMarker` as JSON and the header `hostHeader: hostHeaderValue`. */
export const hostMarkerPath = './console-host.json'

/** The header that stands on every answer of our host. */
export const hostHeader = 'x-query-admin-host'

/** Its value; a change of the protocol between page and host changes it. */
export const hostHeaderValue = '3'

/** What the host tells a page that has not signed in yet; exactly this, or it is another web server. */
export const HostMarker = z.strictObject({
  host: z.literal('query-admin'),
  /** The service behind `/_/`: its address without credentials, and whether it is the embedded example. */
  service: z.strictObject({ address: z.string(), example: z.boolean() }),
  /** How long a session at this host lasts without input, and at most, in milliseconds. */
  sessions: z.strictObject({ idle: z.number(), absolute: z.number() }),
})
export type HostMarker = z.infer<typeof HostMarker>

/**
 * On a 502 or 504 made by the host itself: whether the request reached the service. Absent on the service's own
 * answers. `not-sent`: nothing was changed. `unknown`: it may or may not be carried out.
 */
export const sentHeader = 'x-query-admin-sent'

/**
 * Stands on every call of the page to our host, with this value. No form and no foreign page can set it without asking
 * first, so it decides where a browser does not say which site a request comes from.
 */
export const pageHeader = 'x-query-admin-page'

/** The value of `pageHeader`. */
export const pageHeaderValue = '1'

/**
 * The second half of a session, on every call of a page that is signed in at the host. A cookie goes to every port of a
 * host name; this half stays in the storage of the page's own origin. A cookie opens nothing without its proof.
 */
export const proofHeader = 'x-query-admin-proof'

/**
 * On a 401 of the host itself: `none`, there is no such session any more; `other`, the cookie is that of another
 * sign-in. The service's own 401 has no such header.
 */
export const sessionHeader = 'x-query-admin-session'

/**
 * Relative to the page. GET: who is signed in, as `HostSessionAnswer`. POST of a `SignInWay`: signs in, 201 with the
 * same and the proof, or `{refused: SignInRefusal}`. PUT: somebody is there, so the idle limit begins anew. DELETE: signs out, 204.
 */
export const hostSessionPath = './console-session'

/**
 * Relative to the page, within a session. GET: where the same person is signed in, as `HostSessions`. DELETE: signs them
 * out everywhere, 204.
 */
export const hostSessionsPath = './console-sessions'

/** Followed by a list's path. POST of `WantedRows` reads single rows of that list: the list with those rows alone. */
export const hostRowsPath = 'console-rows/'

/** POST of `ProbeRequest`: probes the service from the host, where the bearer is; answers in lines of `ProbeLine`. */
export const hostProbePath = './console-probe'

/** How long a session still lasts, in milliseconds, and how long it lasts in all. */
const lasting = z.object({ left: z.number(), limit: z.number() })

/** A session at the host, as its own page may know it: no credential is in it. */
export const HostSession = z.object({
  /** The same for the same person at this host, and says nothing anywhere else. */
  identity: z.string(),
  /** Unknown for a pasted bearer. */
  email: z.optional(z.string()),
  /** Milliseconds for which it has existed. */
  age: z.number(),
  idle: lasting,
  absolute: lasting,
})
export type HostSession = z.infer<typeof HostSession>

/** `session` null: nobody is signed in; `other` where the cookie is that of another sign-in. */
export const HostSessionAnswer = z.object({
  session: z.nullable(HostSession),
  other: z.optional(z.boolean()),
  /** Of a sign-in alone, see `proofHeader`. */
  proof: z.optional(z.string()),
})
export type HostSessionAnswer = z.infer<typeof HostSessionAnswer>

/** All sessions of one person: milliseconds since each began, and since it was last used. */
export const HostSessions = z.object({ sessions: z.array(z.object({ age: z.number(), unused: z.number() })) })
export type HostSessions = z.infer<typeof HostSessions>

/**
 * An answer of the service's that the host did not pass on: a 502 with this as its body. It could not be read, or
 * (`refused`) has a status that a browser would act on by itself; `said` is the service's word then. `error` alone
 * stands for all other failures.
 */
export const HostFailure = z.object({
  error: z.string(),
  status: z.optional(z.number()),
  received: z.optional(Received),
  bytes: z.optional(z.number()),
  at: z.optional(z.array(z.string())),
  serviceText: z.optional(z.string()),
})
export type HostFailure = z.infer<typeof HostFailure>

/** The service's own `Date`, passed on by the host under a name of its own (its own `Date` may replace it). */
export const serviceDateHeader = 'x-query-admin-date'

/**
 * The calls the host forwards: the documented ones and the optional list of users, path relative to the base address.
 * Signing in by password is the host's own business.
 */
export const forwarded = [
  { path: '/_/token', methods: ['GET', 'POST', 'PUT', 'DELETE'] },
  { path: '/_/token/value', methods: ['GET'] },
  { path: '/_/user', methods: ['GET', 'POST', 'PUT', 'DELETE'] },
] as const

/** What our host says went wrong between it and the service; undefined: the answer is not the host's own. */
export function hostProblem(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  text: string,
): Problem | undefined {
  const valueOutcome = headers.get(sentHeader)
  if (valueOutcome === null || (status !== 502 && status !== 504)) return undefined
  const sent = valueOutcome === 'not-sent' ? 'not-sent' : 'unknown'
  if (status === 504) return { kind: 'timed-out', after: 0, sent }
  const failure = failureIn(text)
  switch (failure?.error) {
    case 'redirected':
      return { ...unreadable, status: failure.status ?? status, at: ['a redirect'] }
    case 'encoded':
      return { ...unreadable, status: failure.status ?? status, at: ['a compressed body'] }
    case 'too-large':
      return { kind: 'too-large', cap: failure.bytes ?? 0 }
    case 'refused':
      return { kind: 'refused', status: failure.status ?? status, serviceText: failure.serviceText ?? '' }
    case 'unreadable':
      return {
        ...unreadable,
        status: failure.status ?? status,
        received: received(failure),
        bytes: failure.bytes ?? 0,
        at: failure.at ?? ['the answer'],
      }
    default:
      return { kind: 'unreachable', sent }
  }
}

const unreadable = { kind: 'unreadable', received: { form: 'text' }, bytes: 0 } as const

function received({ received: said = { form: 'text' } }: HostFailure) {
  return said.form === 'html' ? { ...said, begins: safeText(said.begins) } : said
}

function failureIn(text: string): HostFailure | undefined {
  try {
    return HostFailure.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
