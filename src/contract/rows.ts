import { ServiceError, type Received } from './problem.ts'

/** Where the rows of a list stand: the answer itself is the array, or one of these keys of it holds the array. */
export type RowKeys = readonly string[]

/**
 * The most characters that are held for one row, or around the list: the longest name is some 64,000 characters. More
 * is no row, and whoever sends it without end must not fill our memory.
 */
const mostHeld = 4 * 1024 * 1024

/** How a list is read. */
export interface RowReading {
  keys: RowKeys
  /** Bytes beyond which nothing more is read. */
  cap: number
  onChunk?: (bytes: number) => void
  /** Awaited when the rows of a chunk have been handed over: whoever passes them on holds the reading back here. */
  afterChunk?: () => Promise<void>
}

/** The keys under which the two lists may stand. */
export function keysOf(part: 'tokens' | 'users'): RowKeys {
  return ['data', part, 'items']
}

/**
 * Reads a list as it arrives and hands over the JSON text of one row after the other; what a row holds is the
 * caller's to parse, so that nothing it does not name outlives the row. `onRow` returning true ends the reading there.
 * A stream that breaks off, is malformed, or holds no list ends as a Problem, never as a short list that looks whole.
 *
 * @returns the number of rows handed over.
 * @throws {ServiceError} `unreadable` (its `at` says after which row) or `too-large` (more than `cap` bytes).
 */
export async function readRows(
  response: Response,
  { keys, cap, onChunk, afterChunk }: RowReading,
  onRow: (text: string) => boolean | void,
): Promise<number> {
  const { status } = response
  let bytes = 0
  let rows = 0
  const broken = (received: Received, place = `after row ${rows}`) =>
    new ServiceError({ kind: 'unreadable', status, received, bytes, at: [place] })
  if (response.body === null) throw broken({ form: 'empty' }, 'the list')

  const reader = response.body.getReader()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const scanner = new RowScanner(keys)
  let head = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      let text: string
      try {
        text = done ? decoder.decode() : decoder.decode(value, { stream: true })
      } catch {
        throw broken({ form: 'text' }, 'bytes that are not UTF-8')
      }
      bytes += value?.byteLength ?? 0
      onChunk?.(value?.byteLength ?? 0)
      if (bytes > cap) throw new ServiceError({ kind: 'too-large', cap })
      if (head.length < 60) {
        head = (head + text).trimStart()
        if (head.startsWith('<') && (done || head.length >= 60))
          throw broken({ form: 'html', begins: begins(head) }, 'the list')
      }
      const wanted = scanner.push(text, (row) => {
        const enough = onRow(row)
        rows += 1
        return enough
      })
      if (!wanted) return rows
      if (scanner.held > mostHeld) throw broken({ form: 'text' })
      if (done) break
      await afterChunk?.()
    }
  } catch (error) {
    // A stream that fails midway rejects with whatever the platform says; the caller's own abort is told apart there.
    throw error instanceof ServiceError || isAbort(error) ? error : broken({ form: 'broken-off' })
  } finally {
    // Also ends the transfer where the reading ended early.
    reader.cancel().catch(() => undefined)
  }
  if (head === '') throw broken({ form: 'empty' }, 'the list')
  const end = scanner.end()
  if (end === 'broken-off') throw broken({ form: 'broken-off' })
  if (end === 'no-list') throw broken({ form: scanner.isJson ? 'json' : 'text' }, `one of ${keys.join(', ')}`)
  return rows
}

/** The first 60 characters of a page of markup, blanks folded, for the admin to recognise a gateway by. */
export function begins(html: string): string {
  return html.trim().replace(/\s+/g, ' ').slice(0, 60)
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError')
}

/**
 * Cuts the elements of the list out of the text around them. The text around them (the frame) is small and goes
 * through `JSON.parse` at the end, which is what tells a whole answer from one that was cut.
 */
class RowScanner {
  isJson = false
  private readonly keys: RowKeys
  private frame = ''
  private element = ''
  private depth = 0
  private listDepth = -1
  private found = false
  private commas = 0
  private inString = false
  private escaped = false
  private string = ''
  private key = ''

  constructor(keys: RowKeys) {
    this.keys = keys
  }

  /** How many characters are held. */
  get held(): number {
    return this.frame.length + this.element.length
  }

  /** @returns false when `onRow` has seen enough. */
  push(text: string, onRow: (row: string) => boolean | void): boolean {
    let from = 0
    for (let i = 0; i < text.length; i += 1) {
      const char = text[i]!
      if (this.inString) {
        if (this.escaped) this.escaped = false
        else if (char === '\\') this.escaped = true
        else if (char === '"') this.inString = false
        if (this.inString && this.listDepth < 0 && this.depth === 1) this.string += char
        continue
      }
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
          if (char === '[' && !this.found && this.opensTheList(text.slice(from, i))) {
            this.found = true
            this.listDepth = this.depth
            this.frame += text.slice(from, i + 1)
            from = i + 1
          }
          break
        case ',':
          if (this.depth === this.listDepth) {
            const row = this.element + text.slice(from, i)
            this.element = ''
            this.commas += 1
            from = i + 1
            if (onRow(this.checked(row)) === true) return false
          }
          break
        case '}':
        case ']':
          if (this.depth === this.listDepth) {
            const row = this.element + text.slice(from, i)
            this.element = ''
            this.listDepth = -1
            from = i
            const empty = row.trim() === '' && this.commas === 0
            if (!empty && onRow(this.checked(row)) === true) return false
          }
          // Never below the ground: what closes nothing is no JSON, as `end` will say.
          if (this.depth > 0) this.depth -= 1
          break
      }
    }
    if (this.listDepth >= 0) this.element += text.slice(from)
    else this.frame += text.slice(from)
    return true
  }

  /** Whether what was read is one whole JSON text with a list in it. */
  end(): 'whole' | 'no-list' | 'broken-off' {
    try {
      JSON.parse(this.frame)
      this.isJson = true
    } catch {
      return this.found || /^\s*[[{]/.test(this.frame) ? 'broken-off' : 'no-list'
    }
    return this.found ? 'whole' : 'no-list'
  }

  private opensTheList(before: string): boolean {
    if (this.depth === 1) return (this.frame + before).trim() === ''
    return this.depth === 2 && this.keys.includes(this.key)
  }

  /** An element that is no JSON means a list that is none; it is not one unreadable row. */
  private checked(row: string): string {
    if (row.trim() === '') throw new SyntaxError('empty element')
    return row
  }
}
