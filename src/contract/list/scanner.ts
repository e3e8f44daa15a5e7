import { beginningOf } from '#contract/transport.ts'
import { ServiceError, type ResourceName, type Received } from '#contract/problem.ts'

/**
 * The most characters that are held for one row, or around the list: the longest name is some 64,000 characters. More
 * is no row, and whoever sends it without end must not fill our memory.
 */
const mostHeld = 4 * 1024 * 1024

/** Where the rows of a list stand: the answer itself is the array, or one of these keys of it holds the array. */
export function keysOf(part: ResourceName): readonly string[] {
  return ['data', part, 'items']
}

/** How a list is read. */
interface Reading {
  keys: readonly string[]
  /** Bytes beyond which nothing more is read. */
  cap: number
}

/** What one piece of a body brought. */
export interface Piece {
  /** The rows that are whole now, as JSON has them. */
  rows: readonly unknown[]
  bytes: number
  /** At the end of a whole list: what stands around it, which is the answer without its rows. */
  envelope?: unknown
}

/**
 * Reads a list as it arrives; the next piece is read when it is asked for, and who asks for no more ends the transfer.
 * What a row holds is the caller's to parse, so that nothing it does not name outlives the row. A stream that breaks
 * off, is malformed, or holds no list ends as a Problem, never as a short list that looks whole.
 *
 * @throws {ServiceError} `unreadable` (its `at` says after which row) or `too-large` (more than `cap` bytes).
 */
export async function* piecesOf(
  { status, body }: Pick<Response, 'status' | 'body'>,
  { keys, cap }: Reading,
): AsyncGenerator<Piece, void> {
  const scanner = new RowScanner(keys)
  // Node 24's own byte order mark handling also drops one at the beginning of a later chunk.
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let [bytes, rows, head, isAtStart] = [0, 0, '', true]
  const broken = (received: Received, place = `after row ${rows}`) =>
    new ServiceError({ kind: 'unreadable', status, received, bytes, at: [place] })
  const decoded = (chunk: Uint8Array | undefined) => {
    try {
      const text = decoder.decode(chunk, { stream: chunk !== undefined })
      if (!isAtStart || text === '') return text
      isAtStart = false
      return text.replace(/^\ufeff/, '')
    } catch {
      throw broken({ form: 'text' }, 'bytes that are not UTF-8')
    }
  }
  if (body === null) throw broken({ form: 'empty' }, 'the list')

  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      bytes += value?.byteLength ?? 0
      if (bytes > cap) throw new ServiceError({ kind: 'too-large', cap })
      const text = decoded(value)
      if (head.length < 60) {
        head = (head + text).trimStart()
        if (head.startsWith('<') && (done || head.length >= 60))
          throw broken({ form: 'html', begins: beginningOf(head) }, 'the list')
      }
      const found = scanner.push(text)
      if (scanner.held > mostHeld) throw broken({ form: 'text' })
      rows += found.length
      if (!done) {
        yield { rows: found, bytes: value.byteLength }
        continue
      }
      if (head === '') throw broken({ form: 'empty' }, 'the list')
      const { outcome, envelope } = scanner.end()
      if (outcome === 'broken-off' || outcome === 'malformed') throw broken({ form: outcome })
      if (outcome !== 'whole') throw broken({ form: outcome }, `one of ${keys.join(', ')}`)
      yield { rows: [], bytes: 0, envelope: envelope }
      return
    }
  } catch (error) {
    if (error instanceof ServiceError || isAbort(error)) throw error
    // A stream that fails midway rejects with whatever the platform says; the caller's own abort is told apart there.
    throw broken({ form: error instanceof SyntaxError ? 'malformed' : 'broken-off' })
  } finally {
    // Also ends the transfer where the reading ended early.
    reader.cancel().catch(() => undefined)
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError')
}

/**
 * Finds where rows end, and leaves them, as well as what stands around the list, to `JSON.parse`. Written by hand:
 * @streamparser/json (0.0.26) takes 1.3 s for 100,000 rows, five times as long, and rounds integers beyond 2^53.
 */
class RowScanner {
  private readonly keys: readonly string[]
  /** What stands before the list and after it; small, and parsed at the end. */
  private envelope = ''
  /** Of the list, what is not handed over yet. */
  private rest = ''
  private depth = 0
  private listDepth = -1
  private isFound = false
  /** Whether a comma came last: then another row must follow. */
  private isGoingOn = false
  private inString = false
  private isEscaped = false
  private string = ''
  private key = ''

  constructor(keys: readonly string[]) {
    this.keys = keys
  }

  /** How many characters are held. */
  get held(): number {
    return this.envelope.length + this.rest.length
  }

  /** @returns the rows that are whole now. @throws {SyntaxError} where the list is no JSON. */
  push(text: string): readonly unknown[] {
    let rows: readonly unknown[] = []
    let from = 0
    let comma = -1
    for (let at = 0; at < text.length; at += 1) {
      if (this.inString) {
        // Most of a list stands in its strings.
        const end = this.endOfString(text, at)
        if (this.depth === 1 && !this.isFound) this.string += text.slice(at, end)
        this.inString = end === text.length
        at = end
        continue
      }
      const char = text[at]!
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
          if (char === '[' && !this.isFound && this.opensTheList(text.slice(from, at))) {
            this.isFound = true
            this.listDepth = this.depth
            this.envelope += text.slice(from, at + 1)
            from = at + 1
          }
          break
        case ',':
          if (this.depth === this.listDepth) comma = at
          break
        case '}':
        case ']':
          if (this.depth === this.listDepth) {
            rows = this.rowsIn(this.rest + text.slice(from, at), this.isGoingOn)
            this.rest = ''
            this.listDepth = -1
            from = at
          }
          // Never below the ground: what closes nothing is no JSON, as `end` will say.
          if (this.depth > 0) this.depth -= 1
          break
      }
    }
    if (this.listDepth < 0) {
      this.envelope += text.slice(from)
      return rows
    }
    if (comma >= 0) {
      rows = this.rowsIn(this.rest + text.slice(from, comma), true)
      this.rest = ''
      this.isGoingOn = true
      from = comma + 1
    }
    this.rest += text.slice(from)
    return rows
  }

  /** Whether what was read is one whole JSON text with a list in it; `around` is that text without the rows. */
  end(): { outcome: 'whole' | 'json' | 'text' | 'broken-off' | 'malformed'; envelope?: unknown } {
    try {
      const envelope: unknown = JSON.parse(this.envelope)
      return { outcome: this.isFound ? 'whole' : 'json', envelope }
    } catch {
      if (!this.isFound && !/^\s*[[{]/.test(this.envelope)) return { outcome: 'text' }
      return { outcome: this.depth > 0 || this.inString ? 'broken-off' : 'malformed' }
    }
  }

  /** Where the quote stands that ends the string around `from`; the length of `text` where that goes on. */
  private endOfString(text: string, from: number): number {
    let at = this.isEscaped ? from + 1 : from
    for (;;) {
      const quote = text.indexOf('"', at)
      const end = quote < 0 ? text.length : quote
      let escapes = 0
      while (end - escapes > at && text[end - escapes - 1] === '\\') escapes += 1
      this.isEscaped = escapes % 2 === 1
      if (quote < 0 || !this.isEscaped) return end
      at = quote + 1
    }
  }

  private opensTheList(before: string): boolean {
    if (this.depth === 1) return (this.envelope + before).trim() === ''
    return this.depth === 2 && this.keys.includes(this.key)
  }

  private rowsIn(elements: string, isSome: boolean): readonly unknown[] {
    if (isSome && elements.trim() === '') throw new SyntaxError('a comma and no row')
    return rowsFrom(elements)
  }
}

/** Rows from their text, commas between them; a moment of which a number would lose digits is given as text. */
export function rowsFrom(elements: string): readonly unknown[] {
  const rows = JSON.parse(`[${elements}]`) as unknown[]
  return rows.some(isRounded) ? (JSON.parse(`[${elements.replace(longMoments, '$1"$2"')}]`) as unknown[]) : rows
}

const moments = ['expiration_date', 'created_at', 'updated_at'] as const

/** Moments of which a JavaScript number may lose digits; within a string of JSON there is no bare quote. */
const longMoments = new RegExp(`("(?:${moments.join('|')})"\\s*:\\s*)(-?\\d{16,40})(?=\\s*[,}])`, 'g')

/** Whether a moment of a row lost digits as a JavaScript number (or is a fraction). */
function isRounded(row: unknown): boolean {
  if (typeof row !== 'object' || row === null) return false
  const held: { [Name in (typeof moments)[number]]?: unknown } = row
  return moments.some((name) => typeof held[name] === 'number' && !Number.isSafeInteger(held[name]))
}
