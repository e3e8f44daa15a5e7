/** Where the rows of a list stand: the answer itself is the array, or one of these keys of it holds the array. */
export type RowKeys = readonly string[]

/**
 * Cuts the elements of the list out of the text around them. The text around them (the frame) is small and goes
 * through `JSON.parse` at the end, which is what tells a whole answer from one that was cut.
 */
export class RowScanner {
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
  private hasLeapt = false

  constructor(keys: RowKeys) {
    this.keys = keys
  }

  /** How many characters are held. */
  get held(): number {
    return this.frame.length + this.element.length
  }

  /** @returns false when `onRow` has seen enough. */
  push(text: string, onRow: OnRow): boolean {
    let from = 0
    this.hasLeapt = false
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
            from = this.leap(text, i + 1, onRow)
            if (from < 0) return false
            i = from - 1
          }
          break
        case ',':
          if (this.depth === this.listDepth) {
            const row = this.element + text.slice(from, i)
            this.element = ''
            this.commas += 1
            if (onRow(rowFrom(row)) === true) return false
            from = this.leap(text, i + 1, onRow)
            if (from < 0) return false
            i = from - 1
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
            if (!empty && onRow(rowFrom(row)) === true) return false
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
  end(): 'whole' | 'no-list' | 'broken-off' | 'malformed' {
    try {
      JSON.parse(this.frame)
      this.isJson = true
    } catch {
      if (!this.found && !/^\s*[[{]/.test(this.frame)) return 'no-list'
      return this.depth > 0 || this.inString ? 'broken-off' : 'malformed'
    }
    return this.found ? 'whole' : 'no-list'
  }

  private opensTheList(before: string): boolean {
    if (this.depth === 1) return (this.frame + before).trim() === ''
    return this.depth === 2 && this.keys.includes(this.key)
  }

  /**
   * Reads whole elements natively, many at once, from `from`, where one begins: up to the last `},{` of this piece. Cut
   * within a string or a nested object, what stands before is no JSON, and an earlier cut is tried. Where the rows are
   * spelled otherwise, or hold integers that a number would round, it takes none and they are cut out one by one.
   *
   * @returns where the next element begins; negative when `onRow` has seen enough.
   */
  private leap(text: string, from: number, onRow: OnRow): number {
    if (this.hasLeapt) return from
    this.hasLeapt = true
    let cut = text.lastIndexOf('},{')
    for (let tries = 0; tries < 3 && cut > from; tries += 1) {
      const rows = nativeRows(text.slice(from, cut + 1))
      if (rows?.some(isRounded) === true) return from
      if (rows !== undefined) {
        this.commas += rows.length
        for (const row of rows) if (onRow(row) === true) return -1
        return cut + 2
      }
      cut = text.lastIndexOf('},{', cut - 1)
    }
    return from
  }
}

/** Hears of each row as JSON has it; true: enough. */
export type OnRow = (row: unknown) => boolean | void

function nativeRows(elements: string): unknown[] | undefined {
  try {
    return JSON.parse(`[${elements}]`) as unknown[]
  } catch {
    return undefined
  }
}

const moments = ['expiration_date', 'created_at', 'updated_at'] as const

/** Whether a moment of a row lost digits as a JavaScript number (or is a fraction). */
function isRounded(row: unknown): boolean {
  if (typeof row !== 'object' || row === null) return false
  const held: { [Name in (typeof moments)[number]]?: unknown } = row
  return moments.some((name) => typeof held[name] === 'number' && !Number.isSafeInteger(held[name]))
}

/** Whole strings, and integers of which a JavaScript number may lose digits. */
const stringOrLongInteger = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\w.+-])-?\d{16,40}(?![\w.])/g

/**
 * One row from its text; moments beyond 2^53 keep their digits, as text.
 * @throws {SyntaxError} for what is no JSON: then the list is none either, it is not one unreadable row.
 */
export function rowFrom(text: string): unknown {
  const row: unknown = JSON.parse(text)
  if (!/\d{16}/.test(text) || typeof row !== 'object' || row === null) return row
  const held = new Map<string, unknown>(Object.entries(row))
  const rounded = moments.filter((key) => typeof held.get(key) === 'number' && !Number.isSafeInteger(held.get(key)))
  if (rounded.length === 0) return row
  const spelled: unknown = JSON.parse(
    text.replace(stringOrLongInteger, (part) => (part[0] === '"' ? part : `"${part}"`)),
  )
  const digits = new Map(Object.entries(spelled ?? {}))
  return { ...row, ...Object.fromEntries(rounded.map((key) => [key, digits.get(key)])) }
}
