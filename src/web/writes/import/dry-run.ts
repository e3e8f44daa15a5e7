import type { Dated, RowStore } from '#contract/list/row-store.ts'
import { cellText } from '#contract/csv.ts'
import { keysOf } from '#web/list/resource.ts'
import { flagIn, isSilent } from './columns.ts'
import { isNoDate, momentIn, type DateStyle, type MomentsOf } from './dates.ts'
import type { ImportResource, LineFault, LineValues } from './import-resource.ts'
import type { FileLine } from './read-lines.ts'
import { recordsOf, type ReadingChoice } from './reading.ts'

/** What an import would do with a line. */
export type LineFate<Row, New, Change> =
  | { is: 'create'; draft: New }
  | { is: 'same'; row: Row }
  | { is: 'differs'; row: Row; change: Change; fields: readonly string[] }
  /** `first`: the line that has the name first. */
  | { is: 'twice'; first: number }
  | { is: 'invalid'; why: string }

/** A line of a file in a dry run. It holds nothing of the file but a copy of its name. */
export interface DryLine<Row, New, Change> {
  line: number
  name: string
  fate: LineFate<Row, New, Change>
  /** Where its record stands among all. Its password is read there when it is sent. */
  record: number
  hasPassword: boolean
}

interface World<Row extends Dated> {
  /** Undefined: the service has no list, so nobody knows what exists. */
  list: RowStore<Row> | undefined
  momentsOf: MomentsOf
  rest: () => Promise<void>
  signal: AbortSignal
}

/** A text in memory of its own: a part of a text keeps the whole of it. */
export const copied = <Value>(value: Value) => JSON.parse(JSON.stringify(value)) as Value

/** Says of each line what an import would do. Sends nothing. Undefined: it was aborted. */
export async function dryRun<Row extends Dated, New extends object, Change extends object>(
  lines: readonly FileLine[],
  resource: ImportResource<Row, New, Change>,
  choice: ReadingChoice,
  { list, momentsOf, rest, signal }: World<Row>,
): Promise<readonly DryLine<Row, New, Change>[] | undefined> {
  const fields = keysOf(resource.columns)
  const [nameField = ''] = fields
  const passwordField = fields.find((field) => resource.columns[field]!.kind === 'password')
  const width = choice.hasHead ? (lines[0]?.cells.length ?? 0) : Number.POSITIVE_INFINITY
  const firstLines = new Map<string, number>()
  const dry: DryLine<Row, New, Change>[] = []
  const cellIn = (cells: readonly string[], field: string) => cells[choice.columns[field] ?? -1] ?? ''
  const fateOf = (name: string, { line, cells }: FileLine): LineFate<Row, New, Change> => {
    const first = firstLines.get(name)
    if (first !== undefined) return { is: 'twice', first }
    if (name !== '') firstLines.set(name, line)
    if (cells.slice(width).some((cell) => cell.trim() !== ''))
      return { is: 'invalid', why: `Has ${cells.length} cells; the first line has ${width}.` }
    const values = valuesIn(resource, (field) => cellIn(cells, field), { dates: choice.dates, momentsOf })
    if ('fault' in values) return { is: 'invalid', why: values.fault }
    const at = list?.find(name) ?? -1
    if (list === undefined || at < 0) {
      const made = resource.create(name, values, choice.noDate)
      return 'fault' in made ? { is: 'invalid', why: made.fault } : { is: 'create', draft: made.draft }
    }
    const row = list.at(at)
    const made = resource.compare(row, values)
    if ('fault' in made) return { is: 'invalid', why: made.fault }
    const differing = Object.keys(made.change)
    if (differing.length === 0) return { is: 'same', row }
    return { is: 'differs', row, change: made.change, fields: differing.map((field) => resource.columns[field]!.label) }
  }
  for (const [record, line] of recordsOf(lines, choice).entries()) {
    const name = copied(cellText(cellIn(line.cells, nameField)))
    const hasPassword = passwordField !== undefined && cellIn(line.cells, passwordField) !== ''
    dry.push({ line: line.line, name, fate: fateOf(name, line), record, hasPassword })
    if (record % 50 === 0) await rest()
    if (signal.aborted) return undefined
  }
  return dry
}

/** What the cells of a line say. */
function valuesIn(
  { columns }: Pick<ImportResource<never, never, never>, 'columns'>,
  cellOf: (field: string) => string,
  { dates, momentsOf }: { dates: DateStyle } & Pick<World<never>, 'momentsOf'>,
): LineValues | LineFault {
  const flags: Record<string, boolean> = {}
  let date: LineValues['date']
  for (const field of keysOf(columns)) {
    const { kind, label } = columns[field]!
    const cell = kind === 'flag' || kind === 'date' ? cellText(cellOf(field)) : ''
    if (isSilent(cell)) continue
    if (kind === 'flag') {
      const flag = flagIn(cell)
      if (flag === undefined) return { fault: `${label}: not yes or no.` }
      flags[field] = flag
    } else if (isNoDate(cell)) {
      date = 'no-date'
    } else {
      const at = momentIn(cell, dates, momentsOf)
      if (typeof at === 'string') return { fault: `${label}: ${dateFaults[at]}` }
      date = at
    }
  }
  return { flags, ...(date !== undefined && { date }) }
}

const dateFaults = {
  'no-date': 'not a date.',
  'which-order': 'day and month are not told apart yet.',
  skipped: 'the clocks skip this time.',
} as const
