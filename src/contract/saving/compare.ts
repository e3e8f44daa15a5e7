import type { ValueOutcome } from '#contract/write/value.ts'
import type { Dated } from '#contract/list/row-store.ts'
import type { Fields, WriteContext } from '#contract/fields.ts'
import { sameMoment, unreadable, type Moment } from '#contract/wire.ts'

/** What the verified write needs to know about a resource beside its fields. */
export interface WritableResource<Row extends Dated, Draft, Change, Update> {
  fields: Fields<string, Row, Change, Draft | Update>
  /** The field that identifies a row. */
  key: string
  nameOf: (row: Row) => string
  /** The name that a request is about. */
  nameIn: (sent: Draft | Update) => string
  /** The name of the row after this change. */
  renamed: (name: string, change: Change) => string
  /** The change without what no read shows: the part that may be remembered. */
  visible: (change: Change) => Change
  /** The same of a new row. */
  visibleDraft: (draft: Draft) => Draft
  /** The fields in it that no read shows. */
  unseen: (sent: Draft | Update | Change) => string[]
  /** What a write did to the row's value, if rows have one. */
  valueOutcome?: (before: Row, after: Row) => ValueOutcome
  /** Whether a row needs no further repair, if rows can be repaired; undefined: unknown. */
  isMended?: (row: Row) => boolean | undefined
}

/** How one resource takes part in the verified write: how a change applies to a row, and which rows are equal. */
export type Writing<Row extends Dated, Draft, Change, Update> = ReturnType<typeof writingOf<Row, Draft, Change, Update>>

/** Builds it from the description of each field; `context` is read for each write. */
export function writingOf<Row extends Dated, Draft, Change, Update>(
  resource: WritableResource<Row, Draft, Change, Update>,
  context: () => WriteContext,
) {
  const fields = Object.entries(resource.fields)
  const settable = fields.flatMap(([name, { set }]) => (set === 'by-service' ? [] : [{ name, set }]))
  return {
    ...resource,
    /** The whole record to send, or the unreadable fields that the admin must answer first. */
    compose: (row: Row, change: Change): { send: Update } | { unanswered: string[] } => {
      const parts = settable.map(({ name, set }) => ({ name, part: set.send(row, change, context()) }))
      const unanswered = parts.filter(({ part }) => part === undefined).map(({ name }) => name)
      if (unanswered.length > 0) return { unanswered }
      // Every field has contributed its part, so the record is complete.
      return { send: Object.assign({}, ...parts.map(({ part }) => part)) as Update }
    },
    /**
     * Whether the row already has what the change asks for. `sentBy`: the latest moment at which it can have been sent,
     * in the page's milliseconds, if it was sent.
     */
    holds: (row: Row, change: Change, sentBy?: number) =>
      settable.every(({ set }) => set.holds(row, change, context(), sentBy)),
    /** The fields that the change asks to be different in this row. */
    requestedFields: (row: Row, change: Change) =>
      settable.flatMap(({ name, set }) => (set.holds(row, change, context()) ? [] : [name])),
    /** The fields in which two reads of one row differ. */
    changed: (seen: Row, now: Row) =>
      fields.flatMap(([name, { same }]) => (same === 'not-compared' || same(seen, now, context().unit) ? [] : [name])),
    /** The fields in which the row differs from what was sent. */
    differs: (sent: Draft | Update, row: Row) =>
      settable.flatMap(({ name, set }) => (set.shows(row, sent, context()) ? [] : [name])),
  }
}

/**
 * Whether two reads of one name show the same row, or the second one was created after the first was deleted.
 * `created_at` tells, or an `updated_at` that has not moved. Undefined if neither can tell.
 */
export function isSameRow(seen: Dated, now: Dated): boolean | undefined {
  const unit = 'milliseconds' // any will do: both moments come from one service
  if (isReadable(seen.created_at) && isReadable(now.created_at))
    return sameMoment(seen.created_at, now.created_at, unit)
  return isReadable(now.updated_at) && sameMoment(seen.updated_at, now.updated_at, unit) ? true : undefined
}

const isReadable = (moment: Moment) => moment !== undefined && moment !== unreadable
