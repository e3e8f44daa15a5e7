import type { Dated } from './row-store.ts'
import { sameMoment, type Moment } from './wire.ts'

/**
 * Whether a name stands for the row that was seen, or for another that was created after that one was deleted:
 * `created_at` tells, or an `updated_at` that has not moved. Undefined where neither can tell.
 */
export function isSameRow(seen: Dated, now: Dated): boolean | undefined {
  if (tells(seen.created_at) && tells(now.created_at)) return isSame(seen.created_at, now.created_at)
  return tells(now.updated_at) && isSame(seen.updated_at, now.updated_at) ? true : undefined
}

const tells = ({ spelled }: Moment) => spelled === 'integer' || spelled === 'iso'

/** The unit says nothing here: both moments are of one service, which spells them in one way. */
const isSame = (a: Moment, b: Moment) => sameMoment(a, b, 'milliseconds')
