import type { Claims } from './carried.ts'
import type { RowParts } from './row-shape.ts'
import { unitIn, type Moment, type Unit } from './wire.ts'

/**
 * Some rows of a list as columns: no object for a row, so that 100,000 of them cost little memory and can go from one
 * thread to another without being copied. Strings are kept as one; `ends` are the offsets at which the names end in it.
 */
export interface Columns {
  count: number
  names: string
  ends: Uint32Array<ArrayBuffer>
  /** The names in lower case, where they are others; their offsets may differ then too. */
  lower: { names: string; ends: Uint32Array<ArrayBuffer> } | undefined
  /** A number for each name, the same for the same name. */
  hashes: Uint32Array<ArrayBuffer>
  /** Two bits for each flag (0 unknown, 1 no, 2 yes), then whether it is yours, then whether it has claims. */
  flags: Uint8Array<ArrayBuffer>
  /** Two bits for each moment: how it is spelled. */
  spelled: Uint8Array<ArrayBuffer>
  /** Three for each row; NaN for an integer that stands in `large`. */
  moments: Float64Array<ArrayBuffer>
  /** `iat` and `exp` for each row, NaN where there is none; undefined where no row has any. */
  claims: Float64Array<ArrayBuffer> | undefined
  /** Integers that no JavaScript number holds, by their place in `moments`. */
  large: Map<number, bigint>
  units: Record<Unit, number>
}

const spellings = ['none', 'integer', 'iso', 'unreadable'] as const

/** Collects rows into columns. */
export class ColumnBuilder {
  private rows: RowParts[] = []

  get count(): number {
    return this.rows.length
  }

  add(row: RowParts): void {
    this.rows.push(row)
  }

  /** What was added since the last time. */
  take(): Columns {
    const { rows } = this
    this.rows = []
    const columns = emptyColumns(rows.length)
    const lower: string[] = []
    let end = 0
    for (const [index, row] of rows.entries()) {
      end += row.name.length
      columns.ends[index] = end
      columns.hashes[index] = hashOf(row.name)
      lower.push(row.name.toLowerCase())
      write(columns, index, row)
    }
    columns.names = rows.map(({ name }) => name).join('')
    columns.lower = lowered(columns.names, lower)
    if (!rows.some(({ claims }) => claims !== undefined)) columns.claims = undefined
    return columns
  }
}

/** FNV-1a over the code units. */
export function hashOf(name: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** The name of a row. */
export function nameAt({ names, ends }: Pick<Columns, 'names' | 'ends'>, index: number): string {
  return names.slice(index === 0 ? 0 : ends[index - 1], ends[index])
}

/** Reads row `index` into `parts`, which may be used again for the next row. */
export function partsAt(columns: Columns, index: number, parts: RowParts): RowParts {
  const flags = columns.flags[index] ?? 0
  parts.name = nameAt(columns, index)
  parts.flags[0] = flagIn(flags & 3)
  parts.flags[1] = flagIn((flags >> 2) & 3)
  parts.yours = (flags & 16) !== 0
  parts.claims = (flags & 32) === 0 ? undefined : claimsAt(columns.claims, index)
  for (const which of [0, 1, 2] as const) parts.moments[which] = momentIn(columns, index * 3 + which)
  return parts
}

/** A row without anything in it. */
export function noParts(): RowParts {
  const none: Moment = { spelled: 'none' }
  return { name: '', flags: [undefined, undefined], moments: [none, none, none], claims: undefined, yours: false }
}

function emptyColumns(count: number): Columns {
  return {
    count,
    names: '',
    ends: new Uint32Array(count),
    lower: undefined,
    hashes: new Uint32Array(count),
    flags: new Uint8Array(count),
    spelled: new Uint8Array(count),
    moments: new Float64Array(count * 3),
    claims: new Float64Array(count * 2).fill(Number.NaN),
    large: new Map(),
    units: { seconds: 0, milliseconds: 0 },
  }
}

function write(columns: Columns, index: number, { flags, moments, claims, yours }: RowParts): void {
  const bits = flagBits(flags[0]) | (flagBits(flags[1]) << 2)
  columns.flags[index] = bits | (yours ? 16 : 0) | (claims === undefined ? 0 : 32)
  if (claims !== undefined) columns.claims?.set([claims.iat ?? Number.NaN, claims.exp ?? Number.NaN], index * 2)
  let spelled = 0
  for (const [which, moment] of moments.entries()) {
    spelled |= spellings.indexOf(moment.spelled) << (which * 2)
    const at = index * 3 + which
    if (moment.spelled === 'iso') columns.moments[at] = moment.at
    else if (moment.spelled === 'integer') {
      const isLarge = typeof moment.integer === 'bigint'
      columns.moments[at] = isLarge ? Number.NaN : Number(moment.integer)
      if (typeof moment.integer === 'bigint') columns.large.set(at, moment.integer)
    }
  }
  columns.spelled[index] = spelled
  const unit = unitIn(moments[2])
  if (unit !== undefined) columns.units[unit] += 1
}

function lowered(names: string, lower: readonly string[]): Columns['lower'] {
  const joined = lower.join('')
  if (joined === names) return undefined
  const ends = new Uint32Array(lower.length)
  let end = 0
  for (const [index, name] of lower.entries()) {
    end += name.length
    ends[index] = end
  }
  return { names: joined, ends }
}

function flagBits(flag: boolean | undefined): number {
  return flag === undefined ? 0 : flag ? 2 : 1
}

function flagIn(bits: number): boolean | undefined {
  return bits === 0 ? undefined : bits === 2
}

function claimsAt(claims: Columns['claims'], index: number): Claims {
  const [iat = Number.NaN, exp = Number.NaN] = claims?.subarray(index * 2, index * 2 + 2) ?? []
  return { iat: Number.isNaN(iat) ? undefined : iat, exp: Number.isNaN(exp) ? undefined : exp }
}

function momentIn({ spelled, moments, large }: Columns, at: number): Moment {
  const index = Math.floor(at / 3)
  const kind = spellings[((spelled[index] ?? 0) >> ((at % 3) * 2)) & 3]
  const number = moments[at] ?? Number.NaN
  if (kind === 'iso') return { spelled: 'iso', at: number }
  if (kind === 'integer') return { spelled: 'integer', integer: Number.isNaN(number) ? (large.get(at) ?? 0n) : number }
  return { spelled: kind === 'none' ? 'none' : 'unreadable' }
}
