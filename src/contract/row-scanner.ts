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
