import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutSecrets } from './markup-problem.ts'
import { mayHaveBeenApplied, problemOf, safeText, ServiceError, type Problem } from './problem.ts'
import { anyText } from '#contract/testing/texts.ts'

const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJlX2hlcmU'

test('a short plain sentence is quoted as it is', () => {
  expect(safeText('The email or password is not correct.')).toBe('The email or password is not correct.')
  expect(safeText('  ключ 鍵 😀\n')).toBe('ключ 鍵 😀')
})

test('what is shaped like a token value is masked wherever it stands', () => {
  expect(safeText(`bad token "${jwt}" given`)).toBe('bad token "•••" given')
  expect(safeText(`x=${jwt};${jwt}`)).not.toContain('eyJ')
  expect(safeText('eyJhbGciOiJIUzI1NiJ9')).toBe('•••')
})

test('the access token and the password of the request are masked, verbatim and as JSON spells them', () => {
  expect(safeText('unknown bearer sekrit-1 (sekrit-1)', ['sekrit-1'])).toBe('unknown bearer ••• (•••)')
  expect(safeText(String.raw`invalid value: string "pa\"ss\\word"`, ['pa"ss\\word'])).toBe(
    'invalid value: string "•••"',
  )
  expect(safeText('abcdefgh', ['abcd', 'abcdefgh'])).toBe('•••')
})

test('the access token and the password of the request are masked as URLs and base64 spell them', () => {
  const secret = 'pa ss/wörd+1'
  for (const encoded of [
    encodeURIComponent(secret),
    encodeURIComponent(secret).toLowerCase(),
    encodeURI(secret),
    new URLSearchParams({ a: secret }).toString().slice(2),
    'pa%20ss/w%c3%b6rd+1',
  ]) {
    expect(safeText(`GET /_/token?password=${encoded} failed`, [secret])).toBe('GET /_/token?password=••• failed')
  }
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  expect(safeText(`Basic ${base64(secret)}`, [secret])).toMatch(/^Basic •••.{0,3}$/)
  for (const before of ['', 'a', 'ab', 'abc', 'root@example.test:']) {
    for (const form of ['base64', 'base64url'] as const) {
      const masked = safeText(Buffer.from(`${before}${secret}:more`).toString(form), [secret])
      expect(Buffer.from(masked.replace('•••', '----'), form).toString()).not.toContain(secret)
      expect(masked).toContain('•••')
    }
  }
  expect(safeText(base64('another text of the service'), [secret])).not.toContain('•••')
})

/** Every way in which JSON, URLs and HTML spell a character. */
function spellingsOf(char: string): string[] {
  const code = char.codePointAt(0) ?? 0
  const json = Array.from({ length: char.length }, (_, at) => {
    return `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`
  }).join('')
  const url = Array.from(new TextEncoder().encode(char), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
  const html = [`&#${code};`, `&#x${code.toString(16)};`, `&#X${code.toString(16).toUpperCase()};`, `&#00${code};`]
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
  return [
    ...(char === '\\' ? [] : [char]), // beside other escapes, a bare one would be the beginning of the next
    JSON.stringify(char).slice(1, -1),
    json,
    json.toUpperCase().replaceAll('U', 'u'),
    ...(char === '/' ? ['\\/'] : []),
    url,
    url.toUpperCase(),
    ...html,
    ...(entities[char] === undefined ? [] : [entities[char]]),
  ]
}

const character = fc.oneof(
  fc.stringMatching(/^[/\\"'<>&%+ äé€ß\n\tuUxn041;#]$/),
  fc.constantFrom('😀', '鍵', '🔑'),
  fc.stringMatching(/^[\w.-]$/),
)

test('a secret is masked however JSON, URLs and HTML spell each of its characters', () => {
  const spelled = fc.array(
    character.chain((char) => fc.tuple(fc.constant(char), fc.constantFrom(...spellingsOf(char)))),
    { minLength: 4, maxLength: 30 },
  )
  fc.assert(
    fc.property(spelled, (chars) => {
      const secret = chars.map(([char]) => char).join('')
      const text = chars.map(([, spelling]) => spelling).join('')
      expect(safeText(`invalid “${text}” here`, [secret])).toBe('invalid “•••” here')
    }),
    { numRuns: 3_000 },
  )
})

test.each([
  ['PHP’s json_encode', String.raw`p\/w\u00e4\ud83d\ude00&<x`],
  ['Go’s json.Marshal', String.raw`p/wä😀\u0026\u003cx`],
  ['Python’s json.dumps in upper case', String.raw`p/w\u00E4\uD83D\uDE00&<x`],
  ['html.escape', 'p/wä😀&amp;&lt;x'],
  ['numeric entities', 'p&#x2F;w&#228;&#128512;&#38;&#x3c;x'],
  ['JSON inside JSON', String.raw`p\\/w\\u00e4\\ud83d\\ude00&<x`],
  ['JSON inside HTML', String.raw`p\/w\u00e4\ud83d\ude00&amp;&lt;x`],
  ['HTML inside JSON', String.raw`p/wä😀\u0026amp;\u0026lt;x`],
  ['a URL inside HTML inside JSON', String.raw`p%2Fw%C3%A4%F0%9F%98%80\u0026amp;%3Cx`],
])('a secret in a message is masked as it is spelled by %s', (_by, text) => {
  expect(safeText(`no: ${text}.`, ['p/wä😀&<x'])).toBe('no: •••.')
})

test('base64 and JWTs are masked behind escapes, too', () => {
  const secret = '>>>???secret'
  const base64 = Buffer.from(`a${secret}bc`).toString('base64')
  expect(base64).toContain('/')
  expect(safeText(base64.replaceAll('/', String.raw`\/`), [secret])).toMatch(/^.{1,3}•••.{1,4}$/)
  expect(safeText(base64.replaceAll('/', '&#x2F;').replaceAll('+', '%2B'), [secret])).toMatch(/^.{1,3}•••.{1,4}$/)
  expect(safeText(jwt.replaceAll('.', String.raw`\u002e`))).toBe('•••')
})

test.each(['\\u00e4', '&auml', '&#228', '%C3%A4', 'a&b', 'a%41b', String.raw`a\\/b`])(
  'a secret that holds what looks like an escape (%s) is masked verbatim and escaped',
  (part) => {
    const secret = `se${part}cret`
    for (const spelling of [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
      expect(safeText(`“${spelling}”`, [secret])).toBe('“•••”')
    expect(safeText(`\\${secret}`, [secret])).toBe('\\•••')
  },
)

test('no part of a secret remains where a page of markup is cut off, even in the middle of an escape', () => {
  const secret = 'a/b"c<dä'.repeat(4)
  const escaped = secret.replace(/[^\w]/g, (char) => `&#x${char.codePointAt(0)?.toString(16)};`)
  const inJson = JSON.stringify(secret)
    .slice(1, -1)
    .replaceAll('/', String.raw`\/`)
    .replaceAll('ä', String.raw`\u00e4`)
  for (const spelling of [escaped, inJson, encodeURIComponent(secret)])
    for (let length = 30; length < spelling.length; length += 1) {
      const received = { form: 'html', begins: `<p>${spelling.slice(0, length)}` } as const
      const problem: Problem = { kind: 'unreadable', status: 200, received, bytes: 1, at: [] }
      expect(withoutSecrets(problem, [secret])).toMatchObject({ received: { begins: '<p>•••' } })
    }
})

test('a secret of up to three characters is not masked: masking it would hide every word', () => {
  expect(safeText('a bad day', ['a', 'bad', ''])).toBe('a bad day')
})

test('a quotation never has more than 300 characters, control characters, turned text or half a pair', () => {
  fc.assert(
    fc.property(anyText(500), (text) => {
      const quoted = safeText(`${text}\u0000\u0085\u202e\r\n${text}`)
      expect(quoted.length).toBeLessThanOrEqual(300)
      expect(quoted).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u)
      expect(quoted).not.toMatch(/[\ud800-\udbff]…/)
    }),
  )
  expect(safeText('x'.repeat(298) + '😀😀')).toBe(`${'x'.repeat(298)}…`)
  expect(safeText('y'.repeat(301))).toHaveLength(300)
})

test('no secret remains in a quotation, wherever it is and however long the text', () => {
  const secret = fc.stringMatching(/^[\w.~+/-]{4,200}$/)
  fc.assert(
    fc.property(secret, fc.string({ maxLength: 400 }), fc.string({ maxLength: 400 }), (hidden, before, after) => {
      fc.pre(!before.includes(hidden) && !after.includes(hidden))
      expect(safeText(before.replaceAll('•', '') + hidden + after, [hidden])).not.toContain(hidden)
    }),
  )
})

test('no part of a secret remains where a long text is cut', () => {
  const secret = `${jwt}/${'another 1'.repeat(40)}`.slice(0, 399)
  const spellings = [
    secret,
    encodeURIComponent(secret),
    secret.replace(/[^]/g, (char) => `%${char.charCodeAt(0).toString(16)}`),
    new URLSearchParams({ a: secret }).toString().slice(2),
    btoa(secret),
  ]
  for (const spelling of spellings)
    for (let before = 0; before < spelling.length; before += 7)
      expect(safeText('x'.repeat(before) + spelling.repeat(100), [secret])).toMatch(/^x*•*…?$/)
})

test('a megabyte that almost repeats long secrets is quoted without searching it for them', () => {
  const almost = (letter: string) => `${'a'.repeat(100)}${letter}${'a'.repeat(16_000)}`
  const text = 'a'.repeat(1024 * 1024)
  // Searching the whole text takes a minute.
  for (const letter of 'bcde') expect(safeText(text, [almost(letter)])).toBe(`${'a'.repeat(299)}…`)
})

test('a megabyte of one endless word is quoted at once', () => {
  const began = performance.now()
  safeText('a'.repeat(1024 * 1024), ['secret'])
  safeText('eyJ'.repeat(350_000))
  safeText(`%${'a'.repeat(300_000)}`, ['a'.repeat(60_000)])
  expect(performance.now() - began).toBeLessThan(1000)
})

test('only an error of the contract has a problem; an abort or a bug of ours has none', () => {
  const problem: Problem = { kind: 'no-service' }
  expect(problemOf(new ServiceError(problem))).toBe(problem)
  expect(problemOf(new DOMException('stopped', 'AbortError'))).toBeUndefined()
  expect(problemOf({ problem })).toBeUndefined()
})

test('the message of an error holds its kind and nothing of the service’s text', () => {
  const error = new ServiceError({ kind: 'refused', status: 400, serviceText: 'about me' })
  expect(`${error.message} ${String(error)}`).not.toContain('about me')
})

test.each<[boolean, Problem]>([
  [true, { kind: 'unreachable', sent: 'unknown' }],
  [false, { kind: 'unreachable', sent: 'not-sent' }],
  [true, { kind: 'timed-out', after: 1, sent: 'unknown' }],
  [false, { kind: 'timed-out', after: 1, sent: 'not-sent' }],
  [true, { kind: 'failing', status: 500, serviceText: '', sent: 'unknown' }],
  [false, { kind: 'failing', status: 502, serviceText: '', sent: 'not-sent' }],
  [true, { kind: 'unreadable', status: 200, received: { form: 'text' }, bytes: 1, at: [] }],
  [true, { kind: 'too-large', cap: 1 }],
  [false, { kind: 'signed-out', status: 401, serviceText: '' }],
  [false, { kind: 'switched-off', part: 'tokens' }],
  [false, { kind: 'no-service' }],
  [false, { kind: 'refused', status: 409, serviceText: '' }],
  [false, { kind: 'too-many', retryAfter: 1, serviceText: '' }],
  [false, { kind: 'perhaps-unreadable' }],
  [false, { kind: 'unsendable' }],
])('%s: whether a write may have been applied after %j', (maybe, problem) =>
  expect(mayHaveBeenApplied(problem)).toBe(maybe),
)
