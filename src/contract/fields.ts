import * as z from 'zod/mini'
import { flagFrom, momentFrom, unmoved, type Moment, type Unit } from './wire.ts'

/** A flag in a row, in any spelling. An unreadable one is undefined: unknown, never "no". */
export const flag = z.pipe(z.optional(z.unknown()), z.transform(flagFrom))

/** A moment in a row. */
export const moment = z.pipe(z.optional(z.unknown()), z.transform(momentFrom))

/** The names of the flag fields of a row. */
export type FlagOf<Row> = { [Field in keyof Row]-?: boolean extends Row[Field] ? Field : never }[keyof Row]

/** What a write needs to convert moments. */
export interface WriteContext {
  /** The unit of the service's moments. */
  unit: Unit
  /** The page's milliseconds since 1970. */
  now: () => number
}

/** Some of the fields that are sent. */
type Some<Sent> = { [Name in keyof Sent]?: Sent[Name] | undefined }

/** How an admin sets a field. The functions of all fields together build an update and judge its result. */
export interface Settable<Row, Change, Sent> {
  /**
   * The part of the whole record that an update sends for this field: the requested value, or else the stored one.
   * Undefined: the stored one is unreadable, so the admin must answer first.
   */
  send: (row: Row, change: Change, context: WriteContext) => Some<Sent> | undefined
  /** Whether a row shows what was sent. */
  shows: (row: Row, sent: Sent, context: WriteContext) => boolean
  /**
   * Whether a row already has what a change asks for; true if the change leaves the field alone. `sentBy`: the latest
   * moment at which the change can have been sent, in the page's milliseconds, if it was sent.
   */
  holds: (row: Row, change: Change, context: WriteContext, sentBy?: number) => boolean
  /** The field as the admin saw it, as a change. Sent along when the admin overwrites what others changed. */
  asSeen: (row: Row, unit: Unit) => Some<Change>
}

/** Everything that the verified write needs to know about one field of a row. */
export interface Field<Row, Change, Sent> {
  /** Whether two reads of this field are equal; `not-compared`: the comparison ignores the field. */
  same: ((seen: Row, now: Row, unit: Unit) => boolean) | 'not-compared'
  /** `by-service`: the console never sends it. */
  set: Settable<Row, Change, Sent> | 'by-service'
}

/** One entry per field, so that a forgotten field does not compile. */
export type Fields<Name extends string, Row, Change, Sent> = Readonly<Record<Name, Field<Row, Change, Sent>>>

type Flagged<Name extends string> = { [Key in Name]?: boolean | undefined }

/** A flag that an admin sets. */
export function flagField<Name extends string>(
  name: Name,
): Field<Readonly<Record<Name, boolean | undefined>>, Flagged<Name>, Flagged<Name>> {
  const only = (value: boolean | undefined) => (value === undefined ? {} : { [name]: value }) as Flagged<Name>
  return {
    same: (seen, now) => seen[name] === now[name],
    set: {
      send(row, change) {
        const value = change[name] ?? row[name]
        return value === undefined ? undefined : only(value)
      },
      shows: (row, sent) => sent[name] === row[name],
      holds: (row, change) => change[name] === undefined || change[name] === row[name],
      asSeen: (row) => only(row[name]),
    },
  }
}

/** A moment that the service sets on every change of a row. */
export function updateMoment<Name extends string>(name: Name): Field<Readonly<Record<Name, Moment>>, unknown, unknown> {
  return { same: (seen, now, unit) => unmoved(seen[name], now[name], unit), set: 'by-service' }
}

/** Every settable field as the admin saw it, with the change on top: it overwrites what somebody else changed. */
export function fullChange<Row, Change extends object, Sent>(
  fields: Fields<string, Row, Change, Sent>,
  seen: Row,
  change: Change,
  unit: Unit,
): Change {
  const wishes = Object.values(fields).map(({ set }) => (typeof set === 'object' ? set.asSeen(seen, unit) : {}))
  return Object.assign({}, ...wishes, change) as Change
}
