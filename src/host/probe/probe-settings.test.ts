import { expect, test } from 'vitest'
import { bearerFrom, probeSettings } from './probe-settings.ts'
import { SettingsError } from '#host/settings.ts'

const refused = (args: string[], env = {}) => {
  try {
    probeSettings(args, env)
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError)
    return (error as Error).message
  }
  return undefined
}

test('an address is taken with its path prefix, with and without a slash at its end', () => {
  const origins = [
    'https://query.example.org',
    'https://example.org/query',
    'https://example.org/a/b/',
    'http://[::1]:81',
  ]
  expect(origins.map((service) => probeSettings(['--service', service], {}).origin)).toEqual([
    'https://query.example.org/',
    'https://example.org/query/',
    'https://example.org/a/b/',
    'http://[::1]:81/',
  ])
})

test('it only reads without --write', () => {
  expect(probeSettings(['--service', 'https://a.test'], {})).toMatchObject({ write: false, json: undefined })
  expect(probeSettings(['--service=https://a.test', '--write', '--json', 'f.json'], {})).toMatchObject({
    write: true,
    json: 'f.json',
  })
})

test.each([
  ['--bearer', 'abc.SECRET'],
  ['--bearer=abc.SECRET', '--service=https://a.test'],
  ['--token', 'abc.SECRET'],
  ['-bearer', 'abc.SECRET'],
])('a bearer as an argument is refused, and not repeated: %s', (...args) => {
  const sentence = refused(args)
  expect(sentence).toMatch(/^The access token is never an argument[^\n]+\.$/)
  expect(sentence).not.toContain('SECRET')
})

test.each([
  [[]],
  [['--service', 'query.example.org']],
  [['--service', 'ftp://a.test']],
  [['--service', 'https://mara:SECRET@a.test']],
  [['--service', 'https://a.test/?key=SECRET']],
  [['--service', 'https://a.test/#x']],
  [['--service', 'http://a.test']],
  [['--service', 'https://a.test', 'SECRET']],
  [['--service', 'https://a.test', '--what=SECRET']],
  [['--service', 'https://a.test', '--json', '']],
  [['--service']],
])('%j is refused in one sentence that repeats nothing of it', (args) => {
  const sentence = refused(args)
  expect(sentence).toMatch(/^[^\n]+\.$/)
  expect(sentence).not.toContain('SECRET')
})

test('plain http to another machine must be allowed', () => {
  expect(refused(['--service', 'http://a.test'], { ALLOW_PLAIN_SERVICE: '1' })).toBe(undefined)
  expect(refused(['--service', 'http://127.0.0.1:4174'])).toBe(undefined)
})

test('an access token is cleaned, or rejected without being repeated', () => {
  expect(bearerFrom(' Bearer abc.def\n')).toBe('abc.def')
  for (const text of ['', '  \n', 'a SECRET', 'SECRÉT']) expect(() => bearerFrom(text)).toThrow(SettingsError)
  expect(() => bearerFrom('a SECRET')).not.toThrow(/SECRET/)
})
