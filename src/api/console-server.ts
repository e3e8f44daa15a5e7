import * as z from 'zod/mini'
import { Problem } from './problem.ts'
import { parseJson } from './wire.ts'

/** What the console server offers to the page, beside the service's calls that it forwards. */

/**
 * Relative to the page. The console server answers with `ServerMarker` as JSON and the header `protocolHeader`. With a proof
 * it also says whose session that is. It never extends one.
 */
export const markerPath = './console-host.json'

/** A header on every response of the console server. */
export const protocolHeader = 'x-query-admin-host'

/** Its value. It changes when the protocol between page and console server changes. */
export const protocolVersion = '9'

/**
 * On every response of the console server but its files: which build of the page it serves. A page whose first response
 * had another one is out of date.
 */
export const buildHeader = 'x-query-admin-build'

/**
 * On a refusal, a 502, 503 or 504 of the console server itself: whether the request reached the service. `not-sent`:
 * nothing was changed. `unknown`: it may or may not be carried out. It is dropped from the service's own responses.
 */
export const deliveryHeader = 'x-query-admin-sent'

/**
 * On every call of the page: the path of its address, which is in the cookie's name. No form and no other site can set it
 * without a preflight, so it decides where a browser does not send `Sec-Fetch-Site`.
 */
export const pageHeader = 'x-query-admin-page'

/**
 * The second half of a session, on every call of a signed-in page. Cookies go to every port of a host name; this half
 * stays in the storage of the page's own origin. A cookie without its proof opens nothing.
 */
export const proofHeader = 'x-query-admin-proof'

/** What every call of a page has. `page`: its address. */
export const pageHeaders = (page: string, proof?: string): Record<string, string> => ({
  [pageHeader]: new URL(page).pathname,
  ...(proof !== undefined && { [proofHeader]: proof }),
})

/**
 * On a 401 of the console server itself. `none`: no such session. `other`: the cookie belongs to another sign-in. It is
 * dropped from the service's own responses.
 */
export const sessionHeader = 'x-query-admin-session'

/**
 * Relative to the page.
 * - GET: who is signed in, as `ServerSessionResponse`.
 * - POST of a `SignInRequest`: signs in; 201 with the same and the proof, or `{refused: SignInRejection}`.
 * - PUT of a `ServerSessionUpdate`: starts the idle limit anew.
 * - DELETE: signs out, 204.
 */
export const sessionPath = './console-session'

/**
 * Relative to the page, within a session. GET: all sessions of the person, as `ServerSessions`. DELETE: ends them, 204.
 */
export const sessionsPath = './console-sessions'

/** Followed by the path of a list. POST of `WantedRows` reads those rows of the list alone. */
export const readRowsPath = 'console-rows/'

/** The colours that a service can have, in the order of the settings. */
export const serviceColors = ['red', 'amber', 'green', 'teal', 'blue', 'violet'] as const

/** The console of another service, for signed-in pages only: `Staging` at an https address. */
export const OtherConsole = z.object({ name: z.string(), address: z.string() })
export type OtherConsole = z.infer<typeof OtherConsole>

/**
 * POST of `FindRequest`: finds the token that a value belongs to, so that no value reaches the page. The response is one
 * `FindLine` per line, and `{}` while nothing changes. It ends when the page stops reading.
 */
export const findTokenPath = './console-find'

/** The remaining and the total time of a session limit, in milliseconds. */
const sessionLimit = z.object({ left: z.number(), limit: z.number() })

/** A session on the console server, as its own page may know it. It holds no credential. */
export const ServerSession = z.object({
  /** The same for one person on this console server; meaningless elsewhere. */
  identity: z.string(),
  /** Unknown for a pasted access token. */
  email: z.optional(z.string()),
  /** Its age in milliseconds. */
  age: z.number(),
  idle: sessionLimit,
  absolute: sessionLimit,
  consoles: z.optional(z.array(OtherConsole)),
  /** Where the page goes after signing out: a path of this host, or an https address. */
  signOutUrl: z.optional(z.string()),
})
export type ServerSession = z.infer<typeof ServerSession>

/** `email`: the account has this email now. */
export const ServerSessionUpdate = z.object({ email: z.optional(z.string()) })
export type ServerSessionUpdate = z.infer<typeof ServerSessionUpdate>

/**
 * `session` null: nobody is signed in. `other`: the cookie belongs to another sign-in. `unknown`: it opens nothing here,
 * because its session has ended, or began on another console server.
 */
export const ServerSessionResponse = z.object({
  session: z.nullable(ServerSession),
  other: z.optional(z.boolean()),
  unknown: z.optional(z.boolean()),
  /** Only in the response to a sign-in; see `proofHeader`. */
  proof: z.optional(z.string()),
})
export type ServerSessionResponse = z.infer<typeof ServerSessionResponse>

/** What the console server tells a page that opens. `session`: that of the proof, if the request had one. */
export const ServerMarker = z.strictObject({
  host: z.literal('query-admin'),
  /**
   * The service behind `/_/`: its address without credentials, whether it is the demo service, and the name and colour by
   * which admins know it.
   */
  service: z.strictObject({
    address: z.string(),
    example: z.boolean(),
    name: z.optional(z.string()),
    color: z.optional(z.enum(serviceColors)),
  }),
  /** How long a session lasts without activity, and at most, in milliseconds. */
  sessions: z.strictObject({ idle: z.number(), absolute: z.number() }),
  session: z.optional(ServerSessionResponse),
})
export type ServerMarker = z.infer<typeof ServerMarker>

/**
 * All sessions of one person: milliseconds since each began and since it was last used, the browser (`Chrome on Linux`),
 * and whether it is the session of this request.
 */
export const ServerSessions = z.object({
  sessions: z.array(z.object({ age: z.number(), unused: z.number(), browser: z.string(), isThis: z.boolean() })),
})
export type ServerSessions = z.infer<typeof ServerSessions>

/** The body of a 502, 503 or 504 of the console server itself: why it passed no response on. */
export const ServerFailure = z.object({ problem: Problem })
export type ServerFailure = z.infer<typeof ServerFailure>

/** The service's own `Date`, under another name because the console server's own `Date` may replace it. */
export const serviceDateHeader = 'x-query-admin-date'

/**
 * The calls that the console server forwards: the documented ones and the optional list of users, relative to the base
 * address. It handles sign-in by password itself.
 */
export const forwardedCalls = [
  { path: '/_/token', methods: ['GET', 'POST', 'PUT', 'DELETE'] },
  { path: '/_/token/value', methods: ['GET'] },
  { path: '/_/user', methods: ['GET', 'POST', 'PUT', 'DELETE'] },
] as const

/** The failure that the console server reports in place of the service's response; undefined: it is another response. */
export function problemFromServer(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  text: string,
): Problem | undefined {
  const delivery = headers.get(deliveryHeader)
  if (delivery === null || ![502, 503, 504].includes(status)) return undefined
  const problem = ServerFailure.safeParse(parseJson(text)).data?.problem
  if (problem !== undefined || status === 503) return problem
  return { kind: 'unreachable', sent: delivery === 'not-sent' ? 'not-sent' : 'unknown' }
}
