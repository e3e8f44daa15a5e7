import * as z from 'zod/mini'
import { flagFrom, momentFrom, spelledMoment, unmoved, type Moment, type Unit } from './wire.ts'

/** A flag in a row, in any spelling; one that cannot be read is undefined: unknown, never "no". */
export const flag = z.pipe(z.optional(z.unknown()), z.transform(flagFrom))

/** A moment in a row: a number, or text where a number would lose a digit or where it is a date in words. */
export const moment = z.pipe(
  z.optional(z.unknown()),
  z.transform((value: unknown) => (Number.isSafeInteger(value) ? (value as number) : spelledMoment(momentFrom(value)))),
)

/** A flat row as the page has it: what may be a number in it is a moment. */
export type Read<Flat> = { [Field in keyof Flat]-?: number extends Flat[Field] ? Moment : Flat[Field] }

/** The names of the fields of a row that are on or off. */
export type FlagOf<Row> = { [Field in keyof Row]-?: boolean extends Row[Field] ? Field : never }[keyof Row]

/** What a write is reckoned by. */
export interface WriteContext {
  /** What the service's moments count. */
  unit: Unit
  /** The page's milliseconds since 1970. */
  now: () => number
}

/** Some fields of it. */
type Some<Sent> = { [Name in keyof Sent]?: Sent[Name] | undefined }

/** How an admin sets a field. The functions of all fields together make an update and judge it. */
export interface Settable<Row, Change, Sent> {
  /**
   * The part of the whole record that an update sends for this field: what the change wants, else what the row holds.
   * Undefined: the row cannot be read here, so the admin must answer first.
   */
  send: (row: Row, change: Change, context: WriteContext) => Some<Sent> | undefined
  /** Whether a row shows what was sent. */
  shows: (row: Row, sent: Sent, context: WriteContext) => boolean
  /**
   * Whether a row already is what a change asks for; also where the change leaves the field alone. `sentBy`: by when the
   * change was sent, in the page's milliseconds, where it was.
   */
  holds: (row: Row, change: Change, context: WriteContext, sentBy?: number) => boolean
  /** The field as the admin saw it, as a wish: it goes with a change that overwrites what others changed meanwhile. */
  asSeen: (row: Row) => Some<Change>
}

/** Everything that the verified write must know of one field of a row. */
export interface Field<Row, Change, Sent> {
  /** Whether two reads show the same here; `not-compared`: something else tells. */
  same: ((seen: Row, now: Row, unit: Unit) => boolean) | 'not-compared'
  /** `by-service`: the console never sends it. */
  set: Settable<Row, Change, Sent> | 'by-service'
}

/** One answer for each field: a field that is forgotten here does not compile. */
export type Fields<Name extends string, Row, Change, Sent> = Readonly<Record<Name, Field<Row, Change, Sent>>>

/** The field that names a row and that no update changes. */
export function keyField<Name extends string>(
  name: Name,
): Field<Readonly<Record<Name, string>>, unknown, Readonly<Record<Name, string>>> {
  return {
    same: 'not-compared',
    set: {
      send: (row) => ({ [name]: row[name] }) as Partial<Record<Name, string>>,
      shows: () => true,
      holds: () => true,
      asSeen: () => ({}),
    },
  }
}

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

/** A moment that the service sets, and by which it is told that a row was changed. */
export function updateMoment<Name extends string>(name: Name): Field<Readonly<Record<Name, Moment>>, unknown, unknown> {
  return { same: (seen, now, unit) => unmoved(seen[name], now[name], unit), set: 'by-service' }
}

/** Every settable field as the admin saw it, with the change over it: what overwrites a change by somebody else. */
export function fullChange<Row, Change extends object, Sent>(
  fields: Fields<string, Row, Change, Sent>,
  seen: Row,
  change: Change,
): Change {
  const wishes = Object.values(fields).map(({ set }) => (typeof set === 'object' ? set.asSeen(seen) : {}))
  return Object.assign({}, ...wishes, change) as Change
}
