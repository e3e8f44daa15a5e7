import { cellText } from '#contract/csv.ts'
import { nameKey } from '#web/ui/names/name-keys.ts'
import type { Dated } from '#contract/list/row-store.ts'
import type { Seen } from '#contract/write/kind.ts'
import type { LeftOut } from '#web/jobs/job.ts'
import type { Field } from '#web/resource/field.ts'
import type { Knows } from '#web/resource/act.ts'
import { seenIn } from '#web/resource/lists.ts'
import { keysOf, type AnyResource } from '#web/resource/resource.ts'
import { visible } from '#web/ui/names/foreign.tsx'
import { namesOf } from './names-of.ts'
import { createRest, type FileLine } from './read-lines.ts'

/** What an import can do with a line. */
export type Fate = 'create' | 'alike' | 'differs' | 'same' | 'twice' | 'invalid'

/** A line of a file. It holds nothing of the file but a copy of its name. */
export interface ImportLine {
  line: number
  name: string
  fate: Fate
  /** Why it is invalid, where else it stands, what differs, or what it looks like. */
  says: string
  /** The row of its name; undefined: there is none. */
  seen?: Seen<Dated>
  /** What it says of a new row, or what differs from the row. */
  change: object
  /** The index of its record in the file. Its password is read there when it is sent. */
  record: number
  hasSecret: boolean
}

/** A file as it would be imported. */
export interface ImportFile {
  lines: readonly ImportLine[]
  /** Columns that are not used, by their heads. */
  unused: readonly string[]
  /** The column of the passwords; undefined: it has none. */
  secretAt: number | undefined
  /** How many names have spaces or `mailto:` around them in the file. */
  untidy: number
}

/** A text in memory of its own: a part of a text keeps the whole of it. */
export const copied = <Value>(value: Value) => JSON.parse(JSON.stringify(value)) as Value

/** The head of a column without case, spaces, signs and accents. */
const spelled = (head: string) =>
  head
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\(utc\)/, '')
    .replace(/[^\p{L}\p{N}]+/gu, '')

type AnyField = Field<Dated, object>

interface Columns {
  /** The number of the column of each field. */
  at: ReadonlyMap<string, number>
  hasHead: boolean
  unused: readonly string[]
}

/** Finds the columns by the first line. Its only cell may be the name of a row: then the file is a list of names. */
function columnsIn({ fields, noun }: AnyResource, records: readonly FileLine[]): Columns | { fault: string } {
  const head = records[0]?.cells ?? []
  const settable = Object.entries(fields).filter(([, { set }]) => set !== undefined)
  const own = (name: string, { label, exported }: AnyField) => [name, label, exported?.head ?? label]
  const at = new Map<string, number>()
  // A label comes before what else a column may be called: `User` beside `Email` is another column.
  for (const spellings of [own, (_: string, { set }: AnyField) => set?.heads ?? []]) {
    for (const [name, field] of settable) {
      if (at.has(name)) continue
      const known = new Set(spellings(name, field).map(spelled))
      const columns = head.flatMap((cell, column) => (known.has(spelled(cell)) ? [column] : []))
      if (columns.length > 1) {
        const heads = columns.map((column) => `“${head[column]?.trim()}”`).join(' and ')
        return { fault: `Two columns are for ${field.label}: ${heads}. Remove one.` }
      }
      if (columns[0] !== undefined) at.set(name, columns[0])
    }
  }
  const used = new Set(at.values())
  const [key = ''] = keysOf(fields)
  if (at.size === 0) {
    const isList = records.every(({ cells }) => cells.filter((cell) => cell.trim() !== '').length < 2)
    if (isList) return { at: new Map([[key, 0]]), hasHead: false, unused: [] }
    const known = settable.map(([, { label }]) => label).join(', ')
    return { fault: `The first line names no known column. Known are: ${known}.` }
  }
  if (!at.has(key)) return { fault: `No column names the ${noun}s. Its head is “${fields[key]?.label}”.` }
  return {
    at,
    hasHead: true,
    unused: head.filter((cell, column) => !used.has(column) && cell.trim() !== '').map(copied),
  }
}

/** What is easily left around a name that was copied. */
const wrapping = /^\s*(?:mailto:)?\s*|\s+$/gi

/** What the admin answers about a file. */
export interface Answers {
  /** What new rows get where their line says nothing of the field that is asked about. */
  asked?: string
  /** Spaces and `mailto:` around names are removed. */
  isTidied?: boolean
  /** Rows that differ are updated. */
  update?: boolean
  /** The passwords of rows that exist are sent. */
  secrets?: boolean
  /** Rows whose names look like others are created. */
  alike?: boolean
}

/** Says of each line what an import would do. Sends nothing. Undefined: it was aborted. */
export async function readImport(
  records: readonly FileLine[],
  resource: AnyResource,
  knows: Knows<Dated>,
  isTidied: boolean,
  signal: AbortSignal,
): Promise<ImportFile | { fault: string } | undefined> {
  const rest = createRest()
  const { fields, forms } = resource
  const head = records[0]?.cells ?? []
  const columns = columnsIn(resource, records)
  if ('fault' in columns) return columns
  const { at, hasHead, unused } = columns
  const width = hasHead ? head.length : Number.POSITIVE_INFINITY
  const [key = ''] = keysOf(fields)
  const { alike } = namesOf(knows.list)
  const cellIn = ({ cells }: FileLine, field: string) => cells[at.get(field) ?? -1] ?? ''
  const secretField = keysOf(fields).find((name) => fields[name]?.set?.isSecret === true)
  const secretAt = secretField === undefined ? undefined : at.get(secretField)
  const read = [...at].flatMap(([name, column]) => {
    const { set } = fields[name] ?? {}
    const how = { ...knows, isUtc: hasHead && /\(utc\)/i.test(head[column] ?? '') }
    return set === undefined || set.isSecret === true || name === key
      ? []
      : [(line: FileLine) => set.parse(cellText(cellIn(line, name)), how)]
  })
  const changeIn = (line: FileLine): { change: object } | { fault: string } => {
    let change = {}
    for (const parse of read) {
      const parsed = parse(line)
      if ('fault' in parsed) return parsed
      change = { ...change, ...parsed.change }
    }
    return { change }
  }
  const firstLines = new Map<string, number>()
  const likeLines = new Map<string, number>()
  let untidy = 0
  const fateOf = (name: string, record: FileLine): Pick<ImportLine, 'fate' | 'says' | 'change' | 'seen'> => {
    const invalid = (says: string) => ({ fate: 'invalid', says, change: {} }) as const
    const { line, cells } = record
    const first = firstLines.get(name)
    if (first !== undefined) return { fate: 'twice', says: `twice in the file, also in line ${first}`, change: {} }
    if (name !== '') firstLines.set(name, line)
    if (cells.slice(width).some((cell) => cell.trim() !== ''))
      return invalid(`Has ${cells.length} cells; the first line has ${width}.`)
    const parsed = changeIn(record)
    if ('fault' in parsed) return invalid(parsed.fault)
    const like = likeWords(name, line)
    const seen = seenIn(knows.list, name)
    if (seen !== undefined) {
      const asked = forms.file.asks(seen.row, parsed.change, knows)
      const change = Object.fromEntries(Object.entries(parsed.change).filter(([field]) => asked.includes(field)))
      if (asked.length === 0) return { fate: 'same', says: '', seen, change }
      const fault = forms.file.fault(seen.row, name, change, knows)
      const labels = asked.map((field) => fields[field]?.label ?? field).join(', ')
      return fault === undefined
        ? { fate: 'differs', says: [labels, like].filter(Boolean).join('; '), seen, change }
        : invalid(fault)
    }
    if (/\p{Cc}/u.test(name)) return invalid(`${fields[key]?.label}: has a line break or another control character.`)
    const fault = forms.file.fault(undefined, name, { ...forms.file.blank(undefined), ...parsed.change }, knows)
    if (fault !== undefined) return invalid(fault)
    return { fate: like === '' ? 'create' : 'alike', says: like, change: parsed.change }
  }
  /** *looks like line 3*: names that are easily taken for each other. */
  function likeWords(name: string, line: number): string {
    const other = likeLines.get(nameKey(name))
    likeLines.set(nameKey(name), other ?? line)
    if (other !== undefined) return `looks like line ${other}`
    const listed = alike(name)
    return listed === undefined ? '' : `looks like “${visible(listed, name)}”, which exists`
  }
  const lines: ImportLine[] = []
  for (const [record, line] of records.entries()) {
    if (record === 0 && hasHead) continue
    const given = copied(cellText(cellIn(line, key)))
    const tidied = given.replaceAll(wrapping, '')
    if (tidied !== given) untidy += 1
    const name = isTidied ? tidied : given
    const hasSecret = secretField !== undefined && cellIn(line, secretField) !== ''
    lines.push({ line: line.line, name, record, hasSecret, ...fateOf(name, line) })
    // oxlint-disable-next-line no-await-in-loop -- the page draws in between
    if (record % 50 === 0) await rest()
    if (signal.aborted) return undefined
  }
  return { lines, unused, secretAt, untidy }
}

/** Whether a line is sent. What exists is left out unless it is ticked. */
export function isChosen({ fate, hasSecret }: ImportLine, { update, secrets, alike }: Answers): boolean {
  switch (fate) {
    case 'create':
      return true
    case 'alike':
      return alike === true
    case 'differs':
      return update === true || (hasSecret && secrets === true)
    case 'same':
      return hasSecret && secrets === true
    case 'twice':
    case 'invalid':
      return false
  }
}

/** What a new row gets. */
export const newRowOf = ({ forms }: AnyResource, { change }: ImportLine, { asked }: Answers): object => ({
  ...forms.file.blank(asked),
  ...change,
})

/** *Expires: 31 Dec 2027, 23:59:59 · Write: off*: what a new row gets, as it looks now. */
export function getsWords({ fields }: AnyResource, change: object, world: Knows<Dated>): string {
  const parts = Object.values(fields).flatMap(({ label, asked }) => {
    const value = asked?.(change, world)
    return value === undefined ? [] : [`${label}: ${value}`]
  })
  return parts.join(' · ')
}

/** Why a line is left out. */
export const whyLeftOut = ({ fate, says }: ImportLine): string =>
  fate === 'differs' ? 'exists and differs' : fate === 'same' ? 'exists' : says

/** The same in the report, which knows no lines. */
export function leftOutOf(line: ImportLine): LeftOut {
  const why = whyLeftOut(line)
  const at = `Line ${line.line}`
  return { name: line.name === '' ? at : line.name, says: line.fate === 'invalid' ? `${at}: ${why}` : why }
}

/** *2 to create · 1 exists · 2 invalid*, without zeros. */
export function resultWords(lines: readonly ImportLine[]): string {
  const of = (...fates: Fate[]) => lines.filter(({ fate }) => fates.includes(fate)).length
  const exist = of('same', 'differs')
  const parts = [
    [of('create', 'alike'), 'to create'],
    [exist, exist === 1 ? 'exists' : 'exist'],
    [of('twice'), 'twice'],
    [of('invalid'), 'invalid'],
  ] as const
  const words = parts.flatMap(([times, word]) => (times === 0 ? [] : [`${times.toLocaleString('en-GB')} ${word}`]))
  return words.length === 0 ? 'This file has no rows.' : words.join(' · ')
}
