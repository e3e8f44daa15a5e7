import { htmlResponseError, invalidResponseError, type ResourceName } from '#api/problem.ts'
import { parseJson } from '#api/wire.ts'

/**
 * The most characters held for one row, or around the list. The longest name has about 64,000 characters, and a row
 * holds it twice with a value made of it; parsing a longer one of odd form stops everybody else for up to a second.
 */
const maxHeldCharacters = 1024 * 1024

/** The most bytes that are read at once: who waits for the first rows does not wait for all that has arrived. */
const maxBytesAtOnce = 256 * 1024

/** The longest beginning of a row that is looked at again with what follows it: longer ones would be for each chunk. */
const maxRescannedCharacters = 16 * 1024

/** A body as it arrives, once. */
export interface ResponseStream {
  status: number
  /**
   * Its chunks, each read when it is asked for; ending the iteration ends the transfer. `cap`: the size limit, in bytes.
   * `place`: what has been read, in words, for a body that breaks off.
   * @throws {ServiceError} `timed-out`, `too-large` or `unreadable`. An abort by the caller is thrown as its own reason.
   */
  chunks: (cap: number, place: () => string) => AsyncIterable<Uint8Array>
}

/** The rows in one piece of a body. */
export interface ListChunk {
  /** The rows that are now complete, as JSON values. */
  rows: readonly unknown[]
  /** How many bytes of the body have arrived. */
  bytes: number
  /** Whether these are the last rows. */
  isEnd: boolean
  /** At the end of a whole list: the response without its rows. */
  envelope?: unknown
}

/**
 * Reads a list as it arrives. The caller parses the rows, so that nothing it does not name outlives a row. A list that
 * breaks off, is malformed or is none ends as a Problem, never as a short list that looks complete.
 * @throws {ServiceError} as `chunks` does; `unreadable` says after which row.
 */
export async function* parseListStream(
  { status, chunks }: ResponseStream,
  resource: ResourceName,
  cap: number,
): AsyncGenerator<ListChunk, void> {
  // What may hold the array of rows, unless the response itself is the array.
  const keys = ['data', resource, 'items']
  const scanner = new RowScanner(keys)
  // Node 24 also drops a byte order mark at the beginning of a later chunk, so it is dropped here.
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let [bytes, rows, beginning, isAtStart] = [0, 0, '', true]
  const place = () => `after row ${rows}`
  const streamError = (form: Parameters<typeof invalidResponseError>[0], location = place()) =>
    invalidResponseError(form, status, bytes, location)
  const decode = (chunk?: Uint8Array) => {
    try {
      const text = decoder.decode(chunk, { stream: chunk !== undefined })
      if (!isAtStart || text === '') return text
      isAtStart = false
      return text.replace(/^\ufeff/, '')
    } catch {
      throw streamError('text', 'bytes that are not UTF-8')
    }
  }
  const scan = (text: string, isEnd: boolean) => {
    if (beginning.length < 60) beginning = (beginning + text).trimStart()
    if (beginning.startsWith('<') && (isEnd || beginning.length >= 60))
      throw htmlResponseError(beginning, status, bytes, 'the list')
    try {
      return scanner.push(text)
    } catch {
      throw streamError('malformed')
    }
  }
  for await (const arrived of chunks(cap, place)) {
    for (let offset = 0; offset < arrived.byteLength; offset += maxBytesAtOnce) {
      const chunk = arrived.subarray(offset, offset + maxBytesAtOnce)
      bytes += chunk.byteLength
      const newRows = scan(decode(chunk), false)
      if (scanner.held > maxHeldCharacters) throw streamError('text')
      rows += newRows.length
      yield { rows: newRows, bytes, isEnd: scanner.isEnd }
    }
  }
  scan(decode(), true)
  if (beginning === '') throw streamError('empty', 'the list')
  const { outcome, envelope } = scanner.end()
  if (outcome === 'broken-off' || outcome === 'malformed') throw streamError(outcome)
  if (outcome !== 'whole') throw streamError(outcome, `one of ${keys.join(', ')}`)
  yield { rows: [], bytes, isEnd: true, envelope }
}

/**
 * Finds the end of each row and leaves rows and envelope to `JSON.parse`. Written by hand: @streamparser/json (0.0.26)
 * takes 1.3 s for 100,000 rows, five times as long.
 */
class RowScanner {
  private readonly keys: readonly string[]
  /** The text before and after the list; small, and parsed at the end. */
  private envelope = ''
  /** The text of the list that is not returned yet. */
  private pendingText = ''
  private depth = 0
  private listDepth = -1
  private isListFound = false
  /** Whether an array has begun outside all others. */
  private hasArray = false
  /** Whether the last rows ended with a comma, so that another row must follow. */
  private expectsRow = false
  private inString = false
  private isEscaped = false
  private string = ''
  private key = ''

  constructor(keys: readonly string[]) {
    this.keys = keys
  }

  /** The number of characters held. */
  get held(): number {
    return this.envelope.length + this.pendingText.length
  }

  /** Whether the list is complete; its envelope may go on. */
  get isEnd(): boolean {
    return this.isListFound && this.listDepth < 0
  }

  /** @returns the rows that are now complete. @throws {SyntaxError} if the list is not JSON. */
  push(chunk: string): readonly unknown[] {
    if (this.listDepth < 0 || this.pendingText.length > maxRescannedCharacters) return this.scan(chunk)
    const text = this.pendingText + chunk
    this.pendingText = ''
    this.depth = this.listDepth
    this.inString = this.isEscaped = false
    // Most lists are written without spaces, and what ends inside a row or a string is no JSON.
    const end = text.lastIndexOf('},{')
    const rows = end < 0 ? undefined : parseJson(`[${text.slice(0, end + 1)}]`)
    if (!Array.isArray(rows)) return this.scan(text)
    this.expectsRow = true
    return rows.concat(this.scan(text.slice(end + 2)))
  }

  private scan(text: string): readonly unknown[] {
    let rows: readonly unknown[] = []
    let from = 0
    let comma = -1
    for (let index = 0; index < text.length; index += 1) {
      if (this.inString) {
        // Most of a list is inside strings.
        const end = this.endOfString(text, index)
        if (this.depth === 1 && !this.isListFound) this.string += text.slice(index, end)
        this.inString = end === text.length
        index = end
        continue
      }
      const char = text.charAt(index)
      switch (char) {
        case '"':
          this.inString = true
          this.string = ''
          break
        case ':':
          if (this.depth === 1) this.key = this.string
          break
        case '{':
        case '[':
          this.depth += 1
          if (char === '[' && !this.isListFound && this.opensTheList(text.slice(from, index))) {
            this.isListFound = true
            this.listDepth = this.depth
            this.envelope += text.slice(from, index + 1)
            return this.push(text.slice(index + 1))
          }
          break
        case ',':
          if (this.depth === this.listDepth) comma = index
          break
        case '}':
        case ']':
          if (this.depth === this.listDepth) {
            rows = this.rowsIn(this.pendingText + text.slice(from, index), this.expectsRow)
            this.pendingText = ''
            this.listDepth = -1
            from = index
          }
          // Never negative: an unmatched bracket is not JSON, which `end` reports.
          if (this.depth > 0) this.depth -= 1
          break
      }
    }
    if (this.listDepth < 0) {
      this.envelope += text.slice(from)
      return rows
    }
    if (comma >= 0) {
      rows = this.rowsIn(this.pendingText + text.slice(from, comma), true)
      this.pendingText = ''
      this.expectsRow = true
      from = comma + 1
    }
    this.pendingText += text.slice(from)
    return rows
  }

  /** Whether the text was one complete JSON value with a list in it; `envelope` is that value without the rows. */
  end(): { outcome: 'whole' | 'json' | 'text' | 'broken-off' | 'malformed'; envelope?: unknown } {
    try {
      const envelope: unknown = JSON.parse(this.envelope)
      return { outcome: this.isListFound ? 'whole' : 'json', envelope }
    } catch {
      if (!this.isListFound && !/^\s*[[{]/.test(this.envelope)) return { outcome: 'text' }
      return { outcome: this.depth > 0 || this.inString ? 'broken-off' : 'malformed' }
    }
  }

  /** The index of the quote that ends the string at `from`; the length of `text` if the string continues. */
  private endOfString(text: string, from: number): number {
    let index = this.isEscaped ? from + 1 : from
    for (;;) {
      const quote = text.indexOf('"', index)
      const end = quote < 0 ? text.length : quote
      let escapes = 0
      while (end - escapes > index && text[end - escapes - 1] === '\\') escapes += 1
      this.isEscaped = escapes % 2 === 1
      if (quote < 0 || !this.isEscaped) return end
      index = quote + 1
    }
  }

  private opensTheList(before: string): boolean {
    if (this.depth !== 1) return this.depth === 2 && this.keys.includes(this.key)
    // Asked once: a later array is never the list, and looking at all the text for each one takes quadratic time.
    const isFirst = !this.hasArray
    this.hasArray = true
    return isFirst && (this.envelope + before).trim() === ''
  }

  private rowsIn(elements: string, isSome: boolean): readonly unknown[] {
    if (isSome && elements.trim() === '') throw new SyntaxError('a comma and no row')
    return JSON.parse(`[${elements}]`) as unknown[]
  }
}
