import { cellText } from '#contract/csv.ts'
import { nameKey } from '#contract/list/name-keys.ts'
import { flagFrom } from '#contract/wire.ts'
import { keysOf } from '#web/list/resource.ts'
import { visible } from '#web/ui/names/foreign.tsx'
import { isNoDate, momentIn, type MomentsOf } from './dates.ts'
import type { CheckedLine, ImportResource, LineFault, LineValues } from './import-resource.ts'
import type { FileLine } from './read-lines.ts'
import { fieldOf, isSilent, type Reading } from './reading.ts'

/** What an import can do with a line, in the order in which it is shown: first what needs work. */
export const fates = ['invalid', 'twice', 'differs', 'create', 'same'] as const

/** A line of a file in a dry run. It holds nothing of the file but a copy of its name. */
export interface DryLine {
  line: number
  name: string
  fate: (typeof fates)[number]
  /** Why it is invalid, where else it stands, or what differs. */
  says: string
  /** Undefined: it cannot be sent. */
  checked: CheckedLine | undefined
  /** The index of its record in the file. Its password is read there when it is sent. */
  record: number
  hasPassword: boolean
}

interface World {
  momentsOf: MomentsOf
  rest: () => Promise<void>
  signal: AbortSignal
}

/** A text in memory of its own: a part of a text keeps the whole of it. */
export const copied = <Value>(value: Value) => JSON.parse(JSON.stringify(value)) as Value

/** Says of each line what an import would do. Sends nothing. Undefined: it was aborted. */
export async function dryRun(
  lines: readonly FileLine[],
  resource: ImportResource,
  reading: Reading,
  { momentsOf, rest, signal }: World,
): Promise<readonly DryLine[] | undefined> {
  const { columns } = resource
  const width = reading.hasHead ? (lines[0]?.cells.length ?? 0) : Number.POSITIVE_INFINITY
  const firstLines = new Map<string, number>()
  /** The lines of new rows, by what their names look like. */
  const newLines = new Map<string, number>()
  const fateOf = (name: string, { line, cells }: FileLine, cellOf: (field: string) => string) => {
    const first = firstLines.get(name)
    if (first !== undefined) return { fate: 'twice', says: `also in line ${first}` } as const
    if (name !== '') firstLines.set(name, line)
    if (cells.slice(width).some((cell) => cell.trim() !== ''))
      return { fate: 'invalid', says: `Has ${cells.length} cells; the first line has ${width}.` } as const
    const values = valuesIn(resource, cellOf, reading, momentsOf)
    const checked = 'fault' in values ? values : resource.check(name, values, reading.noDate)
    if ('fault' in checked) return { fate: 'invalid', says: checked.fault } as const
    if (!checked.exists) {
      const key = nameKey(name)
      const like = newLines.get(key)
      newLines.set(key, like ?? line)
      const inList = checked.alike === undefined ? '' : `looks like “${visible(checked.alike, name)}”, which exists`
      return { fate: 'create', says: like === undefined ? inList : `looks like line ${like}`, checked } as const
    }
    const differing = Object.keys(checked.change).map((field) => columns[field]!.label)
    return { fate: differing.length === 0 ? 'same' : 'differs', says: differing.join(', '), checked } as const
  }
  const dry: DryLine[] = []
  for (const [record, line] of lines.entries()) {
    if (record === 0 && reading.hasHead) continue
    const cellOf = (field: string) => line.cells[reading.columns[field] ?? -1] ?? ''
    const name = copied(cellText(cellOf(fieldOf(columns, 'name'))))
    const hasPassword = cellOf(fieldOf(columns, 'password')) !== ''
    dry.push({ line: line.line, name, record, hasPassword, checked: undefined, ...fateOf(name, line, cellOf) })
    if (record % 50 === 0) await rest()
    if (signal.aborted) return undefined
  }
  return dry
}

const flagWords = new Map([
  ['yes', true],
  ['on', true],
  ['no', false],
  ['off', false],
])

/** What the cells of a line say. */
function valuesIn(
  { columns }: Pick<ImportResource, 'columns'>,
  cellOf: (field: string) => string,
  reading: Reading,
  momentsOf: MomentsOf,
): LineValues | LineFault {
  const flags: Record<string, boolean> = {}
  let date: LineValues['date']
  for (const field of keysOf(columns)) {
    const { kind, label } = columns[field]!
    const cell = kind === 'flag' || kind === 'date' ? cellText(cellOf(field)) : ''
    if (isSilent(cell)) continue
    if (kind === 'flag') {
      const word = cell.trim().toLowerCase()
      const flag = flagFrom(word) ?? flagWords.get(word)
      if (flag === undefined) return { fault: `${label}: not yes or no.` }
      flags[field] = flag
    } else {
      const at = isNoDate(cell) ? 'no-date' : momentIn(cell, reading, momentsOf)
      if (typeof at === 'string' && at !== 'no-date') return { fault: `${label}: ${at}` }
      date = at
    }
  }
  return { flags, ...(date !== undefined && { date }) }
}
