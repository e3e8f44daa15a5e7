import { cellText } from '#contract/csv.ts'
import { nameKey } from '#contract/list/name-keys.ts'
import { flagFrom } from '#contract/wire.ts'
import { keysOf } from '#web/list/resource.ts'
import { visible } from '#web/ui/names/foreign.tsx'
import { dateIn, fieldOf, isSilent, type FileColumns, type MomentsOf } from './cells.ts'
import type { CheckedLine, ImportResource, LineFault, LineValues } from './import-resource.ts'
import type { FileLine } from './read-lines.ts'

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

/** What importing a file would do. */
export interface DryRun {
  lines: readonly DryLine[]
  /** Whether a line says nothing about its date. */
  lacksDates: boolean
  /** Whether a date was read by the clock of the browser. */
  isByClock: boolean
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
  file: FileColumns,
  noDate: string,
  { momentsOf, rest, signal }: World,
): Promise<DryRun | undefined> {
  const { columns } = resource
  let [lacksDates, isByClock] = [false, false]
  const width = file.hasHead ? (lines[0]?.cells.length ?? 0) : Number.POSITIVE_INFINITY
  const firstLines = new Map<string, number>()
  /** The lines of new rows, by what their names look like. */
  const newLines = new Map<string, number>()
  const fateOf = (name: string, { line, cells }: FileLine, cellOf: (field: string) => string) => {
    const first = firstLines.get(name)
    if (first !== undefined) return { fate: 'twice', says: `also in line ${first}` } as const
    if (name !== '') firstLines.set(name, line)
    if (cells.slice(width).some((cell) => cell.trim() !== ''))
      return { fate: 'invalid', says: `Has ${cells.length} cells; the first line has ${width}.` } as const
    const values = valuesIn(resource, cellOf, file, momentsOf)
    isByClock ||= 'isByClock' in values && values.isByClock === true
    const checked = 'fault' in values ? values : resource.check(name, values, noDate)
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
    if (record === 0 && file.hasHead) continue
    const cellOf = (field: string) => line.cells[file.at[field] ?? -1] ?? ''
    const name = copied(cellText(cellOf(fieldOf(columns, 'name'))))
    lacksDates ||= isSilent(cellOf(fieldOf(columns, 'date')))
    const hasPassword = cellOf(fieldOf(columns, 'password')) !== ''
    dry.push({ line: line.line, name, record, hasPassword, checked: undefined, ...fateOf(name, line, cellOf) })
    if (record % 50 === 0) await rest()
    if (signal.aborted) return undefined
  }
  return { lines: dry, lacksDates: lacksDates && resource.noDate !== undefined, isByClock }
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
  file: FileColumns,
  momentsOf: MomentsOf,
): (LineValues & { isByClock?: true | undefined }) | LineFault {
  const flags: Record<string, boolean> = {}
  let dated: Exclude<ReturnType<typeof dateIn>, LineFault> | undefined
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
      const read = dateIn(cell, file, momentsOf)
      if ('fault' in read) return { fault: `${label}: ${read.fault}` }
      dated = read
    }
  }
  return { flags, ...dated }
}
