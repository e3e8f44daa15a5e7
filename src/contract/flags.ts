// Flags of a resource: they are all read, sent and compared alike. Each is given as its name and what a new row has.

const namesOf = <Name extends string>(flags: Readonly<Record<Name, boolean>>) => Object.keys(flags) as Name[]

/** The same value for each of these flags. */
export function each<Name extends string, Value>(flags: Readonly<Record<Name, boolean>>, value: Value) {
  return Object.fromEntries(namesOf(flags).map((name) => [name, value])) as Record<Name, Value>
}

/** These flags of a row, and nothing else of it. */
export function flagsIn<Name extends string, Row extends Readonly<Record<Name, unknown>>>(
  flags: Readonly<Record<Name, boolean>>,
  row: Row,
) {
  return Object.fromEntries(namesOf(flags).map((name) => [name, row[name]])) as Pick<Row, Name>
}

/** A row, a record or a change with flags. Undefined: it is unreadable, or left alone. */
type Flagged<Name extends string> = { readonly [Flag in Name]?: boolean | undefined }

/** How the flags of a resource are compared and sent: all of them with every write. */
export function flagsOf<Name extends string>(flags: Readonly<Record<Name, boolean>>) {
  const names = namesOf(flags)
  return {
    /** Those that one part has and another one has differently. */
    differing: (one: Flagged<Name>, other: Flagged<Name>) => names.filter((flag) => one[flag] !== other[flag]),
    /** Those that a change asks to become another value. */
    asked: (row: Flagged<Name>, change: Flagged<Name>) =>
      names.filter((flag) => change[flag] !== undefined && change[flag] !== row[flag]),
    /** All of them as a change leaves a row, or those that neither tells. */
    sent(row: Flagged<Name>, change: Flagged<Name>): { flags: Record<Name, boolean> } | { unanswered: Name[] } {
      const after = names.map((flag) => [flag, change[flag] ?? row[flag]] as const)
      const unanswered = after.flatMap(([flag, is]) => (is === undefined ? [flag] : []))
      return unanswered.length > 0 ? { unanswered } : { flags: Object.fromEntries(after) as Record<Name, boolean> }
    },
  }
}
