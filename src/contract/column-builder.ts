import { claimsBit, fnvBasis, fnvPrime, spellings, yoursBit, type Columns } from './columns.ts'
import { OtherFields } from './other-fields.ts'
import { packTexts } from './packing.ts'
import type { PackedTexts } from './packed-texts.ts'
import type { RowParts } from './row-parts.ts'
import { unitIn, type Moment } from './wire.ts'

/** Collects rows into columns. */
export class ColumnBuilder {
  private rows: RowParts[] = []
  private readonly others = new OtherFields()

  get count(): number {
    return this.rows.length
  }

  add(row: RowParts): void {
    this.rows.push(row)
    this.others.add(row.others)
  }

  /** What was added since the last time. */
  take(): Columns {
    const { rows } = this
    this.rows = []
    const columns = columnsFor(rows.map(({ name }) => name))
    for (let index = 0; index < rows.length; index += 1) write(columns, index, rows[index]!)
    columns.others = this.others.take()
    if (!rows.some(({ claims }) => claims !== undefined)) columns.claims = undefined
    return columns
  }
}

function columnsFor(texts: string[]): Columns {
  const count = texts.length
  const names = packTexts(texts)
  const all = texts.join('')
  return {
    count,
    names,
    // All at once: in most lists nothing is to be done.
    lower: all.toLowerCase() === all ? undefined : packTexts(texts.map((text) => text.toLowerCase())),
    hashes: hashesOf(names),
    flags: new Uint8Array(count),
    spelled: new Uint8Array(count),
    moments: new Float64Array(count * 3),
    claims: new Float64Array(count * 2).fill(Number.NaN),
    large: new Map(),
    units: { seconds: 0, milliseconds: 0 },
  }
}

function write(columns: Columns, index: number, row: RowParts): void {
  const { moments, claims } = row
  columns.flags[index] = bitsOf(row)
  if (claims !== undefined && columns.claims !== undefined) {
    columns.claims[index * 2] = claims.iat ?? Number.NaN
    columns.claims[index * 2 + 1] = claims.exp ?? Number.NaN
  }
  columns.spelled[index] =
    writeMoment(columns, index * 3, moments[0]) |
    (writeMoment(columns, index * 3 + 1, moments[1]) << 2) |
    (writeMoment(columns, index * 3 + 2, moments[2]) << 4)
  const unit = unitIn(moments[2])
  if (unit !== undefined) columns.units[unit] += 1
}

/** @returns the two bits of how it is spelled. */
function writeMoment(columns: Columns, at: number, moment: Moment): number {
  if (moment.spelled === 'iso') columns.moments[at] = moment.at
  else if (moment.spelled === 'integer') {
    const { integer } = moment
    if (typeof integer === 'bigint') columns.large.set(at, integer)
    columns.moments[at] = typeof integer === 'bigint' ? Number.NaN : integer
  }
  return spellings.indexOf(moment.spelled)
}

/** The bits of a row, as `Columns.flags` has them. */
export function bitsOf({ flags, claims, yours }: Pick<RowParts, 'flags' | 'claims' | 'yours'>): number {
  const bits = flagBits(flags[0]) | (flagBits(flags[1]) << 2)
  return bits | (yours ? yoursBit : 0) | (claims === undefined ? 0 : claimsBit)
}

function flagBits(flag: boolean | undefined): number {
  return flag === undefined ? 0 : flag ? 2 : 1
}

/** `hashOf` each of these texts. */
function hashesOf({ units, ends }: PackedTexts): Columns['hashes'] {
  const hashes = new Uint32Array(ends.length)
  let at = 0
  for (let index = 0; index < ends.length; index += 1) {
    let hash = fnvBasis
    for (const end = ends[index]!; at < end; at += 1) hash = Math.imul(hash ^ units[at]!, fnvPrime)
    hashes[index] = hash
  }
  return hashes
}
