import { faultsOf, type Fault } from '#contract/form.ts'
import type { ResourceWords } from '#web/list/resource.ts'
import type { PlannedItem } from '#web/writes/runs/run-state.ts'

/** What a line says, beside its name. What was left out is missing. */
export interface LineValues {
  flags: Readonly<Partial<Record<string, boolean>>>
  /** Milliseconds since 1970. */
  date?: number | 'no-date'
}

/** A column that an import knows. */
export interface ImportColumn {
  /** A password is never among the values: it is read when it is sent. */
  kind: 'name' | 'flag' | 'date' | 'password'
  label: string
  /** How the first line of a file may name it, beside its label. In lower case, without spaces. */
  heads: readonly string[]
  /** What it has in the template. */
  example: string
}

/** A sentence about what is wrong with a line. It never quotes a cell, which may hold a secret in a wrong column. */
export interface LineFault {
  fault: string
}

/** A line that can be sent. */
export interface CheckedLine {
  exists: boolean
  /** Another name in the list that looks like its own. */
  alike?: string | undefined
  /** What a new row gets, or what differs from the row of its name. */
  change: object
  /** How it is sent. `isUpdated`: with what differs. */
  planned: (sent: { isUpdated: boolean; password: string | undefined }) => PlannedItem
}

/** How a line is sent. */
export type Send = PlannedItem['write']['send']

/** What an import needs to know about a resource. The first column holds the name of the row. */
export interface ImportResource {
  words: ResourceWords
  /** Whether the service shows what exists. */
  isListed: boolean
  columns: Readonly<Record<string, ImportColumn>>
  /** What new rows get where the file has no date; undefined: rows have no date. */
  noDate?: { legend: string; choices: readonly { id: string; label: string }[]; first: string }
  /** What new rows get where the file is silent otherwise: a sentence. */
  silent: string
  /** Checks a line as a form would. `noDate`: the choice for a line without a date. */
  check: (name: string, values: LineValues, noDate: string) => CheckedLine | LineFault
  /** What an admin should know before these are sent: sentences. `changes`: of new rows and of `updates` others. */
  warnings: (changes: readonly object[], updates: number) => readonly string[]
}

/** Why the form of a row would refuse a line. `words`: a sentence for each fault that a file can have. */
export function faultIn(
  form: Parameters<typeof faultsOf>[0],
  typed: object,
  words: Partial<Record<Fault, string>>,
): LineFault {
  const [fault] = faultsOf(form, typed).values()
  return { fault: (fault && words[fault]) ?? 'Its form would refuse it.' }
}
