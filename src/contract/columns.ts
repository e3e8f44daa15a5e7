import type { Claims } from './carried.ts'
import type { RowParts } from './row-shape.ts'
import type { Moment, Unit } from './wire.ts'

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

/** How a moment is spelled, by its two bits. */
export const spellings = ['none', 'integer', 'iso', 'unreadable'] as const

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
