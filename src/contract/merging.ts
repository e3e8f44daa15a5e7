import type { Columns } from './columns.ts'
import { OtherFields } from './other-fields.ts'
import type { PackedTexts } from './packed-texts.ts'

/** Collects columns, and makes one of them. */
export class ColumnMerger {
  private parts: Columns[] = []
  count = 0

  add(columns: Columns): void {
    this.parts.push(columns)
    this.count += columns.count
  }

  /** What was added since the last time. */
  take(): Columns {
    const { parts, count } = this
    this.parts = []
    this.count = 0
    const [first] = parts
    return parts.length === 1 && first !== undefined ? first : merged(parts, count)
  }
}

function merged(parts: readonly Columns[], count: number): Columns {
  const others = new OtherFields()
  for (const part of parts) others.add(part.others)
  const columns: Columns = {
    count,
    names: joinedTexts(parts.map(({ names }) => names)),
    lower: parts.some(({ lower }) => lower) ? joinedTexts(parts.map(({ lower, names }) => lower ?? names)) : undefined,
    hashes: new Uint32Array(count),
    flags: new Uint8Array(count),
    spelled: new Uint8Array(count),
    moments: new Float64Array(count * 3),
    claims: parts.some(({ claims }) => claims) ? new Float64Array(count * 2).fill(Number.NaN) : undefined,
    large: new Map(),
    units: { seconds: 0, milliseconds: 0 },
    others: others.take(),
  }
  let from = 0
  for (const part of parts) {
    columns.hashes.set(part.hashes, from)
    columns.flags.set(part.flags, from)
    columns.spelled.set(part.spelled, from)
    columns.moments.set(part.moments, from * 3)
    if (part.claims !== undefined) columns.claims?.set(part.claims, from * 2)
    for (const [at, integer] of part.large) columns.large.set(from * 3 + at, integer)
    columns.units.seconds += part.units.seconds
    columns.units.milliseconds += part.units.milliseconds
    from += part.count
  }
  return columns
}

function joinedTexts(parts: readonly PackedTexts[]): PackedTexts {
  const all = parts.reduce((sum, { units }) => sum + units.length, 0)
  const count = parts.reduce((sum, { ends }) => sum + ends.length, 0)
  const isWide = parts.some(({ units }) => units instanceof Uint16Array)
  const units = isWide ? new Uint16Array(all) : new Uint8Array(all)
  const ends = new Uint32Array(count)
  let [unit, text] = [0, 0]
  for (const part of parts) {
    units.set(part.units, unit)
    for (let at = 0; at < part.ends.length; at += 1) ends[text++] = unit + part.ends[at]!
    unit += part.units.length
  }
  return { units, ends }
}
