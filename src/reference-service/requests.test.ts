import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bodyOf } from './requests.ts'
import { TokenRequestBody } from './tokens.ts'

const read = (body: string | Uint8Array<ArrayBuffer>) =>
  bodyOf(new Request('http://service.test/', { method: 'POST', body }), TokenRequestBody)

describe('a body is refused with 400 and a text', () => {
  test.each([
    ['', 'The body is empty'],
    [' ', 'The body is not JSON'],
    ['{', 'The body is not JSON'],
    ['name=a', 'The body is not JSON'],
    ["{'name':1}", 'The body is not JSON'],
    ['{"name":"a",}', 'The body is not JSON'],
    ['{"name":"a"} x', 'The body is not JSON'],
    ['{"name":"a","expiration_date":01}', 'The body is not JSON'],
    ['null', 'The body is not as expected: no object'],
    ['["a"]', 'The body is not as expected: no object'],
    ['{}', 'The body is not as expected: name'],
    ['{"name":1}', 'The body is not as expected: name'],
    ['{"name":null}', 'The body is not as expected: name'],
    ['{"__proto__":{"name":"a"}}', 'The body is not as expected: name'],
    ['{"name":"a","active":1}', 'The body is not as expected: active'],
    ['{"name":"a","active":"yes"}', 'The body is not as expected: active'],
    ['{"name":"a","expiration_date":1.5}', 'The body is not as expected: expiration_date'],
    ['{"name":"a","expiration_date":"1"}', 'The body is not as expected: expiration_date'],
    ['{"name":"a","expiration_date":9007199254740993}', 'The body is not as expected: expiration_date'],
  ])('%j: %s', async (text, message) => {
    await expect(read(text)).rejects.toMatchObject({ status: 400, message })
  })

  test('also one that is not UTF-8', async () => {
    const message = 'The body is not JSON'
    await expect(read(new Uint8Array([0x22, 0xff, 0x22]))).rejects.toMatchObject({ status: 400, message })
  })
})

test('null stands for a field left out, and unknown fields are passed over', async () => {
  const text = '{"more":{"a":[1,{"b":null}]},"name":"a","expiration_date":null,"active":null,"write":false}'
  expect(await read(text)).toEqual({ name: 'a', expiration_date: undefined, active: undefined, write: false })
})

test('every name comes through as JSON.parse reads it, however it is escaped', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.boolean(), async (name, escaped) => {
      const plain = JSON.stringify(name)
      const text = escaped
        ? plain.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
        : plain
      expect((await read(`{"name":${text}}`)).name).toBe(name)
    }),
  )
})
