import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { array, boolean, literal, mapped, nullable, number, object, optional, string, union } from './shape.ts'

const inner = object({ left: number, limit: optional(number) })
const shape = object({
  name: string,
  word: literal('one', 'two'),
  yes: optional(literal(true)),
  flag: nullable(boolean),
  held: union([array(inner), inner, string]),
})
const zInner = z.object({ left: z.number(), limit: z.optional(z.number()) })
const oracle = z.object({
  name: z.string(),
  word: z.literal(['one', 'two']),
  yes: z.optional(z.literal(true)),
  flag: z.nullable(z.boolean()),
  held: z.union([z.array(zInner), zInner, z.string()]),
})

/** Things that are nearly of the shape: each field right, wrong, or missing. */
const nearly = fc.record(
  {
    name: fc.oneof(fc.string(), fc.integer()),
    word: fc.constantFrom('one', 'two', 'three', null),
    yes: fc.constantFrom(true, false, undefined),
    flag: fc.constantFrom(true, false, null, 0),
    held: fc.oneof(
      fc.string(),
      fc.record({ left: fc.oneof(fc.double(), fc.string()), limit: fc.integer() }, { requiredKeys: ['left'] }),
      fc.array(fc.record({ left: fc.integer(), more: fc.anything() })),
    ),
    any: fc.anything(),
    more: fc.anything(),
  },
  { requiredKeys: ['name', 'any'] },
)

test('a shape takes what zod takes, and keeps what zod keeps', () => {
  fc.assert(
    fc.property(fc.oneof({ weight: 9, arbitrary: nearly }, fc.anything()), (said) => {
      const { success, data } = oracle.safeParse(said)
      expect(shape.safeParse(said)).toEqual(success ? { success, data } : { success })
    }),
    { numRuns: 2000 },
  )
})

test('a strict object takes no other fields, however they are called', () => {
  const strict = object({ left: number }, { strict: true })
  expect(strict.parse({ left: 1 })).toEqual({ left: 1 })
  for (const more of ['right', '__proto__', 'constructor', 'toString'])
    expect(strict.safeParse(JSON.parse(`{"left":1,"${more}":2}`)).success, more).toBe(false)
})

test('nothing is taken from a prototype', () => {
  expect(object({ left: number }).safeParse(JSON.parse('{"__proto__":{"left":1}}')).success).toBe(false)
  expect(object({ left: number }).safeParse([1]).success).toBe(false)
})

test('a field may become undefined without being missing', () => {
  expect(object({ flag: mapped(optional(string), () => undefined) }).parse({})).toStrictEqual({ flag: undefined })
  expect(object({ flag: optional(string) }).parse({})).toStrictEqual({})
})

test('what is not of the shape is not quoted', () => {
  expect(() => object({ left: number }).parse({ left: 'a secret' })).toThrow(/^not of the shape that was expected$/)
})
