import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatHash, rowLink, looksLikeSecret, parseHash, redactSearchParams } from './routes.ts'

const text = fc.string({ unit: 'grapheme', maxLength: 40 })
const character = (from: string) => fc.constantFrom(...from.split(''))
const base64url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

test('any search can be read back from the address unchanged', () => {
  fc.assert(
    fc.property(fc.constantFrom('tokens', 'users', 'service'), fc.dictionary(text, text), (page, search) => {
      const back = parseHash(formatHash(page, new URLSearchParams(search)))
      expect(back.page).toBe(page)
      expect([...back.search]).toEqual([...new URLSearchParams(search)])
    }),
  )
})

test('a plus in the email of a link that somebody wrote by hand stays a plus', () => {
  const nameIn = (hash: string) => parseHash(hash).search.get('name')
  for (const email of ['ann+test@example.test', 'ann%2Btest@example.test'])
    expect(nameIn(`#/users?q=a+b&name=${email}`)).toBe('ann+test@example.test')
  expect(parseHash('#/users?q=a+b').search.get('q')).toBe('a b')
  expect(nameIn('#/tokens?name=my+token')).toBe('my token')
  expect(nameIn(rowLink('users', 'a b+c@example.test') ?? '')).toBe('a b+c@example.test')
})

test('a page without a search has an address without a question mark', () => {
  expect(formatHash('users')).toBe('#/users')
  expect(formatHash('users', new URLSearchParams())).toBe('#/users')
})

test.each(['', '#', '#/', '#/nowhere', '#/TOKENS', '#/constructor', '#/tokens/x'])(
  'the address “%s” opens the tokens page',
  (hash) => {
    expect(parseHash(hash).page).toBe('tokens')
  },
)

test('an address without the slash works too', () => {
  expect(parseHash('#users?q=anna')).toEqual({ page: 'users', search: new URLSearchParams('q=anna') })
})

test('a token value looks like a secret, and so do its header and its claims alone', () => {
  const json = fc.dictionary(fc.constantFrom('alg', 'typ', 'iss', 'exp', 'iat'), fc.nat(), { minKeys: 2 })
  const part = json.map((claims) => Buffer.from(JSON.stringify(claims)).toString('base64url'))
  const signature = fc
    .uint8Array({ minLength: 32, maxLength: 64 })
    .map((bytes) => Buffer.from(bytes).toString('base64url'))
  fc.assert(
    fc.property(part, part, signature, text, (head, claims, sign, around) => {
      expect(looksLikeSecret(`${head}.${claims}.${sign}`)).toBe(true)
      expect(looksLikeSecret(`${around} ${head}.${claims}.${sign} ${around}`)).toBe(true)
      expect(looksLikeSecret(head)).toBe(true)
      expect(looksLikeSecret(claims)).toBe(true)
    }),
  )
})

test('text that looks like a secret is never in the address, but the rest of the view is', () => {
  const secret = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'
  fc.assert(
    fc.property(fc.string({ maxLength: 5 }), fc.string({ maxLength: 5 }), (before, after) => {
      const search = new URLSearchParams({ q: before + secret + after, name: before + secret + after, show: 'past' })
      expect(redactSearchParams(search).toString()).toBe('show=past')
    }),
  )
})

test('a pasted Authorization header looks like a secret', () => {
  expect(looksLikeSecret('Bearer abc')).toBe(true)
  expect(looksLikeSecret('authorization: bearer abc')).toBe(true)
})

/** Bytes that look random, the same in every run. */
const bytes = (seed: number, length: number) =>
  createHash('shake256', { outputLength: length }).update(`${seed}`).digest()
const spelledIn = (letters: string, length: number) => (seed: number) =>
  [...bytes(seed, length)].map((byte) => letters[byte % letters.length]).join('')
const [lower, upper, digits] = ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789']

test.each([
  ['32 hex digits', (seed: number) => bytes(seed, 16).toString('hex'), 1000],
  ['64 hex digits in upper case', (seed: number) => bytes(seed, 32).toString('hex').toUpperCase(), 1000],
  ['a UUID', uuidOf, 1000],
  ['a UUID in upper case', (seed: number) => uuidOf(seed).toUpperCase(), 1000],
  ['a UUID in a sentence', (seed: number) => `token (${uuidOf(seed)})`, 1000],
  ['a JWT', (seed: number) => jwtOf(seed), 1000],
  ['32 bytes as base64', (seed: number) => bytes(seed, 32).toString('base64'), 995],
  ['32 bytes as base64url', (seed: number) => bytes(seed, 32).toString('base64url'), 995],
  ['24 letters and digits', spelledIn(lower + upper + digits, 24), 990],
  ['32 small letters and digits', spelledIn(lower + digits, 32), 998],
  [
    'a prefix and 40 letters and digits',
    (seed: number) => `sk_live_${spelledIn(lower + upper + digits, 40)(seed)}`,
    998,
  ],
])('of 1,000 secrets that are %s, at least as many look like one', (_, secret, atLeast) => {
  const seeds = Array.from({ length: 1000 }, (_, seed) => seed)
  expect(seeds.filter((seed) => looksLikeSecret(secret(seed))).length).toBeGreaterThanOrEqual(atLeast)
})

function uuidOf(seed: number): string {
  return bytes(seed, 16)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

function jwtOf(seed: number): string {
  const part = (json: object) => Buffer.from(JSON.stringify(json)).toString('base64url')
  return `${part({ alg: 'HS256' })}.${part({ sub: seed })}.${bytes(seed, 32).toString('base64url')}`
}

test.each([
  'ci-deploy',
  'import-2024',
  'two words, & a sign?',
  'Übersetzungsdienst',
  '支払い照合バッチ',
  'warehouse-replication-eu-central-1-to-ap-southeast-2-read-only-followers-of-the-order-history',
  'quarterly-reporting-and-reconciliation-service-account@finance.eu-central.example.test',
  'grace.okafor@example.test',
  'ci-deploy-2026-staging-europe-west',
  'Finance-Quarterly-Report-2026',
  'backup 2026-11-21-2026-11-28-0001',
  'billing-service.internal-cluster.example.test',
  'myServiceDeployTokenForEuropeWest',
  'monkeyjungle-export-and-import-2026',
  'i-0123456789abcdef0',
  'pod-7d9f8b6c5d-abcde',
  'quarterlyreportingandreconciliation',
])('the name “%s” does not look like a secret', (name) => {
  expect(looksLikeSecret(name)).toBe(false)
})

test('a word of fewer than 24 characters does not look like a secret', () => {
  const short = fc.array(character(base64url), { maxLength: 23 }).map((letters) => letters.join(''))
  fc.assert(
    fc.property(
      short.filter((word) => !/eyJ/i.test(word)),
      (word) => {
        expect(looksLikeSecret(word)).toBe(false)
      },
    ),
  )
})

test('a link to a row holds its whole name, unless that looks like a secret', () => {
  fc.assert(
    fc.property(text, (name) => {
      const link = rowLink('tokens', name)
      if (looksLikeSecret(name)) expect(link).toBeUndefined()
      else expect(parseHash(link ?? '').search.get('name')).toBe(name)
    }),
  )
  expect(rowLink('tokens', 'eyJhbGciOiJIUzI1NiJ9')).toBeUndefined()
})
