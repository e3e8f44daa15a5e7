import { unitOf, type Unit } from '#contract/wire.ts'
import { keysOf } from '#web/list/resource.ts'
import { isNoDate, meaningOf, momentIn, type DateStyle, type MomentsOf } from './dates.ts'
import type { ImportColumn, ImportResource } from './import-resource.ts'
import type { FileLine } from './read-lines.ts'

/** How a file is read, and what its dates show. */
export interface Reading extends DateStyle {
  /** Whether the first line names the columns. */
  hasHead: boolean
  /** The number of the column of each field; a field that is missing has none. */
  columns: Readonly<Partial<Record<string, number>>>
  /** A date that can be read in two ways; undefined: there is none. */
  ambiguous: string | undefined
  /** The unit of the first date that is a number; undefined: there is none. */
  numbersIn: Unit | undefined
  /** Whether a date has no time zone. */
  hasLocal: boolean
  /** What new rows get where the file has no date. */
  noDate: string
  /** The first date, in milliseconds since 1970; undefined: there is none. */
  firstDate: number | undefined
  /** Whether some lines have no date. */
  lacksDates: boolean
}

/** What the admin has corrected or answered. */
export type Corrections = Partial<Pick<Reading, 'hasHead' | 'columns' | 'order' | 'unit' | 'noDate'>>

/** A name of a column, however it is spelled. */
const spelled = (head: string) =>
  head
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\(utc\)/, '')
    .replace(/[\s_-]+/g, '')

/** What an export writes for what could not be read. Such a cell asks for nothing. */
const silent: ReadonlySet<string> = new Set(['', 'unknown', 'unreadable'])

/** Whether a cell asks for nothing. */
export const isSilent = (cell: string) => silent.has(cell.trim().toLowerCase())

/** The field of a kind. */
export const fieldOf = (columns: Readonly<Record<string, ImportColumn>>, kind: ImportColumn['kind']) =>
  keysOf(columns).find((field) => columns[field]?.kind === kind) ?? ''

/** Finds the columns by the first line of a file. Without known names, the first column holds the names of the rows. */
function columnsIn(columns: Readonly<Record<string, ImportColumn>>, head: readonly string[]) {
  const heads = head.map(spelled)
  const found = keysOf(columns).flatMap((field) => {
    const { label, heads: others } = columns[field]!
    const at = heads.findIndex((head) => head === spelled(label) || head === spelled(field) || others.includes(head))
    return at < 0 ? [] : [[field, at] as const]
  })
  const hasHead = found.length > 0
  return { hasHead, columns: Object.fromEntries(hasHead ? found : [[fieldOf(columns, 'name'), 0]]) }
}

/** What a column of dates shows about itself. */
async function dateColumn(cells: Iterable<string>, rest: () => Promise<void>) {
  let [isDayFirst, isMonthFirst, hasLocal] = [false, false, false]
  let [ambiguous, numbersIn]: [string?, Unit?] = []
  for (const cell of cells) {
    await rest()
    if (cell === '' || isNoDate(cell)) continue
    const meaning = meaningOf(cell)
    if (meaning.is === 'number') numbersIn ??= unitOf(meaning.integer)
    if (meaning.is !== 'local') continue
    hasLocal = true
    isDayFirst ||= meaning.monthFirst === undefined && meaning.dayFirst !== undefined
    isMonthFirst ||= meaning.dayFirst === undefined && meaning.monthFirst !== undefined
    if (meaning.isOpen) ambiguous ??= meaning.text
  }
  const order: DateStyle['order'] = isDayFirst === isMonthFirst ? undefined : isDayFirst ? 'day-first' : 'month-first'
  return { order, ambiguous: order === undefined ? ambiguous : undefined, numbersIn, hasLocal }
}

/** Finds out how a file is read. What the admin has said goes before what the file shows. */
export async function readingOf(
  lines: readonly FileLine[],
  { columns, noDate }: Pick<ImportResource, 'columns' | 'noDate'>,
  said: Corrections,
  { momentsOf, rest }: { momentsOf: MomentsOf; rest: () => Promise<void> },
): Promise<Reading> {
  const head = lines[0]?.cells ?? []
  const chosen = { ...columnsIn(columns, head), ...said }
  const at = chosen.columns[fieldOf(columns, 'date')]
  const cells = at === undefined ? [] : lines.slice(chosen.hasHead ? 1 : 0).map(({ cells }) => cells[at] ?? '')
  const dates = await dateColumn(cells, rest)
  const style: DateStyle = {
    order: said.order ?? dates.order,
    unit: said.unit ?? dates.numbersIn ?? 'milliseconds',
    // As the columns of an export are.
    isUtc: at !== undefined && chosen.hasHead && /\(utc\)/i.test(head[at] ?? ''),
  }
  const first = cells.find((cell) => !isSilent(cell) && !isNoDate(cell))
  const moment = first === undefined ? undefined : momentIn(first, style, momentsOf)
  return {
    ...dates,
    ...chosen,
    ...style,
    noDate: said.noDate ?? noDate?.first ?? '',
    firstDate: typeof moment === 'number' ? moment : undefined,
    lacksDates: noDate !== undefined && (at === undefined || cells.some(isSilent)),
  }
}
