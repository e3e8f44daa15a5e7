import type { Claims } from './carried.ts'
import { textAt, type PackedTexts } from './packed-texts.ts'
import type { RowParts } from './row-parts.ts'
import type { Moment, Unit } from './wire.ts'

/**
 * Some rows of a list as columns: no object for a row, so that 100,000 of them cost little memory and can go from one
 * thread to another without being copied.
 */
export interface Columns {
  count: number
  names: PackedTexts
  /** The names in lower case, where they are others. */
  lower: PackedTexts | undefined
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
  /** Names of fields that the console does not know, the first time that one of these rows has them. */
  others?: readonly string[] | undefined
}

/** How a moment is spelled, by its two bits. */
export const spellings = ['none', 'integer', 'iso', 'unreadable'] as const

/** Among the bits of a row: it is yours. */
export const yoursBit = 16

/** Among the bits of a row: it has claims. */
export const claimsBit = 32

/** One of the two flags in the bits of a row. */
export function flagIn(bits: number, which: 0 | 1): boolean | undefined {
  const flag = (bits >> (which * 2)) & 3
  return flag === 0 ? undefined : flag === 2
}

/** FNV-1a over the code units. */
export function hashOf(name: string): number {
  let hash = fnvBasis
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), fnvPrime)
  return hash >>> 0
}

/** What FNV-1a begins with. */
export const fnvBasis = 0x811c9dc5

/** What it multiplies by. */
export const fnvPrime = 0x01000193

/**
 * Stands at one row after the other and says what it holds. What it gives out is its own and says something else at the
 * next row: for looking at all rows without making an object for each.
 */
export class RowCursor {
  private index = 0
  private columns: Columns | undefined
  private readonly integers = threeOf<Extract<Moment, { spelled: 'integer' }>>(() => ({
    spelled: 'integer',
    integer: 0,
  }))
  private readonly dates = threeOf<Extract<Moment, { spelled: 'iso' }>>(() => ({ spelled: 'iso', at: 0 }))

  to(columns: Columns, index: number): this {
    this.columns = columns
    this.index = index
    return this
  }

  get name(): string {
    return this.columns === undefined ? '' : textAt(this.columns.names, this.index)
  }

  get yours(): boolean {
    return (this.bits & yoursBit) !== 0
  }

  get claims(): Claims | undefined {
    const claims = (this.bits & claimsBit) === 0 ? undefined : this.columns?.claims
    if (claims === undefined) return undefined
    const iat = claims[this.index * 2] ?? Number.NaN
    const exp = claims[this.index * 2 + 1] ?? Number.NaN
    return { iat: Number.isNaN(iat) ? undefined : iat, exp: Number.isNaN(exp) ? undefined : exp }
  }

  flag(which: 0 | 1): boolean | undefined {
    return flagIn(this.bits, which)
  }

  moment(which: 0 | 1 | 2): Moment {
    if (this.columns === undefined) return none
    const { spelled, moments, large } = this.columns
    const at = this.index * 3 + which
    const number = moments[at] ?? Number.NaN
    switch (spellings[((spelled[this.index] ?? 0) >> (which * 2)) & 3]) {
      case 'integer':
        this.integers[which].integer = Number.isNaN(number) ? (large.get(at) ?? 0n) : number
        return this.integers[which]
      case 'iso':
        this.dates[which].at = number
        return this.dates[which]
      case 'unreadable':
        return unreadable
      default:
        return none
    }
  }

  /** All of the row; its moments are the cursor's own. */
  get parts(): RowParts {
    const { name, claims, yours } = this
    const moments: RowParts['moments'] = [this.moment(0), this.moment(1), this.moment(2)]
    return { name, flags: [this.flag(0), this.flag(1)], moments, claims, yours, fingerprint: undefined }
  }

  private get bits(): number {
    return this.columns?.flags[this.index] ?? 0
  }
}

const none: Moment = { spelled: 'none' }
const unreadable: Moment = { spelled: 'unreadable' }

function threeOf<T>(make: () => T): [T, T, T] {
  return [make(), make(), make()]
}
