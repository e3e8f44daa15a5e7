import { keysOf } from '#web/list/resource.ts'
import { isSilent, isUtcHead, matchedColumns, type ColumnChoice } from './columns.ts'
import { dateColumn, isNoDate, momentIn, type DateColumn, type DateStyle, type MomentsOf } from './dates.ts'
import type { ImportResource } from './import-resource.ts'
import type { FileLine } from './read-lines.ts'

/** How a file is read. */
export interface ReadingChoice extends ColumnChoice {
  dates: DateStyle
  /** What new rows get where the file has no date. */
  noDate: string
}

/** What the admin has corrected or answered. */
export interface Corrections {
  columns?: ColumnChoice
  order?: DateStyle['order']
  unit?: DateStyle['unit']
  noDate?: string
}

/** How a file is read, and what its dates show. */
export interface Reading {
  choice: ReadingChoice
  dates: DateColumn
  /** The first date, in milliseconds since 1970; undefined: there is none. */
  firstDate: number | undefined
  /** Whether some lines have no date. */
  lacksDates: boolean
}

/** The lines of a file that are records. */
export const recordsOf = (lines: readonly FileLine[], { hasHead }: Pick<ColumnChoice, 'hasHead'>) =>
  lines.slice(hasHead ? 1 : 0)

/** Finds out how a file is read. What the admin has said goes before what the file shows. */
export async function readingOf(
  lines: readonly FileLine[],
  { columns, noDate }: Pick<ImportResource<never, never, never>, 'columns' | 'noDate'>,
  said: Corrections,
  { momentsOf, rest }: { momentsOf: MomentsOf; rest: () => Promise<void> },
): Promise<Reading> {
  const head = lines[0]?.cells ?? []
  const chosen = said.columns ?? matchedColumns(columns, head)
  const field = keysOf(columns).find((name) => columns[name]?.kind === 'date')
  const at = field === undefined ? undefined : chosen.columns[field]
  const cells = at === undefined ? [] : recordsOf(lines, chosen).map(({ cells }) => cells[at] ?? '')
  const dates = await dateColumn(cells, rest)
  const style: DateStyle = {
    order: said.order ?? dates.order,
    unit: said.unit ?? dates.unit ?? 'milliseconds',
    isUtc: at !== undefined && chosen.hasHead && isUtcHead(head[at]),
  }
  const first = cells.find((cell) => !isSilent(cell) && !isNoDate(cell))
  const moment = first === undefined ? undefined : momentIn(first, style, momentsOf)
  return {
    choice: { ...chosen, dates: style, noDate: said.noDate ?? noDate?.first ?? '' },
    dates,
    firstDate: typeof moment === 'number' ? moment : undefined,
    lacksDates: noDate !== undefined && (at === undefined || cells.some(isSilent)),
  }
}
