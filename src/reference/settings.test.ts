import { expect, test } from 'vitest'
import { PRESETS } from './readings.ts'
import { readSettings } from './settings.ts'

const read = (args: string[], environment: Record<string, string> = {}) => readSettings(args, environment, '/default')

test('without a word it is the documented service on port 4174 in the default directory', () => {
  expect(read([])).toEqual({
    port: 4174,
    readings: PRESETS.documented,
    readingsText: 'documented',
    dir: '/default',
    empty: false,
  })
})

test('flags win over the environment', () => {
  const environment = { READINGS: 'bare', DATA_DIR: '/environment' }
  expect(read([], environment)).toMatchObject({ readings: PRESETS.bare, dir: '/environment' })
  const args = [
    '--readings',
    'query-server',
    '--dir',
    '/flag',
    '--port',
    '0',
    '--empty',
    '--admin-email',
    'a',
    '--admin-password=p',
  ]
  expect(read(args, environment)).toEqual({
    port: 0,
    readings: PRESETS['query-server'],
    readingsText: 'query-server',
    dir: '/flag',
    empty: true,
    adminEmail: 'a',
    adminPassword: 'p',
  })
  expect(read(['--bearer', 'fixed'], environment).bearer).toBe('fixed')
})

test.each([
  [['--prot', '1'], /^Unknown option '--prot'.*\.$/],
  [['stray'], /^Unexpected argument 'stray'.*\.$/],
  [['--port', '70000'], /^--port must be a whole number from 0 to 65535, not "70000"\.$/],
  [['--port', '-1'], /--port/],
  [['--port='], /--port/],
  [['--readings', 'x'], /^--readings: The preset "x" is unknown; .*\.$/],
  [['--bearer', 'two words'], /^--bearer must be one word of visible ASCII characters\.$/],
  [['--bearer', 'x', '--readings', 'query-server'], /^--bearer needs readings that know a fixed bearer; .*\.$/],
])('%j is refused in one sentence that names it', (args, sentence) => {
  expect(() => read(args)).toThrow(sentence)
})

test('a bad choice in the environment is named with its variable', () => {
  expect(() => read([], { READINGS: 'flags=x' })).toThrow(/^READINGS: The choice "x" for flags is unknown/)
})
