import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseReadings, PRESETS, READINGS, type ReadingName } from './readings.ts'

const names = Object.keys(READINGS) as ReadingName[]

test('every preset decides every switch, with a choice that exists', () => {
  for (const [preset, readings] of Object.entries(PRESETS)) {
    expect(Object.keys(readings).toSorted(), preset).toEqual(names.toSorted())
    for (const name of names) expect(READINGS[name].choices, `${preset} ${name}`).toContain(readings[name])
  }
})

test('the first choice of each switch is the documented one', () => {
  for (const name of names) expect(PRESETS.documented[name]).toBe(READINGS[name].choices[0])
})

test('bare differs from documented in the two optional abilities only', () => {
  const different = names.filter((name) => PRESETS.bare[name] !== PRESETS.documented[name])
  expect(different).toEqual(['users-list', 'sign-in'])
})

test('readings are a preset, or changes of documented, or a preset and its changes', () => {
  expect(parseReadings('')).toEqual(PRESETS.documented)
  expect(parseReadings('bare')).toEqual(PRESETS.bare)
  expect(parseReadings(' flags = number , moments=s ')).toEqual({
    ...PRESETS.documented,
    flags: 'number',
    moments: 's',
  })
  expect(parseReadings('query-server,flags=boolean')).toEqual({ ...PRESETS['query-server'], flags: 'boolean' })
})

test('what is unknown is named, with what there is', () => {
  const faultOf = (text: string) => {
    try {
      return parseReadings(text)
    } catch (fault) {
      return fault
    }
  }
  expect(faultOf('real')).toEqual(
    new RangeError('The preset "real" is unknown; there are documented, bare, query-server.'),
  )
  expect(faultOf('flags=yes')).toEqual(
    new RangeError('The choice "yes" for flags is unknown; there are boolean, number.'),
  )
  expect(String(faultOf('flag=number'))).toMatch(/^RangeError: The reading "flag" is unknown; there are flags, .*\.$/)
  expect(String(faultOf('bare,documented'))).toMatch(/The reading "documented" is unknown/)
  expect(String(faultOf('bare,flags'))).toMatch(/The choice "" for flags is unknown/)
  expect(faultOf('toString')).toBeInstanceOf(RangeError)
})

test('the table in CONTRIBUTING.md is that of the readings', () => {
  const text = readFileSync(join(import.meta.dirname, '../../.github/CONTRIBUTING.md'), 'utf8')
  const cells = text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .split('|')
        .map((cell) => cell.trim())
        .slice(1, -1),
    )
  const coded = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(' ')
  const presets = Object.entries(PRESETS)
  const rows = names.map((name) => [
    coded([name]),
    READINGS[name].means,
    coded(READINGS[name].choices),
    ...presets.map(([, readings]) => coded([readings[name]])),
  ])
  const head = ['switch', 'what it decides', 'choices', ...presets.map(([preset]) => coded([preset]))]
  const from = cells.findIndex(([first]) => first === 'switch')
  expect([cells[from], ...cells.slice(from + 2)]).toEqual([head, ...rows])
})
