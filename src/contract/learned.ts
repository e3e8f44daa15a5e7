import * as z from 'zod/mini'

/**
 * Every point that the documentation leaves open, with the choices that a check can see. A point without choices cannot
 * be determined through the API; it is listed so that the report is complete.
 */
export const POINTS = {
  // Access.
  'tokens-part': ['on', 'off'],
  'users-part': ['on', 'off'],
  'sign-in': ['offered', 'absent'],
  'wrong-password': ['refused', 'accepted'],
  'missing-bearer': ['refused', 'accepted'],
  'unknown-bearer': ['refused', 'accepted'],
  'powerless-bearer': ['refused', 'accepted'],
  administrators: ['not-tokens', 'write-tokens-too', 'tokens-too'],
  'authorization-scheme': ['bearer', 'any'],
  'bearer-of-inactive-user': [],
  // What answers look like.
  'users-list': ['offered', 'absent'],
  'list-shape': ['data', 'bare', 'named', 'items', 'other'],
  'value-shape': ['data', 'value', 'token', 'json-string', 'text', 'other'],
  'value-kind': ['jwt', 'opaque'],
  'token-fields': ['with-updated-at', 'without-updated-at'],
  'user-fields': ['with-updated-at', 'without-updated-at'],
  'list-carries-secret': ['no', 'yes'],
  'users-list-carries-hash': ['no', 'yes'],
  flags: ['boolean', 'number', 'number-text', 'boolean-text', 'mixed'],
  'moment-spelling': ['number', 'text', 'iso', 'mixed'],
  'moments-unit': ['milliseconds', 'seconds'],
  'success-codes': ['created-201', 'all-200', 'deleted-204', 'all-204', 'other'],
  'success-body': ['json', 'text', 'empty', 'mixed'],
  'content-type': ['sent', 'none', 'sometimes'],
  'error-format': ['json-error', 'json-code', 'problem', 'json', 'text', 'text-or-empty', 'empty', 'mixed'],
  // Tokens.
  'omitted-on-put': ['kept', 'reset', 'mixed'],
  'value-on-put': ['kept', 'new', 'new-refused', 'new-unknown'],
  transitions: ['both-ways', 'on-only', 'off-only', 'none'],
  'no-expiry-stored-as': ['updated-at', 'null', 'other'],
  'no-expiry-means': ['never', 'past'],
  'past-expiry-on-create': ['accepted', 'refused', 'ignored'],
  'expiry-enforced-in': ['milliseconds', 'seconds', 'not-at-all'],
  'duplicate-on-create': ['refused', 'ignored', 'changed'],
  'unknown-on-put': ['refused', 'ignored', 'refused-when-incomplete', 'created'],
  'unknown-on-delete': ['refused', 'ignored'],
  'unknown-on-value': ['refused', 'empty'],
  'missing-name-on-value': ['refused', 'empty'],
  'empty-name-on-create': ['refused', 'ignored', 'stored'],
  'body-reading': ['strict', 'lenient'],
  // Users.
  'create-swaps-flags': ['no', 'yes'],
  'admin-default': ['false', 'true'],
  'user-omitted-on-put': ['kept', 'reset'],
  'user-duplicate-on-create': ['refused', 'ignored', 'changed'],
  'user-unknown-on-put': ['refused', 'ignored', 'refused-when-incomplete', 'created'],
  'user-unknown-on-delete': ['refused', 'ignored'],
  'empty-email-on-create': ['refused', 'ignored', 'stored'],
  'email-format': ['free', 'refused', 'ignored'],
  'empty-password': ['refused', 'ignored', 'stored'],
  'missing-password': ['refused', 'ignored', 'stored'],
  'new-email-taken': ['refused', 'ignored', 'changed'],
  'password-rules': [],
  // The rest of what is not shown.
  'other-calls': [],
  events: [],
  'rate-limit': ['met'],
  'largest-body': [],
  'most-rows': [],
  'time-outs': [],
  versioning: [],
} as const satisfies Record<string, readonly string[]>

/** Why a point could not be determined. */
export const reasons = [
  'needs-write',
  'part-off',
  'no-list',
  'no-sign-in',
  'no-rows',
  'failed',
  'contradicted',
  'interrupted',
  'not-visible',
  'would-harm',
  'not-safe',
] as const
/** One of `reasons`. */
export type Reason = (typeof reasons)[number]

/** The name of a point. */
export type PointName = keyof typeof POINTS
/** The choices of one point. */
export type Choice<Name extends PointName> = (typeof POINTS)[Name][number]

/**
 * The finding about one point of one service. `at`: milliseconds since 1970. `status`: the response's, if it matters.
 * `with`: words from a fixed list (field names, `POST 201`). Nothing in it comes from a row or a secret.
 */
export type Point<Name extends PointName = PointName> =
  | { seen: Choice<Name>; at: number; status?: number | undefined; with?: string[] | undefined }
  | { notSeen: Reason; at: number }

const word = z.string().check(z.regex(/^[A-Za-z_]{1,24}( \d{3})?$/))

function pointOf(choices: readonly string[]) {
  const seen = z.object({
    seen: z.literal(choices.length === 0 ? [''] : [...choices]),
    at: z.number(),
    status: z.optional(z.int().check(z.gte(100), z.lte(599))),
    with: z.optional(z.array(word)),
  })
  const notSeen = z.object({ notSeen: z.literal([...reasons]), at: z.number() })
  // An entry that an older version of the console stored in another format is dropped, not an error.
  // oxlint-disable-next-line promise/valid-params -- zod’s catch, not a promise’s
  return z.catch(z.optional(choices.length === 0 ? notSeen : z.union([seen, notSeen])), undefined)
}

/** The findings about one service; a missing point was never checked. Holds nothing secret. */
export type Learned = { [Name in PointName]?: Point<Name> | undefined }
/** Reads stored findings. Unreadable and unknown points are left out. */
export const Learned = z.object(
  Object.fromEntries(Object.entries(POINTS).map(([name, choices]) => [name, pointOf(choices)])),
) as unknown as z.ZodMiniType<Learned>

/** All points in display order. */
export const pointNames = Object.keys(POINTS) as readonly PointName[]

/** The choice that was seen for a point; undefined: none. */
export function seenOf<Name extends PointName>(learned: Learned, name: Name): Choice<Name> | undefined {
  const point: Point<Name> | undefined = learned[name]
  return point !== undefined && 'seen' in point ? point.seen : undefined
}
