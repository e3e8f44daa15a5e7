import { hashOf, spellings, type Columns } from './columns.ts'
import { packTexts, type PackedTexts } from './packed-texts.ts'
import type { RowParts } from './row-shape.ts'
import { unitIn } from './wire.ts'

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
    const names = rows.map(({ name }) => name)
    const lower = names.map((name) => name.toLowerCase())
    const isLower = lower.every((name, index) => name === names[index])
    const columns = emptyColumns(packTexts(names), isLower ? undefined : packTexts(lower))
    for (const [index, row] of rows.entries()) {
      columns.hashes[index] = hashOf(row.name)
      write(columns, index, row)
    }
    if (!rows.some(({ claims }) => claims !== undefined)) columns.claims = undefined
    return columns
  }
}

function emptyColumns(names: PackedTexts, lower: PackedTexts | undefined): Columns {
  const count = names.ends.length
  return {
    count,
    names,
    lower,
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

function flagBits(flag: boolean | undefined): number {
  return flag === undefined ? 0 : flag ? 2 : 1
}
