import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashOf, looksSecret, routeOf, withoutSecret } from './route.ts'

const text = fc.string({ unit: 'grapheme', maxLength: 40 })
const character = (from: string) => fc.constantFrom(...from.split(''))
const base64url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

test('any search can be read back from the address unchanged', () => {
  fc.assert(
    fc.property(fc.constantFrom('tokens', 'users', 'service'), fc.dictionary(text, text), (page, search) => {
      const back = routeOf(hashOf(page, new URLSearchParams(search)))
      expect(back.page).toBe(page)
      expect([...back.search]).toEqual([...new URLSearchParams(search)])
    }),
  )
})

test('a page without a search has an address without a question mark', () => {
  expect(hashOf('users')).toBe('#/users')
  expect(hashOf('users', new URLSearchParams())).toBe('#/users')
})

test.each(['', '#', '#/', '#/nowhere', '#/TOKENS', '#/constructor', '#/tokens/x'])(
  'the address “%s” opens the tokens page',
  (hash) => {
    expect(routeOf(hash).page).toBe('tokens')
  },
)

test('an address without the slash works too', () => {
  expect(routeOf('#users?q=anna')).toEqual({ page: 'users', search: new URLSearchParams('q=anna') })
})

test('a token value looks like a secret, and so do its header and its claims alone', () => {
  const json = fc.dictionary(fc.constantFrom('alg', 'typ', 'iss', 'exp', 'iat'), fc.nat(), { minKeys: 2 })
  const part = json.map((claims) => Buffer.from(JSON.stringify(claims)).toString('base64url'))
  const signature = fc
    .uint8Array({ minLength: 32, maxLength: 64 })
    .map((bytes) => Buffer.from(bytes).toString('base64url'))
  fc.assert(
    fc.property(part, part, signature, text, (head, claims, sign, around) => {
      expect(looksSecret(`${head}.${claims}.${sign}`)).toBe(true)
      expect(looksSecret(`${around} ${head}.${claims}.${sign} ${around}`)).toBe(true)
      expect(looksSecret(head)).toBe(true)
      expect(looksSecret(claims)).toBe(true)
    }),
  )
})

test('text that looks like a secret is never in the address, but the rest of the view is', () => {
  const secret = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'
  fc.assert(
    fc.property(fc.string({ maxLength: 5 }), fc.string({ maxLength: 5 }), (before, after) => {
      const search = new URLSearchParams({ q: before + secret + after, show: 'past' })
      expect(withoutSecret(search).toString()).toBe('show=past')
    }),
  )
})

test('a pasted Authorization header looks like a secret', () => {
  expect(looksSecret('Bearer abc')).toBe(true)
  expect(looksSecret('authorization: bearer abc')).toBe(true)
})

test('a long word of lower-case letters, upper-case letters and digits looks like a secret', () => {
  const word = fc
    .array(character(base64url), { minLength: 21, maxLength: 80 })
    .map((letters) => `a7B${letters.join('')}`)
  fc.assert(
    fc.property(word, (secret) => {
      expect(looksSecret(secret)).toBe(true)
    }),
  )
})

test.each([
  'ci-deploy',
  'import-2024',
  'two words, & a sign?',
  'Übersetzungsdienst',
  '支払い照合バッチ',
  'warehouse-replication-eu-central-1-to-ap-southeast-2-read-only-followers-of-the-order-history',
  'quarterly-reporting-and-reconciliation-service-account@finance.eu-central.example.test',
  'grace.okafor@example.test',
])('the name “%s” does not look like a secret', (name) => {
  expect(looksSecret(name)).toBe(false)
})

test('a word of fewer than 24 characters does not look like a secret', () => {
  const short = fc.array(character(base64url), { maxLength: 23 }).map((letters) => letters.join(''))
  fc.assert(
    fc.property(
      short.filter((word) => !/eyJ/i.test(word)),
      (word) => {
        expect(looksSecret(word)).toBe(false)
      },
    ),
  )
})
