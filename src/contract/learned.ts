import * as z from 'zod/mini'
import { pointNames, points, reasons, type Choice, type PointName, type Reason } from '#contract/probe/points.ts'

/**
 * The finding about one point of one service. `at`: milliseconds since 1970. `status`: the response's, if it matters.
 * Nothing in it comes from a row or a secret.
 */
export type Point<Name extends PointName = PointName> =
  | { seen: Choice<Name>; at: number; status?: number | undefined }
  | { notSeen: Reason; at: number }

function pointOf(name: PointName) {
  const seen = z.object({
    seen: z.enum(Object.keys(points[name].choices)),
    at: z.number(),
    status: z.optional(z.int().check(z.gte(100), z.lte(599))),
  })
  const notSeen = z.object({ notSeen: z.enum(Object.keys(reasons)), at: z.number() })
  // An entry that an older version of the console stored in another format is dropped, not an error.
  // oxlint-disable-next-line promise/valid-params -- zod’s catch, not a promise’s
  return z.catch(z.optional(z.union([seen, notSeen])), undefined)
}

/** The findings about one service; a missing point was never checked. Holds nothing secret. */
export type Learned = { [Name in PointName]?: Point<Name> | undefined }
/** Reads stored findings. Unreadable and unknown points are left out. */
export const Learned = z.object(
  Object.fromEntries(pointNames.map((name) => [name, pointOf(name)])),
) as unknown as z.ZodMiniType<Learned>

/** The choice that was seen for a point; undefined: none. */
export function seenOf<Name extends PointName>(learned: Learned, name: Name): Choice<Name> | undefined {
  const point: Point<Name> | undefined = learned[name]
  return point !== undefined && 'seen' in point ? point.seen : undefined
}
