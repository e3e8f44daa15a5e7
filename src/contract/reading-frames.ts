import { readBody, type BodyReading } from './body-reading.ts'
import type { Columns } from './columns.ts'
import { byteOrder, prefix, type FrameHead } from './list-frames.ts'
import type { PackedTexts } from './packed-texts.ts'

/** The longest frame: what a host makes of one row at most, and of one piece of the service's answer. */
const mostHeld = 32 * 1024 * 1024

/** The numbers of all rows in the order of their names, or, if that is not exact, nearly so. */
export interface PassedOrder {
  byName: Uint32Array<ArrayBuffer>
  isExact: boolean
}

/**
 * Reads a list that our host passes on, as it arrives, and hands over what is in one frame after the other. A stream that
 * breaks off or is malformed ends as a Problem, never as a short list that looks whole.
 *
 * @throws {ServiceError} as `readBody` does.
 */
export async function readFrames(
  response: Response,
  reading: BodyReading,
  onColumns: (columns: Columns, unreadable: readonly number[]) => void,
): Promise<PassedOrder> {
  let rows = 0
  let rest: Uint8Array = new Uint8Array(0)
  let end: PassedOrder | undefined
  await readBody(
    response,
    reading,
    () => rows,
    (chunk, broken) => {
      if (chunk === undefined) {
        if (end === undefined) throw broken({ form: 'broken-off' })
        return true
      }
      rest = rest.length === 0 ? chunk : joined(rest, chunk)
      for (let found = frameIn(rest); found !== undefined; found = frameIn(rest)) {
        const { frame, size } = found
        const { count, isExact = false, columns: head } = frame.head
        if (end !== undefined) throw new SyntaxError('more after the end')
        if (head === undefined) {
          end = { byName: frame.order(), isExact }
          if (count !== rows) throw new SyntaxError('not all rows')
        } else {
          const columns = frame.columns(head)
          rows += count + head.unreadable.length
          onColumns(columns, head.unreadable)
        }
        rest = rest.subarray(size)
      }
      if (rest.length > mostHeld) throw new SyntaxError('too long')
      return false
    },
  )
  return end!
}

function joined(before: Uint8Array, after: Uint8Array): Uint8Array {
  const both = new Uint8Array(before.length + after.length)
  both.set(before)
  both.set(after, before.length)
  return both
}

/** The frame that the bytes begin with, once it is whole. @throws {SyntaxError} where it is none. */
function frameIn(bytes: Uint8Array): { frame: Frame; size: number } | undefined {
  if (bytes.length < prefix) return undefined
  const lengths = new DataView(bytes.buffer, bytes.byteOffset)
  const bodyAt = prefix + lengths.getUint32(0, true)
  const size = bodyAt + lengths.getUint32(4, true)
  if (size > mostHeld) throw new SyntaxError('too long')
  if (bytes.length < size) return undefined
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(prefix, bodyAt))) as FrameHead
  return { frame: new Frame(head, bytes.slice(bodyAt, size).buffer), size }
}

type ColumnsHead = NonNullable<FrameHead['columns']>

/** One frame; its body is read once. */
class Frame {
  readonly head: FrameHead
  private readonly body: ArrayBuffer
  private at = 0

  /** @throws {SyntaxError} where it is in another byte order than this processor's. */
  constructor(head: FrameHead, body: ArrayBuffer) {
    if (byteOrder !== head.order) throw new SyntaxError('another byte order')
    this.head = head
    this.body = body
  }

  /** @throws {SyntaxError} where the body is no whole order. */
  order(): Uint32Array<ArrayBuffer> {
    return this.read(Uint32Array<ArrayBuffer>, this.body.byteLength / 4)
  }

  /** @throws {SyntaxError} where the body is longer or shorter than these columns. */
  columns({ names, lower, hasClaims, large, units, others }: ColumnsHead): Columns {
    const { count } = this.head
    const columns = {
      count,
      names: this.texts(names),
      lower: lower && this.texts(lower),
      hashes: this.read(Uint32Array<ArrayBuffer>, count),
      flags: this.read(Uint8Array<ArrayBuffer>, count),
      spelled: this.read(Uint8Array<ArrayBuffer>, count),
      moments: this.read(Float64Array<ArrayBuffer>, count * 3),
      claims: hasClaims ? this.read(Float64Array<ArrayBuffer>, count * 2) : undefined,
      large: new Map(large.map(([at, integer]) => [at, BigInt(integer)])),
      units,
      others,
    }
    if (this.at < this.body.byteLength) throw new SyntaxError('longer than its columns')
    return columns
  }

  private texts({ length, isWide }: ColumnsHead['names']): PackedTexts {
    const units = isWide ? this.read(Uint16Array<ArrayBuffer>, length) : this.read(Uint8Array<ArrayBuffer>, length)
    return { units, ends: this.read(Uint32Array<ArrayBuffer>, this.head.count) }
  }

  private read<T>(kind: { new (buffer: ArrayBuffer): T; BYTES_PER_ELEMENT: number }, length: number): T {
    const to = this.at + length * kind.BYTES_PER_ELEMENT
    if (!(Number.isInteger(length) && length >= 0 && to <= this.body.byteLength))
      throw new SyntaxError('shorter than it says')
    const array = new kind(this.body.slice(this.at, to))
    this.at = to
    return array
  }
}
