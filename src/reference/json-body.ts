import { JsonFault, JsonReader } from './json-reader.ts'
import { skipValue } from './json-skip.ts'
import { describeNumber, quoted } from './json-words.ts'

/** What a field holds; with a question mark it may be left out or null. */
export type FieldKind = 'string' | 'string?' | 'i64?' | 'bool?'
/** The fields of a body in the order in which they are missed. */
export type Shape = Readonly<Record<string, FieldKind>>
/** The body that a shape describes. */
export type Body<S extends Shape> = {
  [Field in keyof S]: {
    string: string
    'string?': string | undefined
    'i64?': bigint | undefined
    'bool?': boolean | undefined
  }[S[Field]]
}
type Held = string | bigint | boolean | undefined

/**
 * The body `text` read as `shape`; unknown fields are passed over. `title` names the shape in faults. With `arrays`, a
 * list of all the values in order stands for the object, as serde has it.
 * @throws {JsonFault} with serde_json's words.
 */
export function readBody<S extends Shape>(title: string, shape: S, text: string, arrays = false): Body<S> {
  const reader = new JsonReader(text)
  const opening = reader.ahead()
  if (opening === '') reader.failAhead('EOF while parsing a value')
  const read: Record<string, Held> = {}
  try {
    if (opening === '{') within(reader, () => readObject(reader, shape, read), endObject)
    else if (opening === '[' && arrays) within(reader, () => readArray(reader, title, shape, read), endArray)
    else wrongType(reader, `struct ${title}`)
  } catch (fault) {
    throw reader.place(fault)
  }
  if (reader.ahead() !== '') reader.failAhead('trailing characters')
  return read as Body<S>
}

/** serde_json goes on to the closing bracket before it says where the contents went wrong. */
function within(reader: JsonReader, contents: () => void, end: (reader: JsonReader) => void): void {
  reader.take()
  let fault: unknown
  try {
    contents()
  } catch (caught) {
    fault = caught
  }
  try {
    end(reader)
  } catch (caught) {
    fault ??= caught
  }
  if (fault !== undefined) throw fault
}

function readObject(reader: JsonReader, shape: Shape, read: Record<string, Held>): void {
  const seen = new Set<string>()
  for (let first = true; anotherField(reader, first); first = false) {
    reader.take()
    const field = reader.text()
    const kind = Object.hasOwn(shape, field) ? shape[field] : undefined
    if (seen.has(field)) throw new JsonFault(`duplicate field \`${field}\``)
    const next = reader.ahead()
    if (next !== ':') reader.failAhead(next === '' ? 'EOF while parsing an object' : 'expected `:`')
    reader.take()
    if (kind === undefined) {
      skipValue(reader)
    } else {
      seen.add(field)
      read[field] = readField(reader, kind)
    }
  }
  for (const [field, kind] of Object.entries(shape)) {
    if (!kind.endsWith('?') && !seen.has(field)) throw new JsonFault(`missing field \`${field}\``)
  }
}

function anotherField(reader: JsonReader, first: boolean): boolean {
  let next = reader.ahead()
  if (next === '}') return false
  if (next === '') reader.failAhead('EOF while parsing an object')
  if (!first) {
    if (next !== ',') reader.failAhead('expected `,` or `}`')
    reader.take()
    next = reader.ahead()
    if (next === '}') reader.failAhead('trailing comma')
    if (next === '') reader.failAhead('EOF while parsing a value')
  }
  return next === '"' || reader.failAhead('key must be a string')
}

function endObject(reader: JsonReader): void {
  const next = reader.ahead()
  if (next === '') reader.failAhead('EOF while parsing an object')
  if (next !== '}') reader.failAhead(next === ',' ? 'trailing comma' : 'trailing characters')
  reader.take()
}

function readArray(reader: JsonReader, title: string, shape: Shape, read: Record<string, Held>): void {
  const fields = Object.entries(shape)
  const expected = `struct ${title} with ${fields.length} element${fields.length === 1 ? '' : 's'}`
  for (const [position, [field, kind]] of fields.entries()) {
    if (!anotherElement(reader, position === 0)) {
      throw new JsonFault(`invalid length ${position}, expected ${expected}`)
    }
    read[field] = readField(reader, kind)
  }
}

function anotherElement(reader: JsonReader, first: boolean): boolean {
  const next = reader.ahead()
  if (next === ']') return false
  if (next === '') reader.failAhead('EOF while parsing a list')
  if (first) return true
  if (next !== ',') reader.failAhead('expected `,` or `]`')
  reader.take()
  const after = reader.ahead()
  if (after === '') reader.failAhead('EOF while parsing a value')
  return after !== ']' || reader.failAhead('trailing comma')
}

function endArray(reader: JsonReader): void {
  const next = reader.ahead()
  if (next === '') reader.failAhead('EOF while parsing a list')
  if (next === ',') {
    reader.take()
    reader.failAhead(reader.ahead() === ']' ? 'trailing comma' : 'trailing characters')
  }
  if (next !== ']') reader.failAhead('trailing characters')
  reader.take()
}

function readField(reader: JsonReader, kind: FieldKind): Held {
  const next = reader.ahead()
  if (next === '') reader.failAhead('EOF while parsing a value')
  if (next === 'n' && kind.endsWith('?')) {
    reader.take()
    reader.rest('ull')
    return undefined
  }
  try {
    return readHeld(reader, kind, next)
  } catch (fault) {
    throw reader.place(fault)
  }
}

function readHeld(reader: JsonReader, kind: FieldKind, next: string): Held {
  if (kind === 'bool?') {
    if (next !== 't' && next !== 'f') return wrongType(reader, 'a boolean')
    reader.take()
    reader.rest(next === 't' ? 'rue' : 'alse')
    return next === 't'
  }
  if (kind === 'i64?') {
    if (!/^[-\d]$/.test(next)) return wrongType(reader, 'i64')
    const number = reader.number()
    if ('float' in number) throw new JsonFault(`invalid type: ${describeNumber(number)}, expected i64`)
    if (number.integer < 2n ** 63n) return number.integer
    throw new JsonFault(`invalid value: ${describeNumber(number)}, expected i64`)
  }
  if (next !== '"') return wrongType(reader, 'a string')
  reader.take()
  return reader.text()
}

function wrongType(reader: JsonReader, expected: string): never {
  throw new JsonFault(`invalid type: ${foundInstead(reader)}, expected ${expected}`)
}

function foundInstead(reader: JsonReader): string {
  const next = reader.peek()
  if (/^[-\d]$/.test(next)) return describeNumber(reader.number())
  if (next === '[') return 'sequence'
  if (next === '{') return 'map'
  if (!/^[ntf"]$/.test(next)) return reader.failAhead('expected value')
  reader.take()
  if (next === '"') return `string ${quoted(reader.text())}`
  reader.rest({ n: 'ull', t: 'rue', f: 'alse' }[next as 'n' | 't' | 'f'])
  return next === 'n' ? 'null' : `boolean \`${next === 't'}\``
}
