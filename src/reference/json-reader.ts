/**
 * A reader of JSON that keeps integers to the last digit and says what is wrong in the words of Rust's serde_json
 * (line and column included, columns counted in bytes), since a real server's answers carry those texts.
 */

/** A number as it was written: an integer to the last digit, or a float where it has a fraction or is out of u64. */
export type JsonNumber = { integer: bigint } | { float: number }

/** What is wrong with a text. `placed` is false as long as the message does not end with its line and column. */
export class JsonFault extends Error {
  override readonly name = 'JsonFault'
  readonly placed: boolean

  constructor(message: string, placed = false) {
    super(message)
    this.placed = placed
  }
}

const escapes: Record<string, string> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}
const largest = 2n ** 64n - 1n
const smallest = -(2n ** 63n)

/** Reads one text from left to right. Every method throws a `JsonFault`. */
export class JsonReader {
  readonly #bytes: Buffer
  #index = 0

  constructor(text: string) {
    this.#bytes = Buffer.from(text)
  }

  /** The next byte that is no blank, as one character and not yet taken; empty at the end. */
  ahead(): string {
    while (' \n\t\r'.includes(this.peek() || '-')) this.#index++
    return this.peek()
  }

  /** The next byte as one character, not yet taken; empty at the end. */
  peek(): string {
    const byte = this.#bytes[this.#index]
    return byte === undefined ? '' : String.fromCharCode(byte)
  }

  /** Takes one byte; empty at the end. */
  take(): string {
    const taken = this.peek()
    if (taken !== '') this.#index++
    return taken
  }

  /** Fails at what was taken last. */
  fail(what: string): never {
    throw new JsonFault(this.#placedAt(what, this.#index), true)
  }

  /** Fails at what would be taken next. */
  failAhead(what: string): never {
    throw new JsonFault(this.#placedAt(what, Math.min(this.#bytes.length, this.#index + 1)), true)
  }

  /** Gives a fault that has no place yet the present one. */
  place(fault: unknown): unknown {
    return fault instanceof JsonFault && !fault.placed
      ? new JsonFault(this.#placedAt(fault.message, this.#index), true)
      : fault
  }

  /** The rest of `true`, `false` or `null`, whose first letter was taken. */
  rest(letters: string): void {
    for (const letter of letters) {
      const taken = this.take()
      if (taken === '') this.fail('EOF while parsing a value')
      if (taken !== letter) this.fail('expected ident')
    }
  }

  /** The number that begins here. With `loose`, as in a skipped value, it may be of any size. */
  number(loose = false): JsonNumber {
    const start = this.#index
    if (this.peek() === '-') this.#index++
    const first = this.take()
    if (first === '' && !loose) this.fail('EOF while parsing a value')
    if (!isDigit(first)) this.fail('invalid number')
    if (first === '0' && isDigit(this.peek())) this.failAhead('invalid number')
    this.#digits()
    const whole = this.#index
    if (this.peek() === '.') this.#fraction(loose)
    if (/^[eE]$/.test(this.peek())) this.#exponent(loose)
    const written = this.#bytes.toString('latin1', start, this.#index)
    if (this.#index === whole && written !== '-0') {
      const integer = BigInt(written)
      if (integer >= smallest && integer <= largest) return { integer }
    }
    const float = Number(written)
    return loose || Number.isFinite(float) ? { float } : this.fail('number out of range')
  }

  /** The text whose opening quote was taken. With `loose`, halves of surrogate pairs pass, as in a skipped value. */
  text(loose = false): string {
    let read = ''
    for (;;) {
      const start = this.#index
      let byte = this.#bytes[start]
      while (byte !== undefined && byte !== 0x22 && byte !== 0x5c && byte > 0x1f) byte = this.#bytes[++this.#index]
      read += this.#bytes.toString('utf8', start, this.#index)
      if (byte === undefined) this.fail('EOF while parsing a string')
      this.#index++
      if (byte === 0x22) return read
      if (byte !== 0x5c) this.fail('control character (\\u0000-\\u001F) found while parsing a string')
      read += this.#escape(loose)
    }
  }

  #escape(loose: boolean): string {
    const letter = this.#takeInText()
    if (letter !== 'u') return escapes[letter] ?? this.fail('invalid escape')
    const unit = this.#hex()
    if (loose || unit < 0xd800 || unit > 0xdfff) return String.fromCharCode(unit)
    if (unit >= 0xdc00) this.fail('lone leading surrogate in hex escape')
    if (this.#takeInText() !== '\\' || this.#takeInText() !== 'u') this.fail('unexpected end of hex escape')
    const second = this.#hex()
    if (second < 0xdc00 || second > 0xdfff) this.fail('lone leading surrogate in hex escape')
    return String.fromCharCode(unit, second)
  }

  #hex(): number {
    const digits = this.#bytes.toString('latin1', this.#index, this.#index + 4)
    this.#index += digits.length
    if (digits.length < 4) this.fail('EOF while parsing a string')
    return /^[\da-f]{4}$/i.test(digits) ? Number.parseInt(digits, 16) : this.fail('invalid escape')
  }

  #takeInText(): string {
    return this.take() || this.fail('EOF while parsing a string')
  }

  #digits(): void {
    while (isDigit(this.peek())) this.#index++
  }

  #fraction(loose: boolean): void {
    this.#index++
    if (!isDigit(this.peek()))
      this.failAhead(this.peek() === '' && !loose ? 'EOF while parsing a value' : 'invalid number')
    this.#digits()
  }

  #exponent(loose: boolean): void {
    this.#index++
    if (/^[+-]$/.test(this.peek())) this.#index++
    const digit = this.take()
    if (!isDigit(digit)) this.fail(digit === '' && !loose ? 'EOF while parsing a value' : 'invalid number')
    this.#digits()
  }

  #placedAt(what: string, index: number): string {
    const before = this.#bytes.subarray(0, index)
    const lineStart = before.lastIndexOf(0x0a) + 1
    const line = before.subarray(0, lineStart).reduce((lines, byte) => lines + (byte === 0x0a ? 1 : 0), 1)
    return `${what} at line ${line} column ${index - lineStart}`
  }
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9'
}
