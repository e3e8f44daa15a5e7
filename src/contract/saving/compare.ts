import type { ValueOutcome } from './value-outcome.ts'
import type { Dated } from '#contract/list/row-store.ts'
import type { Fields, WriteContext } from '#contract/fields.ts'
import { sameMoment, type Moment } from '#contract/wire.ts'

/** What the verified write must know of one resource beside its fields. */
export interface WritableResource<Row extends Dated, Draft, Change, Update> {
  fields: Fields<string, Row, Change, Draft | Update>
  /** The field that names a row. */
  key: string
  nameOf: (row: Row) => string
  /** The name the row has after this change. */
  renamed: (name: string, change: Change) => string
  /** The change without what no read shows: what may be remembered of it. */
  visible: (change: Change) => Change
  /** The same of a new row. */
  visibleDraft: (draft: Draft) => Draft
  /** Fields that were sent and that no read shows. */
  unseen: (sent: Draft | Update | Change) => string[]
  /** What a write did to the row's value, where rows have one. */
  valueOutcome?: (before: Row, after: Row) => ValueOutcome
  /** Whether a repair has nothing left to do, where rows can be repaired; undefined: nothing tells. */
  isMended?: (row: Row) => boolean | undefined
}

/** How one resource takes part in the verified write: what a change means for a row, and what counts as the same. */
export interface Writing<Row extends Dated, Draft, Change, Update> extends WritableResource<
  Row,
  Draft,
  Change,
  Update
> {
  /** The whole record to send, or the fields that must be answered first because they cannot be read. */
  compose: (row: Row, change: Change) => { send: Update } | { unanswered: string[] }
  /**
   * Whether the row is already what the change asks for. `sentBy`: by when it was sent, in the page's milliseconds,
   * where it was.
   */
  holds: (row: Row, change: Change, sentBy?: number) => boolean
  /** Fields in which two reads of one row differ. */
  changed: (seen: Row, now: Row) => string[]
  /** Fields of the row that are not what was sent. */
  differs: (sent: Draft | Update, row: Row) => string[]
}

/** The same out of what each field says; `context` is asked at each write. */
export function writingOf<Row extends Dated, Draft, Change, Update>(
  resource: WritableResource<Row, Draft, Change, Update>,
  context: () => WriteContext,
): Writing<Row, Draft, Change, Update> {
  const fields = Object.entries(resource.fields)
  const settable = fields.flatMap(([name, { set }]) => (set === 'by-service' ? [] : [{ name, set }]))
  return {
    ...resource,
    compose(row, change) {
      const parts = settable.map(({ name, set }) => ({ name, part: set.send(row, change, context()) }))
      const unanswered = parts.filter(({ part }) => part === undefined).map(({ name }) => name)
      if (unanswered.length > 0) return { unanswered }
      // Every field has answered, so it is whole.
      return { send: Object.assign({}, ...parts.map(({ part }) => part)) as Update }
    },
    holds: (row, change, sentBy) => settable.every(({ set }) => set.holds(row, change, context(), sentBy)),
    changed: (seen, now) =>
      fields.flatMap(([name, { same }]) => (same === 'not-compared' || same(seen, now, context().unit) ? [] : [name])),
    differs: (sent, row) => settable.flatMap(({ name, set }) => (set.shows(row, sent, context()) ? [] : [name])),
  }
}

/**
 * Whether a name stands for the row that was seen, or for another that was created after that one was deleted:
 * `created_at` tells, or an `updated_at` that has not moved. Undefined where neither can tell.
 */
export function isSameRow(seen: Dated, now: Dated): boolean | undefined {
  if (isReadable(seen.created_at) && isReadable(now.created_at)) return isSame(seen.created_at, now.created_at)
  return isReadable(now.updated_at) && isSame(seen.updated_at, now.updated_at) ? true : undefined
}

const isReadable = ({ spelled }: Moment) => spelled === 'integer' || spelled === 'iso'

/** The unit says nothing here: both moments are of one service, which spells them in one way. */
const isSame = (a: Moment, b: Moment) => sameMoment(a, b, 'milliseconds')
