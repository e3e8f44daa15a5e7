import { expect, test } from 'vitest'
import { SettingsError } from '#server/secret-files.ts'
import { secretSettings, settingNames, settingsFrom } from '#server/settings.ts'
import { bearerFrom, commandFrom, help } from './command.ts'

const refusal = (args: string[], env = {}) => {
  try {
    settingsFrom(commandFrom(args, env).env)
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError)
    return (error as Error).message
  }
  return undefined
}

test('without a word it serves; each command is taken with its options', () => {
  expect(commandFrom([], {})).toMatchObject({ is: 'serve' })
  expect(commandFrom(['demo', '--port', '80'], {})).toMatchObject({ is: 'demo', env: { PORT: '80' } })
  expect(commandFrom(['check'], {})).toMatchObject({ is: 'check', json: undefined })
  expect(commandFrom(['check', '--json=f.json'], {})).toMatchObject({ json: 'f.json' })
  expect(commandFrom(['export', 'users'], {})).toMatchObject({ is: 'export', resource: 'users', format: 'csv' })
  expect(commandFrom(['export', 'tokens', '--format', 'json'], {})).toMatchObject({ format: 'json' })
  expect(commandFrom(['--help', 'serve'], {})).toMatchObject({ is: 'help' })
  expect(commandFrom(['--version'], {})).toMatchObject({ is: 'version' })
})

test('every setting but the secrets has a flag, which counts more than the environment', () => {
  for (const name of settingNames) {
    const flag = `--${name.toLowerCase().replaceAll('_', '-')}`
    const isSecret = secretSettings.some((secret) => secret === name)
    if (isSecret) expect(refusal([flag, 'SECRET']), flag).toMatch(/^A secret is never an argument/)
    else expect(commandFrom([flag, 'mine'], { [name]: 'other' }).env[name], flag).toBe('mine')
    expect(help()).toMatch(new RegExp(`^  ${isSecret ? name : flag} +\\S`, 'm'))
  }
})

test('the file of a secret has a flag', () => {
  for (const name of [...secretSettings, 'QUERY_BEARER']) {
    const flag = `--${name.toLowerCase().replaceAll('_', '-')}-file`
    expect(commandFrom([flag, '/run/secret'], {}).env[`${name}_FILE`]).toBe('/run/secret')
  }
})

test.each([
  ['--bearer', 'abc.SECRET'],
  ['--bearer=abc.SECRET', '--query-service-url=https://a.test'],
  ['--token', 'abc.SECRET'],
  ['-bearer', 'abc.SECRET'],
  ['--password=SECRET'],
])('a secret as an argument is refused, and not repeated: %s', (...args) => {
  const sentence = refusal(args)
  expect(sentence).toMatch(/^A secret is never an argument[^\n]+\.$/)
  expect(sentence).not.toContain('SECRET')
})

test.each([
  [['check', '--query-service-url', 'query.example.org']],
  [['check', '--query-service-url', 'ftp://a.test']],
  [['check', '--query-service-url', 'https://mara:SECRET@a.test']],
  [['check', '--query-service-url', 'https://a.test/?key=SECRET']],
  [['check', '--query-service-url', 'http://a.test']],
  [['check', 'SECRET']],
  [['SECRET']],
  [['export']],
  [['export', 'values']],
  [['export', 'tokens', 'SECRET']],
  [['export', 'tokens', '--format', 'xml']],
  [['--what=SECRET']],
  [['check', '--json', '']],
  [['--port']],
])('%j is refused in one sentence that repeats nothing of it', (args) => {
  const sentence = refusal(args)
  expect(sentence).toMatch(/^[^\n]+\.$/)
  expect(sentence).not.toContain('SECRET')
})

test('an access token is cleaned, or rejected without being repeated', () => {
  expect(bearerFrom(' Bearer abc.def\n')).toBe('abc.def')
  for (const text of ['', '  \n', 'a SECRET', 'SECRÉT']) expect(() => bearerFrom(text)).toThrow(SettingsError)
  expect(() => bearerFrom('a SECRET')).not.toThrow(/SECRET/)
})
