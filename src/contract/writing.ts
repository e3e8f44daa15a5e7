import type { Fate } from './fate.ts'
import type { Dated } from './row-store.ts'

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
