import Papa from 'papaparse'
import { unescapeFormulas } from '#api/csv.ts'
import type { TimestampedRow } from '#api/list/row-list.ts'
import type { SkippedRow } from '#web/jobs/job.ts'
import type { ActionContext } from '#web/resource/action.ts'
import { typedKeys, type AnyResourceDefinition } from '#web/resource/resource.ts'
import { displayText } from '#web/ui/untrusted-text.tsx'
import { lookalikeKey } from '#web/ui/name-matching.ts'
import { formatCount } from '#web/ui/format.ts'
import { createNameLookup } from '#web/resource/form.ts'

// An import creates rows. What exists is left out: it is changed by selecting it.

/** The largest file, in bytes, and the most rows: somebody reads them before they are sent. */
const maxFileBytes = 2_000_000
const mostLines = 5000
/** The same, said before a file is chosen. */
export const importLimitsHint = `At most ${formatCount(mostLines)} lines and ${maxFileBytes / 1e6} MB.`

/** The cells of a file, line by line. */
export type CsvCells = readonly (readonly string[])[]

type Fault = { fault: string }

/** A line of a file, as it would be imported. It holds nothing of the file but a copy of its name. */
export interface ImportLine {
  /** Its number as a spreadsheet counts. */
  line: number
  name: string
  /** What it says of the new row; undefined: it is left out. */
  change: object | undefined
  /** Why it is left out, or what should be known of it. */
  note: string
  /** It has a password, which stays where the cells are until it is sent. */
  hasPassword: boolean
}

/** A file as it would be imported. */
export interface ImportPreview {
  lines: readonly ImportLine[]
  /** What the first line does not say, and what happens instead: sentences. */
  notes: readonly string[]
  /** The column of the passwords; undefined: there is none. */
  passwordColumn: number | undefined
}

/** The text of a file, or of what was pasted: UTF-8, or UTF-16 behind its mark (Excel’s *Unicode text*). */
export function decodeCsvFile(bytes: Uint8Array<ArrayBuffer>): string | Fault {
  if (bytes.length > maxFileBytes)
    return { fault: `One import takes at most ${maxFileBytes / 1e6} MB. Split the file.` }
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8'
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    if (!text.includes('\0')) return text
  } catch {
    // It is another encoding, or no text.
  }
  return { fault: 'This file is not UTF-8 text. Save it as CSV UTF-8.' }
}

/** Cuts a text into lines of cells: comma, semicolon, tab or `|`; quoted as in RFC 4180. */
export function parseCsv(text: string): CsvCells | Fault {
  if (text.trim() === '') return { fault: 'This file is empty.' }
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: delimiterOf(text) })
  const quotes = errors.find(({ type }) => type === 'Quotes')
  if (quotes !== undefined)
    return { fault: `The quotes in line ${(quotes.row ?? 0) + 1} don’t match. Correct the file and choose it again.` }
  return data
}

/** The one that is most frequent in the first line. Papa Parse's own guess fails where there are blank lines. */
function delimiterOf(text: string): string {
  const [firstLine = ''] = text
    .trimStart()
    .replaceAll(/"[^"]*"/g, '')
    .split(/[\r\n]/, 1)
  const countFields = (delimiter: string) => firstLine.split(delimiter).length
  return [',', ';', '\t', '|'].reduce((bestDelimiter, candidate) =>
    countFields(candidate) > countFields(bestDelimiter) ? candidate : bestDelimiter,
  )
}

/** A text in memory of its own: a part of a text keeps the whole of it, with its passwords. */
export const detachedCopy = (text: string) => JSON.parse(JSON.stringify(text)) as string

/** The head of a column without case, spaces, signs and accents. */
const normalizeHeader = (header: string) =>
  header
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\(utc\)/, '')
    .replace(/[^\p{L}\p{N}]+/gu, '')

interface Columns {
  /** The number of the column of each field. */
  indexes: ReadonlyMap<string, number>
  hasHeader: boolean
}

/** Finds the columns by the first line. A file with one column and no known head is a list of names. */
function detectColumns({ fields, noun }: AnyResourceDefinition, cells: CsvCells): Columns | Fault {
  const settable = typedKeys(fields).filter((name) => fields[name]?.input !== undefined)
  const headersOf = (name: string) =>
    [name, fields[name]?.label, fields[name]?.csv?.header, ...(fields[name]?.input?.csvHeaders ?? [])].map((header) =>
      normalizeHeader(header ?? ''),
    )
  const fieldOf = (header: string) => settable.find((name) => headersOf(name).includes(normalizeHeader(header)))
  /** Whether heads of several fields stand in one cell, with one of these signs between them. */
  const holdsSeveral = (cell: string, signs: RegExp) =>
    fieldOf(cell) === undefined && new Set(cell.split(signs).flatMap((part) => fieldOf(part) ?? [])).size > 1
  const [first = []] = cells
  const indexes = new Map<string, number>()
  let hasTwo: string | undefined
  for (const [column, header] of first.entries()) {
    const field = fieldOf(header)
    if (field === undefined) continue
    if (indexes.has(field)) hasTwo ??= fields[field]?.label
    indexes.set(field, column)
  }
  const [key = ''] = typedKeys(fields)
  // Beside a column of names, *Token active* is a column that nobody knows.
  const signs = indexes.has(key) ? /[^\p{L}\p{M}\p{N}\s_()-]+/u : /[^\p{L}\p{M}\p{N}_-]+/u
  if (first.some((cell) => holdsSeveral(cell, signs)))
    return { fault: 'Which sign separates the columns? Use a comma, semicolon, tab or “|”.' }
  if (hasTwo !== undefined) return { fault: `Two columns are for ${hasTwo}. Remove one.` }
  if (indexes.has(key)) return { indexes, hasHeader: true }
  if (indexes.size > 0) return { fault: `No column names the ${noun}s. Its head is “${fields[key]?.label}”.` }
  if (cells.every((line) => line.length === 1)) return { indexes: new Map([[key, 0]]), hasHeader: false }
  const knownLabels = settable.map((name) => fields[name]?.label).join(', ')
  return { fault: `The first line names no known column. Known are: ${knownLabels}.` }
}

/** Says of each line what an import would do. */
export function previewImport(
  cells: CsvCells,
  resource: AnyResourceDefinition,
  context: ActionContext<TimestampedRow>,
): ImportPreview | Fault {
  const { fields, forms } = resource
  const columns = detectColumns(resource, cells)
  if ('fault' in columns) return columns
  const { indexes, hasHeader } = columns
  const [header = []] = hasHeader ? cells : []
  const [key = ''] = typedKeys(fields)
  const passwordField = typedKeys(fields).find((name) => fields[name]?.input?.isSecret === true)
  const passwordColumn = passwordField === undefined ? undefined : indexes.get(passwordField)
  const { isTaken, findLookalike } = createNameLookup(context.list)
  const cellOf = (line: readonly string[], field: string) => unescapeFormulas(line[indexes.get(field) ?? -1] ?? '')
  const changeOf = (line: readonly string[]): { change: object } | Fault => {
    let change = {}
    for (const [field, column] of indexes) {
      if (field === key || field === passwordField) continue
      const isUtc = /\(utc\)/i.test(header[column] ?? '')
      const parsed = fields[field]?.input?.parse(cellOf(line, field), { ...context, isUtc }) ?? { change: {} }
      if ('fault' in parsed) return parsed
      change = { ...change, ...parsed.change }
    }
    return { change }
  }
  /** The first line of each name, and of each name that is easily taken for it. */
  const [linesByName, linesByLookalike] = [new Map<string, number>(), new Map<string, number>()]
  const readLine = (cells: readonly string[], line: number): ImportLine => {
    const name = detachedCopy(cellOf(cells, key).trim())
    const hasPassword = passwordColumn !== undefined && (cells[passwordColumn] ?? '') !== ''
    const skippedLine = (note: string) => ({ line, name, change: undefined, note, hasPassword })
    const [firstLine, lookalikeLine, existingLookalike] = [
      linesByName.get(name),
      linesByLookalike.get(lookalikeKey(name)),
      findLookalike(name),
    ]
    if (name !== '' && firstLine === undefined) linesByName.set(name, line)
    if (lookalikeLine === undefined) linesByLookalike.set(lookalikeKey(name), line)
    if (firstLine !== undefined) return skippedLine(`twice in the file, also in line ${firstLine}`)
    if (isTaken(name)) return skippedLine('exists')
    if (/\p{Cc}/u.test(name))
      return skippedLine(`${fields[key]?.label}: has a line break or another control character.`)
    if (hasHeader && cells.slice(header.length).some((cell) => cell.trim() !== ''))
      return skippedLine(`Has ${cells.length} cells; the first line has ${header.length}.`)
    const parsed = changeOf(cells)
    if ('fault' in parsed) return skippedLine(parsed.fault)
    const fault = forms.importRules.validate(name, parsed.change, context)
    if (fault !== undefined) return skippedLine(fault)
    const note =
      lookalikeLine !== undefined
        ? `looks like line ${lookalikeLine}`
        : existingLookalike === undefined
          ? ''
          : `looks like “${displayText(existingLookalike, name)}”, which exists`
    return { line, name, change: parsed.change, note, hasPassword }
  }
  const lines = cells.flatMap((line, index) =>
    (index === 0 && hasHeader) || line.every((cell) => cell.trim() === '') ? [] : [readLine(line, index + 1)],
  )
  if (lines.length > mostLines)
    return { fault: `One import takes at most ${formatCount(mostLines)} lines. Split the file.` }
  const usedColumns = new Set(indexes.values())
  const unused = header.filter((cell, column) => !usedColumns.has(column) && cell.trim() !== '')
  const notes = [
    ...(hasHeader ? [] : [`The first line names no column. Each line becomes one ${resource.noun}.`]),
    ...(unused.length === 0
      ? []
      : [`Ignored columns: ${unused.map((cell) => displayText(detachedCopy(cell.trim()))).join(', ')}.`]),
  ]
  return { lines, notes, passwordColumn }
}

/** *Expires: 31 Dec 2027, 23:59:59 · Write: off*: what a new row gets, as it looks now. */
export function newRowSummary(
  { fields }: AnyResourceDefinition,
  change: object,
  context: ActionContext<TimestampedRow>,
): string {
  const parts = Object.values(fields).flatMap(({ label, formatChange }) => {
    const value = formatChange?.(change, context)
    return value === undefined ? [] : [`${label}: ${value}`]
  })
  return parts.join(' · ')
}

/** A line that is left out, in the report, which knows no lines. */
export const toSkippedRow = ({ line, name, note }: ImportLine): SkippedRow => ({
  name: name === '' ? `Line ${line}` : name,
  reason: note,
})

/** *2 to create · 1 left out*. */
export function previewSummary(lines: readonly ImportLine[]): string {
  if (lines.length === 0) return 'This file has no rows.'
  const createdCount = lines.filter(({ change }) => change !== undefined).length
  const skippedCount = lines.length - createdCount
  return `${formatCount(createdCount)} to create${skippedCount === 0 ? '' : ` · ${formatCount(skippedCount)} left out`}`
}
