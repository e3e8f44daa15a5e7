import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readBody } from './json-body.ts'

const shape = { name: 'string', expiration_date: 'i64?', active: 'bool?', write: 'bool?' } as const
const read = (text: string, arrays = false) => readBody('CreateTokenOptions', shape, text, arrays)

function faultOf(text: string, arrays = true): string {
  try {
    read(text, arrays)
    return 'none'
  } catch (fault) {
    return (fault as Error).message
  }
}

describe('a fault is worded and placed as serde_json does it', () => {
  test.each([
    ['{}', 'missing field `name` at line 1 column 2'],
    ['{ }', 'missing field `name` at line 1 column 3'],
    ['', 'EOF while parsing a value at line 1 column 0'],
    ['  ', 'EOF while parsing a value at line 1 column 2'],
    ['{', 'EOF while parsing an object at line 1 column 1'],
    ['[', 'EOF while parsing a list at line 1 column 1'],
    ['nul', 'EOF while parsing a value at line 1 column 3'],
    ['nil', 'expected ident at line 1 column 2'],
    ['null', 'invalid type: null, expected struct CreateTokenOptions at line 1 column 4'],
    ['true', 'invalid type: boolean `true`, expected struct CreateTokenOptions at line 1 column 4'],
    ['1', 'invalid type: integer `1`, expected struct CreateTokenOptions at line 1 column 1'],
    ['"a"', 'invalid type: string "a", expected struct CreateTokenOptions at line 1 column 3'],
    ['name=a', 'expected ident at line 1 column 2'],
    ['xyz', 'expected value at line 1 column 1'],
    ["{'name':1}", 'key must be a string at line 1 column 2'],
    ['{name:1}', 'key must be a string at line 1 column 2'],
    ['{"name":"a",}', 'trailing comma at line 1 column 13'],
    ['{"name":"a"}}', 'trailing characters at line 1 column 13'],
    ['{"name":"a"} x', 'trailing characters at line 1 column 14'],
    ['{"name":"a"', 'EOF while parsing an object at line 1 column 11'],
    ['{"name"', 'EOF while parsing an object at line 1 column 7'],
    ['{"name" 1}', 'expected `:` at line 1 column 9'],
    ['{"name":', 'EOF while parsing a value at line 1 column 8'],
    ['{"name":}', 'expected value at line 1 column 9'],
    ['{"name":"a', 'EOF while parsing a string at line 1 column 10'],
    ['{"name":"a" "active":true}', 'expected `,` or `}` at line 1 column 13'],
    ['{"name":1}', 'invalid type: integer `1`, expected a string at line 1 column 9'],
    ['{"name":null}', 'invalid type: null, expected a string at line 1 column 12'],
    ['{"name":["a"]}', 'invalid type: sequence, expected a string at line 1 column 8'],
    ['{"name":{}}', 'invalid type: map, expected a string at line 1 column 8'],
    ['{"name":"a","name":"b"}', 'duplicate field `name` at line 1 column 18'],
    ['{"name":"abcd","active":1}', 'invalid type: integer `1`, expected a boolean at line 1 column 25'],
    ['{"name":"a","active":"yes"}', 'invalid type: string "yes", expected a boolean at line 1 column 26'],
    ['{"name":"é","active":-1}', 'invalid type: integer `-1`, expected a boolean at line 1 column 24'],
    ['{"name":"a","expiration_date":1.5}', 'invalid type: floating point `1.5`, expected i64 at line 1 column 33'],
    ['{"name":"a","expiration_date":1e3}', 'invalid type: floating point `1000.0`, expected i64 at line 1 column 33'],
    ['{"name":"a","expiration_date":-0}', 'invalid type: floating point `-0.0`, expected i64 at line 1 column 32'],
    ['{"name":"a","expiration_date":1e20}', 'invalid type: floating point `1e20`, expected i64 at line 1 column 34'],
    ['{"name":"a","expiration_date":"1"}', 'invalid type: string "1", expected i64 at line 1 column 33'],
    ['{"name":"a","expiration_date":01}', 'invalid number at line 1 column 32'],
    ['{"name":"a","expiration_date":-}', 'invalid number at line 1 column 32'],
    ['{"name":"a","expiration_date":1.}', 'invalid number at line 1 column 33'],
    ['{"name":"a","expiration_date":1e400}', 'number out of range at line 1 column 35'],
    [
      '{"name":"a","expiration_date":9223372036854775808}',
      'invalid value: integer `9223372036854775808`, expected i64 at line 1 column 49',
    ],
    ['{"name":"\\x"}', 'invalid escape at line 1 column 11'],
    ['{"name":"\\udc00"}', 'lone leading surrogate in hex escape at line 1 column 15'],
    ['{"name":"\\ud800x"}', 'unexpected end of hex escape at line 1 column 16'],
    ['{"name":"a\nb"}', 'control character (\\u0000-\\u001F) found while parsing a string at line 2 column 0'],
    ['{\n "name": 1}', 'invalid type: integer `1`, expected a string at line 2 column 10'],
    ['{"more":[1,],"name":"a"}', 'expected value at line 1 column 12'],
    ['{"more":[1 2],"name":"a"}', 'expected `,` or `]` at line 1 column 12'],
    ['{"more":{"a" 1},"name":"a"}', 'expected `:` at line 1 column 14'],
    ['{"more":{1:1},"name":"a"}', 'key must be a string at line 1 column 10'],
    ['{"more":nope,"name":"a"}', 'expected ident at line 1 column 10'],
    ['["a"]', 'invalid length 1, expected struct CreateTokenOptions with 4 elements at line 1 column 5'],
    ['["a",null,true,false,1]', 'trailing characters at line 1 column 22'],
    ['["a",]', 'trailing comma at line 1 column 6'],
  ])('%j: %s', (text, fault) => {
    expect(faultOf(text)).toBe(fault)
  })
})

test('null stands for a field left out, and unknown fields are passed over', () => {
  expect(read('{"more":{"a":[1,{"b":null}]},"name":"a","expiration_date":null,"active":null,"write":false}')).toEqual({
    name: 'a',
    expiration_date: undefined,
    active: undefined,
    write: false,
  })
})

test('a list of all values in order stands for the object, only where that is asked for', () => {
  expect(read('["a", 7, null, true]', true)).toEqual({ name: 'a', expiration_date: 7n, active: undefined, write: true })
  expect(faultOf('["a",7,null,true]', false)).toContain('invalid type: sequence, expected struct')
})

test('what cannot be seen is escaped where a text is quoted back', () => {
  expect(faultOf('{"name":"a","active":"\\u0000\\n\\"\\u0301\\u200b ü"}')).toContain(
    String.raw`string "\0\n\"\u{301}\u{200b} ü", expected a boolean`,
  )
})

test('every integer of 64 bits comes through to the last digit', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (moment) => {
      expect(read(`{"name":"a","expiration_date":${moment}}`).expiration_date).toBe(moment)
    }),
  )
})

test('every name comes through as JSON.parse reads it, however it is escaped', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.boolean(), (name, escaped) => {
      const plain = JSON.stringify(name)
      const text = escaped
        ? plain.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
        : plain
      expect(read(`{"name":${text}}`).name).toBe(name)
    }),
  )
})

test('a value that is passed over is JSON exactly when JSON.parse says so, whole or damaged', () => {
  const damaged = fc
    .tuple(
      fc.json({ maxDepth: 4 }),
      fc.nat(),
      fc.constantFrom('', ',', ']', '}', '{', '"', '\\', '-', '.', 'e', '0', ' '),
    )
    .map(([text, at, put]) => text.slice(0, at % text.length) + put + text.slice((at % text.length) + 1))
  fc.assert(
    fc.property(fc.oneof(fc.json({ maxDepth: 5 }), damaged), (value) => {
      const text = `{"more":[${value}],"name":"a"}`
      const parses = () => {
        try {
          const parsed = JSON.parse(text) as Record<string, unknown>
          return Object.keys(parsed).length === 2 && Array.isArray(parsed.more)
        } catch {
          return false
        }
      }
      expect(faultOf(text) === 'none').toBe(parses())
    }),
    { numRuns: 1000 },
  )
})
