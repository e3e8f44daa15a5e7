import { momentAt, momentFrom, unitOf } from '#contract/wire.ts'
import { keysOf } from '#web/list/resource.ts'
import { looksSecret } from '#web/list/route.ts'
import type { LocalTime } from '#web/ui/moment/local-time.ts'
import { pastedTime } from '#web/ui/moment/pasted-time.ts'
import { listed } from '#web/writes/verdict-words.ts'
import type { ImportColumn, ImportResource } from './import-resource.ts'

// What the first line of a file and its cells mean.

/** The columns of a file. */
export interface FileColumns {
  /** Whether the first line names them; else it is one column of names. */
  hasHead: boolean
  /** The number of the column of each field; a field that is missing has none. */
  at: Readonly<Partial<Record<string, number>>>
  /** What the columns that are not used are called. */
  unused: readonly string[]
  /** Whether a date without a time zone is in UTC, as in exports; otherwise it is by the clock of the browser. */
  isUtc: boolean
}

/** A name of a column, however it is spelled. */
const spelled = (head: string) =>
  head
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\(utc\)/, '')
    .replace(/[\s_-]+/g, '')

/** The field of a kind. */
export const fieldOf = (columns: Readonly<Record<string, ImportColumn>>, kind: ImportColumn['kind']) =>
  keysOf(columns).find((field) => columns[field]?.kind === kind) ?? ''

/** Finds the columns by the first line of a file, or says why it can't. */
export function columnsIn(
  { columns }: Pick<ImportResource, 'columns'>,
  head: readonly string[],
): FileColumns | { fault: string } {
  const name = fieldOf(columns, 'name')
  const heads = head.map(spelled)
  const found = keysOf(columns).flatMap((field) => {
    const { label, heads: others } = columns[field]!
    const at = heads.findIndex((head) => head === spelled(label) || head === spelled(field) || others.includes(head))
    return at < 0 ? [] : [[field, at] as const]
  })
  const at: FileColumns['at'] = Object.fromEntries(found)
  const known = listed.format(Object.values(columns).map(({ label }) => label))
  if (found.length === 0) {
    if (head.filter((cell) => cell.trim() !== '').length > 1)
      return { fault: `The first line names none of these columns: ${known}.` }
    return { hasHead: false, at: { [name]: 0 }, unused: [], isUtc: false }
  }
  if (at[name] === undefined) return { fault: `The first line names no column “${columns[name]!.label}”.` }
  const used = new Set(Object.values(at))
  const dates = at[fieldOf(columns, 'date')]
  return {
    hasHead: true,
    at,
    unused: head.flatMap((cell, column) => {
      if (used.has(column) || cell.trim() === '') return []
      return [looksSecret(cell) ? `column ${column + 1}` : `“${cell.trim().slice(0, 40)}”`]
    }),
    isUtc: dates !== undefined && /\(utc\)/i.test(head[dates] ?? ''),
  }
}

/** What an export writes for what could not be read. Such a cell asks for nothing. */
const silent: ReadonlySet<string> = new Set(['', 'unknown', 'unreadable'])

/** Whether a cell asks for nothing. */
export const isSilent = (cell: string) => silent.has(cell.trim().toLowerCase())

const noDates: ReadonlySet<string> = new Set(['never', 'never expires', 'no expiry set'])

/** The moments at which a clock shows a time, in their order. */
export type MomentsOf = (time: LocalTime) => readonly number[]

/** By the clock of the browser. The calendar of its fields takes a hundred times as long for each date. */
export const browserMomentsOf: MomentsOf = ({ year, month, day, hour, minute, second }) => {
  const date = new Date(year, month - 1, day, hour, minute, second)
  return date.getDate() === day && date.getHours() === hour && date.getMinutes() === minute ? [date.getTime()] : []
}

const hasZone = /[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?\s?(?:Z|[+-]\d\d:?\d\d)$/i
const isWritten = /^(?:(?:\d{4}|[+-]\d{6})-\d{1,2}-\d{1,2}|\d{1,2}\.\d{1,2}\.\d{4})(?!\d)/
const midnight = { hour: 0, minute: 0, second: 0 }
const noDate = { fault: 'Write dates as 2027-12-31.' }

/**
 * What a cell says about a date, in milliseconds since 1970: ISO, `31.12.2027`, or a number of seconds or milliseconds,
 * whose size shows which. Without a time it is midnight. `isByClock`: it has no time zone.
 */
export function dateIn(
  cell: string,
  { isUtc }: Pick<FileColumns, 'isUtc'>,
  momentsOf: MomentsOf,
): { date: number | 'no-date'; isByClock?: true } | { fault: string } {
  const text = cell.normalize('NFKC').trim()
  if (noDates.has(text.toLowerCase())) return { date: 'no-date' }
  if (/^\d+$/.test(text)) {
    const unit = unitOf(Number(text))
    const at = unit && momentAt(Number(text), unit)
    return at === undefined ? noDate : { date: at }
  }
  if (!isWritten.test(text)) return noDate
  if (hasZone.test(text)) {
    const at = momentAt(momentFrom(text.toUpperCase()), 'milliseconds')
    return at === undefined ? noDate : { date: at }
  }
  const time = pastedTime(text.replace(/(:\d\d)[.,]\d{1,9}$/, '$1'), ['day', 'month', 'year'], midnight)
  if (time === undefined) return noDate
  if (isUtc) return { date: Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second) }
  const [at] = momentsOf(time)
  return at === undefined ? { fault: 'The clocks skip this time.' } : { date: at, isByClock: true }
}
