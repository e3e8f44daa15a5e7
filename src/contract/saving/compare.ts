import type { Fate } from './value-outcome.ts'
import type { Dated } from '#contract/list/row-store.ts'
import { sameMoment, type Moment } from '#contract/wire.ts'

/**
 * How one resource takes part in the verified write: what a change means for a row, and what counts as the same.
 * Every list of fields names fields of `Row`.
 */
export interface Writing<Row extends Dated, Draft, Change, Update> {
  nameOf(row: Row): string
  /** The whole record to send, or the fields that must be answered first because they cannot be read. */
  compose(row: Row, change: Change): { send: Update } | { unanswered: string[] }
  /** The name the row has after this update. */
  renamed(update: Update): string
  /**
   * Whether the row is already what the change asks for. `sentBy`: by when it was sent, in the page's milliseconds,
   * where it was.
   */
  holds(row: Row, change: Change, sentBy?: number): boolean
  /** The change without what no read shows: what may be remembered of it. */
  visible(change: Change): Change
  /** The same of a new row. */
  visibleDraft(draft: Draft): Draft
  /** Fields in which two reads of one row differ. */
  changed(seen: Row, now: Row): string[]
  /** Fields of the row that are not what was sent. */
  differs(sent: Draft | Update, row: Row): string[]
  /** Fields that were sent and that no read shows. */
  unseen(sent: Draft | Update): string[]
  /** What a write did to the row's value, where rows have one. */
  fate?(before: Row, after: Row): Fate
}

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
