import type { Columns } from './columns.ts'
import type { PackedTexts } from './packed-texts.ts'

/** The media type of a list as our host passes it on. */
export const columnsType = 'application/x-query-admin-columns'

/**
 * A list as our host passes it on: columns, since whoever reads 100,000 rows of JSON anew for each page is busy for half
 * a second with them. One frame after the other, each of them the lengths in bytes of its head and its body (unsigned
 * 32-bit integers, little-endian), its head (JSON), and its body: the arrays of some `Columns`, one after the other, in
 * the byte order that the head names. The last frame has the order of all names instead.
 */
export interface FrameHead {
  /** 1: little-endian, as nearly all processors are. */
  order: number
  /** How many rows the columns hold; of the last frame how many there were in all, with those that cannot be read. */
  count: number
  /** Of the last frame: whether the order in it is the collator's own, and not only near it. */
  isExact?: boolean
  /** Of the columns; the last frame has none. */
  columns?: {
    names: PackedHead
    lower?: PackedHead | undefined
    hasClaims: boolean
    /** The integers that no JavaScript number holds, in figures, by their place. */
    large: [number, string][]
    units: Columns['units']
    others?: Columns['others']
    /** The numbers (from 1, in the whole answer) of rows that cannot be read. */
    unreadable: readonly number[]
  }
}

/** How many code units, and whether they take two bytes each. */
interface PackedHead {
  length: number
  isWide: boolean
}

type Numbers = Uint32Array<ArrayBuffer>
type Arrays = Numbers | Float64Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint8Array<ArrayBuffer>

/** The byte order of this processor, as `FrameHead` names it. */
export const byteOrder = new Uint8Array(Uint16Array.of(1).buffer)[0]!

/** Bytes of the two lengths that a frame begins with. */
export const prefix = 8

/** Some rows, and the numbers of those that cannot be read. */
export function frameOf(columns: Columns, unreadable: readonly number[]): Uint8Array<ArrayBuffer> {
  const { count, names, lower, hashes, flags, spelled, moments, claims, large, units, others } = columns
  const head: FrameHead = {
    order: byteOrder,
    count,
    columns: {
      names: packedHead(names),
      lower: lower && packedHead(lower),
      hasClaims: claims !== undefined,
      large: Array.from(large, ([at, integer]) => [at, integer.toString()]),
      units,
      others,
      unreadable,
    },
  }
  const packed = [names, lower].flatMap((texts) => (texts === undefined ? [] : [texts.units, texts.ends]))
  return frame(head, [...packed, hashes, flags, spelled, moments, ...(claims === undefined ? [] : [claims])])
}

/** The end: how many rows there were, and the numbers of those that can be read in the order of their names, or nearly. */
export function lastFrame(count: number, byName: Numbers, isExact: boolean): Uint8Array<ArrayBuffer> {
  return frame({ order: byteOrder, count, isExact }, [byName])
}

function packedHead({ units }: PackedTexts): PackedHead {
  return { length: units.length, isWide: units instanceof Uint16Array }
}

function frame(head: FrameHead, arrays: readonly Arrays[]): Uint8Array<ArrayBuffer> {
  const said = new TextEncoder().encode(JSON.stringify(head))
  const size = arrays.reduce((sum, { byteLength }) => sum + byteLength, 0)
  const bytes = new Uint8Array(prefix + said.length + size)
  const lengths = new DataView(bytes.buffer)
  lengths.setUint32(0, said.length, true)
  lengths.setUint32(4, size, true)
  bytes.set(said, prefix)
  let at = prefix + said.length
  for (const { buffer, byteOffset, byteLength } of arrays) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at)
    at += byteLength
  }
  return bytes
}
