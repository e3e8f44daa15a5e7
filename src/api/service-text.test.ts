import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Problem } from './problem.ts'
import { redactServiceText, redactProblem } from './service-text.ts'
import { isWellFormed } from './wire.ts'
import { anyText } from './testing/sample-texts.ts'

const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJlX2hlcmU'

test('a short plain sentence is quoted as it is', () => {
  expect(redactServiceText('The email or password is not correct.')).toBe('The email or password is not correct.')
  expect(redactServiceText('  ключ 鍵 😀\n')).toBe('ключ 鍵 😀')
})

test('a text with what is shaped like a token value is not quoted', () => {
  for (const text of [`bad token "${jwt}" given`, `x=${jwt};${jwt}`, 'eyJhbGciOiJIUzI1NiJ9'])
    expect(redactServiceText(text)).toBe('')
})

test('a text that quotes a secret of the request, however short, is not quoted', () => {
  expect(redactServiceText('unknown bearer sekrit-1 (sekrit-1)', ['', 'sekrit-1'])).toBe('')
  expect(redactServiceText('a bad day', ['bad'])).toBe('')
  expect(redactServiceText('a bad day', ['', 'good'])).toBe('a bad day')
})

const base64 = (text: string, form: 'base64' | 'base64url' = 'base64') => Buffer.from(text).toString(form)

/** How services and their libraries spell what they quote. */
const spellings: Record<string, (secret: string) => string> = {
  'as it is': (secret) => secret,
  'by JSON.stringify': (secret) => JSON.stringify(secret).slice(1, -1),
  'by Python’s json.dumps': (secret) =>
    JSON.stringify(secret)
      .slice(1, -1)
      .replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  'by encodeURIComponent': encodeURIComponent,
  'by encodeURIComponent, in lower case': (secret) => encodeURIComponent(secret).toLowerCase(),
  'in a query': (secret) => encodeURIComponent(secret).replaceAll('%20', '+'),
  'by html.escape': (secret) =>
    secret
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;'),
  'in base64': (secret) => base64(secret),
  'in base64 after something': (secret) => base64(`root@example.test:${secret}`),
  'in base64 after and before something': (secret) => base64(`ab${secret}:more`, 'base64url'),
}

test.each(Object.keys(spellings))('a text that quotes a secret %s is not quoted', (how) => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 4, maxLength: 40 }), (secret) => {
      fc.pre(isWellFormed(secret))
      expect(redactServiceText(`invalid “${spellings[how]?.(secret)}” here`, [secret])).toBe('')
    }),
  )
  expect(redactServiceText(base64('another text of the service'), ['pa ss/wörd+1'])).not.toBe('')
})

test('the beginning of a page of markup that breaks off after eight characters of a secret is not quoted', () => {
  const secret = 'a/b"c<dä'.repeat(4)
  for (const how of Object.keys(spellings).slice(0, -2)) {
    const spelling = spellings[how]?.(secret) ?? ''
    for (let length = 8; length < spelling.length; length += 1) {
      const received = { form: 'html', begins: `<p>${spelling.slice(0, length)}` } as const
      const problem: Problem = { kind: 'unreadable', status: 200, received, bytes: 1, at: [] }
      expect(redactProblem(problem, [secret]), how).toMatchObject({ received: { begins: '' } })
    }
  }
})

test('a quotation never has more than 300 characters, control characters, turned text or half a pair', () => {
  fc.assert(
    fc.property(anyText(500), (text) => {
      const quoted = redactServiceText(`${text}\u0000\u0085\u202e\r\n${text}`)
      expect(quoted.length).toBeLessThanOrEqual(300)
      expect(quoted).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u)
      expect(quoted).not.toMatch(/[\ud800-\udbff]…/)
    }),
  )
  expect(redactServiceText('x'.repeat(298) + '😀😀')).toBe(`${'x'.repeat(298)}…`)
  expect(redactServiceText('y'.repeat(301))).toHaveLength(300)
})

test('a text that begins to quote a secret longer than what is looked at is not quoted', () => {
  const secret = 'another 1'.repeat(1000)
  expect(redactServiceText(`no: ${secret}`, [secret])).toBe('')
})

test('of a long text only the beginning is looked at, so no search takes long', () => {
  expect(redactServiceText(`${'a'.repeat(5000)} secret`, ['secret'])).toBe(`${'a'.repeat(299)}…`)
})
