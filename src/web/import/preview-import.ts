import Papa from 'papaparse'
import { nextTask } from '#api/client/request.ts'
import { unescapeFormulas } from '#api/csv.ts'
import type { TimestampedRow } from '#api/list/row-list.ts'
import type { SkippedRow } from '#web/jobs/job.ts'
import type { ActionContext } from '#web/resource/action.ts'
import { typedKeys, type AnyResourceDefinition, type CellResult } from '#web/resource/resource.ts'
import { displayText } from '#web/ui/untrusted-text.tsx'
import { lookalikeKey } from '#web/ui/name-matching.ts'
import { formatCount } from '#web/ui/format.ts'
import { createNameLookup, type NameLookup } from '#web/resource/form.ts'
import { findSnapshot } from '#web/resource/list-queries.ts'

// An import creates rows. What exists is left out: it is changed by selecting it.

/** The largest file, in bytes, and the most rows: somebody reads them before they are sent. */
const maxFileBytes = 2_000_000
const mostLines = 5000
/** The same, said before a file is chosen. */
export const importLimitsHint = `At most ${formatCount(mostLines)} lines and ${maxFileBytes / 1e6} MB.`

/** The cells of a file, line by line. */
export type CsvCells = readonly (readonly string[])[]

/** Why a file can’t be read: another object for each file. */
export type ImportFault = { fault: string }

/** A line of a file, as it would be imported. It holds nothing of the file but a copy of its name, and of a date that is none. */
export interface ImportLine {
  /** Its number as a spreadsheet counts. */
  line: number
  name: string
  /** What it says of the new row; undefined: it is left out. */
  change: object | undefined
  /** Why it is left out, or what should be known of it. */
  note: string
  /** It is left out because something in it is wrong. */
  isFaulty?: true
  /** It has a password, which stays where the cells are until it is sent. */
  hasPassword: boolean
}

/** A file as it would be imported. */
export interface ImportPreview {
  lines: readonly ImportLine[]
  /** What the first line does not say, and what happens instead: sentences. */
  notes: readonly string[]
  /** What new rows get because no column says it: sentences. */
  defaultTexts: readonly string[]
  /** The column of the passwords; undefined: there is none. */
  passwordColumn: number | undefined
}

/** The text of a file, or of what was pasted: UTF-8, or UTF-16 behind its mark (Excel’s *Unicode text*). */
export function decodeCsvFile(bytes: Uint8Array<ArrayBuffer>): string | ImportFault {
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
export function parseCsv(text: string): CsvCells | ImportFault {
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

/** Where the fields of a resource stand in a file. */
interface Columns {
  /** The number of the column of each field. */
  indexes: ReadonlyMap<string, number>
  /** The first line; empty: it names no column. */
  header: readonly string[]
}

/** Finds the field that the head of a column names, in any of its words. */
function createHeaderLookup({ fields }: AnyResourceDefinition): (header: string) => string | undefined {
  const fieldsByHeader = new Map<string, string>()
  for (const [name, { label, csv, input }] of Object.entries(fields)) {
    if (input === undefined) continue
    for (const header of [name, label, csv?.header ?? label, ...input.csvHeaders])
      fieldsByHeader.set(normalizeHeader(header), name)
  }
  return (header) => fieldsByHeader.get(normalizeHeader(header))
}

/** Finds the columns by the first line. A file with one column and no known head is a list of names. */
function detectColumns(definition: AnyResourceDefinition, cells: CsvCells): Columns | ImportFault {
  const { fields, noun } = definition
  const fieldOf = createHeaderLookup(definition)
  const [header = []] = cells
  const [key = ''] = typedKeys(fields)
  const indexes = new Map<string, number>()
  let twice: string | undefined
  for (const [column, cell] of header.entries()) {
    const field = fieldOf(cell)
    if (field === undefined) continue
    if (indexes.has(field)) twice ??= fields[field]?.label
    indexes.set(field, column)
  }
  // Beside a column of names, *Token active* is a column that nobody knows.
  const separators = indexes.has(key) ? /[^\p{L}\p{M}\p{N}\s_()-]+/u : /[^\p{L}\p{M}\p{N}_-]+/u
  const holdsSeveral = (cell: string) =>
    fieldOf(cell) === undefined && new Set(cell.split(separators).flatMap((part) => fieldOf(part) ?? [])).size > 1
  if (header.some(holdsSeveral))
    return { fault: 'Which sign separates the columns? Use a comma, semicolon, tab or “|”.' }
  if (twice !== undefined) return { fault: `Two columns are for ${twice}. Remove one.` }
  if (indexes.has(key)) return { indexes, header }
  if (indexes.size > 0) return { fault: `No column names the ${noun}s. Its head is “${fields[key]?.label}”.` }
  if (cells.every((line) => line.length === 1)) return { indexes: new Map([[key, 0]]), header: [] }
  const knownLabels = Object.values(fields).flatMap(({ label, input }) => (input === undefined ? [] : [label]))
  return { fault: `The first line names no known column. Known are: ${knownLabels.join(', ')}.` }
}

/** What the first line does not say, and what happens instead: sentences. */
function columnNotes({ indexes, header }: Columns, cells: CsvCells, { fields, noun }: AnyResourceDefinition): string[] {
  const isFilled = (cell: string | undefined) => cell !== undefined && cell.trim() !== ''
  if (header.length === 0) {
    const [[firstName = ''] = []] = cells.filter(([cell]) => isFilled(cell))
    const signs = firstName.match(/[^\p{L}\p{M}\p{N}\s_.@/()-]/gu) ?? []
    const separator = signs.find((sign) => cells.every(([cell]) => !isFilled(cell) || cell?.includes(sign)))
    const [key = ''] = typedKeys(fields)
    const withSeparator =
      separator === undefined ? '' : `, with “${displayText(separator)}” in its ${fields[key]?.inlineLabel}`
    return [`The first line names no column. Each line becomes one ${noun}${withSeparator}.`]
  }
  const usedColumns = new Set(indexes.values())
  const ignored = header.flatMap((cell, column) => {
    if (usedColumns.has(column)) return []
    if (isFilled(cell)) return [displayText(detachedCopy(cell.trim()))]
    return cells.some((line) => isFilled(line[column])) ? [`column ${column + 1}`] : []
  })
  return ignored.length === 0 ? [] : [`Ignored columns: ${ignored.join(', ')}.`]
}

/** *No Active column: new tokens will be active.* */
function defaultTexts({ indexes }: Columns, { fields, noun, forms }: AnyResourceDefinition): string[] {
  return Object.entries(forms.importRules.withoutColumn).flatMap(([field, text]) =>
    indexes.has(field) ? [] : [`No ${fields[field]?.label} column: new ${noun}s will ${text}.`],
  )
}

/** What each line is judged by. */
interface LineContext {
  definition: AnyResourceDefinition
  action: ActionContext<TimestampedRow>
  header: Columns['header']
  nameLabel: string
  nameColumn: number
  passwordColumn: number | undefined
  /** Reads the cell of each other field. */
  readers: readonly ((cells: readonly string[]) => CellResult<object>)[]
  names: NameLookup
  /** The first line of each name, and of each name that is easily taken for it. */
  linesByName: Map<string, number>
  linesByLookalike: Map<string, number>
}

function createLineContext(
  { indexes, header }: Columns,
  definition: AnyResourceDefinition,
  action: ActionContext<TimestampedRow>,
): LineContext {
  const { fields } = definition
  const [key = ''] = typedKeys(fields)
  let passwordColumn: number | undefined
  const readers: LineContext['readers'][number][] = []
  for (const [field, column] of indexes) {
    const input = fields[field]?.input
    if (input === undefined || field === key) continue
    if (input.isSecret) {
      passwordColumn = column
      continue
    }
    const cellContext = { ...action, isUtc: /\(utc\)/i.test(header[column] ?? '') }
    readers.push((cells) => {
      const cell = unescapeFormulas(cells[column] ?? '')
      const parsed = input.parse(cell, cellContext)
      return 'fault' in parsed ? { fault: withQuote(parsed.fault, cell) } : parsed
    })
  }
  return {
    definition,
    action,
    header,
    nameLabel: fields[key]?.label ?? '',
    nameColumn: indexes.get(key) ?? 0,
    passwordColumn,
    readers,
    names: createNameLookup(action.list),
    linesByName: new Map(),
    linesByLookalike: new Map(),
  }
}

const maxQuoteLength = 24

/** The fault of a cell. It quotes digits and the signs of dates: anything else may be a password in a wrong column. */
function withQuote(fault: string, cell: string): string {
  const text = detachedCopy(cell.trim())
  if (!/^[\d\s.,:/-]+(?:[ap]m)?$/i.test(text)) return fault.replace(': #', '')
  return fault.replace('#', text.length > maxQuoteLength ? `${text.slice(0, maxQuoteLength)}…` : text)
}

/** Says what an import would do with a line: the first reason to leave it out, or what it creates. */
function classifyLine(cells: readonly string[], line: number, context: LineContext): ImportLine {
  const { definition, action, header, nameLabel, nameColumn, passwordColumn, names } = context
  const name = detachedCopy(unescapeFormulas(cells[nameColumn] ?? '').trim())
  const hasPassword = passwordColumn !== undefined && (cells[passwordColumn] ?? '') !== ''
  const leaveOut = (note: string): ImportLine => ({ line, name, change: undefined, note, hasPassword })
  const refuse = (note: string): ImportLine => ({ ...leaveOut(note), isFaulty: true })

  const earlierLine = rememberLine(context.linesByName, name, line)
  const lookalikeLine = rememberLine(context.linesByLookalike, lookalikeKey(name), line)
  if (name !== '' && earlierLine !== undefined) return leaveOut(`twice in the file, also in line ${earlierLine}`)
  if (names.isTaken(name)) return leaveOut(existsNote(name, cells, context))
  if (/\p{Cc}/u.test(name)) return refuse(`${nameLabel}: has a line break or another control character.`)
  if (header.length > 0 && cells.slice(header.length).some((cell) => cell.trim() !== ''))
    return refuse(`Has ${cells.length} cells; the first line has ${header.length}.`)
  const parsed = readChange(cells, context)
  if ('fault' in parsed) return refuse(parsed.fault)
  const fault = definition.forms.importRules.validate(name, parsed.change, action)
  if (fault !== undefined) return refuse(fault)

  return { line, name, change: parsed.change, note: lookalikeNote(name, lookalikeLine, names), hasPassword }
}

/** *exists*, and what is wrong with the row by what the line asks for: an import that was interrupted may have left it so. */
function existsNote(name: string, cells: readonly string[], context: LineContext): string {
  const { action, definition } = context
  const { defaults, existingNote } = definition.forms.importRules
  const snapshot = findSnapshot(action.list, name)
  const parsed = readChange(cells, context)
  if (snapshot === undefined || 'fault' in parsed) return 'exists'
  return ['exists', existingNote?.(snapshot.row, { ...defaults(undefined), ...parsed.change })]
    .filter(Boolean)
    .join(', ')
}

/** Returns the first line of this key, if it was there before. */
function rememberLine(lines: Map<string, number>, key: string, line: number): number | undefined {
  const earlierLine = lines.get(key)
  if (earlierLine === undefined) lines.set(key, line)
  return earlierLine
}

/** What the cells of a line ask for, or the fault of the first that can't be read. */
function readChange(cells: readonly string[], { readers }: LineContext): CellResult<object> {
  let change = {}
  for (const read of readers) {
    const parsed = read(cells)
    if ('fault' in parsed) return parsed
    change = { ...change, ...parsed.change }
  }
  return { change }
}

function lookalikeNote(name: string, lookalikeLine: number | undefined, { findLookalike }: NameLookup): string {
  if (lookalikeLine !== undefined) return `looks like line ${lookalikeLine}`
  const existing = findLookalike(name)
  return existing === undefined ? '' : `looks like “${displayText(existing, name)}”, which exists`
}

/** So many lines are read before the page is drawn again. */
const linesPerTask = 250

/** Says of each line what an import would do. Undefined: it was aborted. */
export async function previewImport(
  cells: CsvCells,
  definition: AnyResourceDefinition,
  action: ActionContext<TimestampedRow>,
  signal: AbortSignal,
): Promise<ImportPreview | ImportFault | undefined> {
  const columns = detectColumns(definition, cells)
  if ('fault' in columns) return columns
  const context = createLineContext(columns, definition, action)
  const lines: ImportLine[] = []
  for (const [index, record] of cells.entries()) {
    const isHeader = index === 0 && columns.header.length > 0
    if (isHeader || record.every((cell) => cell.trim() === '')) continue
    lines.push(classifyLine(record, index + 1, context))
    if (lines.length > mostLines)
      return { fault: `One import takes at most ${formatCount(mostLines)} lines. Split the file.` }
    if (lines.length % linesPerTask > 0) continue
    // oxlint-disable-next-line no-await-in-loop -- so that the page stays responsive
    await nextTask()
    if (signal.aborted) return undefined
  }
  return {
    lines,
    notes: columnNotes(columns, cells, definition),
    defaultTexts: defaultTexts(columns, definition),
    passwordColumn: context.passwordColumn,
  }
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
  line,
  name,
  reason: note,
})

/** *2 to create · 1 left out*. */
export function previewSummary(lines: readonly ImportLine[]): string {
  if (lines.length === 0) return 'This file has no rows.'
  const createdCount = lines.filter(({ change }) => change !== undefined).length
  const skippedCount = lines.length - createdCount
  return `${formatCount(createdCount)} to create${skippedCount === 0 ? '' : ` · ${formatCount(skippedCount)} left out`}`
}
