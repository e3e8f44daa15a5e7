import { TokenValue } from './client/response-body.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Credentials, isPartialJwt, parsePastedAccessToken, extractPastedValue } from './credentials.ts'
import { anyText } from './testing/sample-texts.ts'

test.each([
  ['abc.def', 'abc.def'],
  ['  abc.def \n', 'abc.def'],
  ['Bearer abc.def', 'abc.def'],
  ['bearer\tabc.def', 'abc.def'],
  ['BEARER\nabc.def', 'abc.def'],
  ['abc.\r\n   def\r\n', 'abc.def'],
  ['abc. \n def', 'abc.def'],
  ['Bearer abc\n.def', 'abc.def'],
  ['bearerabc', 'bearerabc'],
  ['Authorization: Bearer abc.def', 'abc.def'],
  ['authorization:bearer abc.def\n', 'abc.def'],
  ['Authorization: abc.def', 'abc.def'],
])('what was pasted as %j is the access token %s', (text, bearer) =>
  expect(parsePastedAccessToken(text)).toEqual({ bearer }),
)

test.each(['', ' \n', 'Bearer', 'Bearer \n', 'Authorization:', 'Authorization: Bearer '])(
  '%j is no access token: it is empty',
  (text) => expect(parsePastedAccessToken(text)).toEqual({ bad: 'empty' }),
)

test.each(['two words', 'Bearer two words', 'Bearer Bearer x', 'a\tb'])(
  '%j is no access token: it has a blank inside',
  (text) => expect(parsePastedAccessToken(text)).toEqual({ bad: 'blank-inside' }),
)

test.each(['ключ', 'abc…', 'a\u200bb', '“abc”', '\u0000x'])('%j is no access token: a header cannot carry it', (text) =>
  expect(parsePastedAccessToken(text)).toEqual({ bad: 'not-ascii' }),
)

test('whatever is pasted, what comes out can stand in a header', () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      const pasted = parsePastedAccessToken(text)
      if ('bearer' in pasted)
        expect(new Headers({ authorization: `Bearer ${pasted.bearer}` }).get('authorization')).toBe(
          `Bearer ${pasted.bearer}`,
        )
    }),
  )
})

test('an access token survives any line wrapping', () => {
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[\x21-\x7e]{3,20}$/), { minLength: 1 }),
      fc.constantFrom('\n', '\r\n', ' \n  '),
      (parts, wrap) => {
        fc.pre(!/^bearer/i.test(parts.join('')))
        expect(parsePastedAccessToken(` Bearer ${parts.join(wrap)}\n`)).toEqual({ bearer: parts.join('') })
      },
    ),
  )
})

test('signing in needs an email; an empty password may be one', () => {
  expect(Credentials.safeParse({ email: '', password: 'x' }).success).toBe(false)
  expect(Credentials.safeParse({ email: 'admin', password: '' }).success).toBe(true)
  expect(TokenValue.parse({ data: [{ token: 'abc' }] })).toBe('abc')
})

const jwt = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjaSJ9.${'s'.repeat(43)}`

test.each([
  ['by itself', jwt],
  ['in JSON', `{"data": {"token": "${jwt}"}}`],
  ['in a command', `curl -H 'Authorization: Bearer ${jwt}' https://query.example.org/_/token`],
  ['in an address', `https://query.example.org/?token=${jwt}&page=1`],
])('a value is taken out of what was pasted: %s', (_says, text) => expect(extractPastedValue(text)).toBe(jwt))

test('a part of a value is called one, and other values are not', () => {
  const [head = '', claims = '', signature = ''] = jwt.split('.')
  for (const part of [head, `${head}.${claims}`, `${claims.slice(3)}.${signature}`])
    expect(isPartialJwt(part)).toBe(true)
  for (const whole of [jwt, 'an-opaque-value', extractPastedValue(`${jwt} ${jwt}x`)])
    expect(isPartialJwt(whole)).toBe(false)
})
