import { keysOf } from '#web/list/resource.ts'
import type { ImportColumn } from './import-resource.ts'

/** Which column of a file holds which field. */
export interface ColumnChoice {
  /** Whether the first line names the columns. */
  hasHead: boolean
  /** The number of the column of each field; a field that is missing has none. */
  columns: Readonly<Record<string, number>>
}

/** A name of a column, however it is spelled. */
const spelled = (head: string) =>
  head
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\(utc\)/, '')
    .replace(/[\s_-]+/g, '')

/** Whether a column says that its moments are in UTC, as the columns of an export do. */
export const isUtcHead = (head: string | undefined) => head !== undefined && /\(utc\)/i.test(head)

/** Finds the columns by the first line of a file. Without known names, the first column holds the names of the rows. */
export function matchedColumns(
  columns: Readonly<Record<string, ImportColumn>>,
  first: readonly string[],
): ColumnChoice {
  const heads = first.map(spelled)
  const found: Record<string, number> = {}
  const fields = keysOf(columns)
  for (const field of fields) {
    const { label, heads: others } = columns[field]!
    const at = heads.findIndex((head) => head === spelled(label) || others.includes(head))
    if (at >= 0) found[field] = at
  }
  const hasHead = Object.keys(found).length > 0
  return { hasHead, columns: hasHead ? found : { [fields[0]!]: 0 } }
}

const flagWords = new Map([
  ...['true', 'yes', '1', 'on'].map((word) => [word, true] as const),
  ...['false', 'no', '0', 'off'].map((word) => [word, false] as const),
])

/** What a cell says about a flag; undefined: nothing that can be understood. */
export const flagIn = (cell: string) => flagWords.get(cell.trim().toLowerCase())

/** What an export writes for what could not be read. Such a cell asks for nothing. */
const silent: ReadonlySet<string> = new Set(['', 'unknown', 'unreadable'])

/** Whether a cell asks for nothing. */
export const isSilent = (cell: string) => silent.has(cell.trim().toLowerCase())
