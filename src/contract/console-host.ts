import * as z from 'zod/mini'

/**
 * What only our own host offers to the page, beside the service's calls it forwards. Any other web server answers
 * these paths with something else, which is how the page finds out where it stands.
 */

/** Relative to the page. Answered with `HostMarker` as JSON and the header `hostHeader: hostHeaderValue`. */
export const hostMarkerPath = './console-host.json'

/** The header that stands on every answer of our host. */
export const hostHeader = 'x-query-admin-host'

/** Its value; a change of the protocol between page and host changes it. */
export const hostHeaderValue = '1'

/** What the host tells a page that has not signed in yet. */
export const HostMarker = z.object({
  host: z.literal('query-admin'),
  /** The service behind `/_/`: its address without credentials, and whether it is the embedded example. */
  service: z.object({ address: z.string(), example: z.boolean() }),
})
export type HostMarker = z.infer<typeof HostMarker>

/**
 * On a 502 or 504 made by the host itself: whether the request reached the service. Absent on the service's own
 * answers. `not-sent`: nothing was changed. `unknown`: it may or may not have been carried out.
 */
export const sentHeader = 'x-query-admin-sent'

/**
 * Stands on every call of the page to our host, with this value. No form and no foreign page can set it without asking
 * first, so it decides where a browser does not say which site a request comes from.
 */
export const pageHeader = 'x-query-admin-page'

/** The value of `pageHeader`. */
export const pageHeaderValue = '1'

/** The service's own `Date`, passed on by the host under a name of its own (its own `Date` may replace it). */
export const serviceDateHeader = 'x-query-admin-date'

/** The calls the host forwards: the documented ones and the two optional ones, path relative to the base address. */
export const forwarded = [
  { path: '/_/token', methods: ['GET', 'POST', 'PUT', 'DELETE'] },
  { path: '/_/token/value', methods: ['GET'] },
  { path: '/_/user', methods: ['GET', 'POST', 'PUT', 'DELETE'] },
  { path: '/_/user/token/value', methods: ['POST'] },
] as const
