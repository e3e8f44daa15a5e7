import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvOf } from './activity-sheet.tsx'
import type { Reading } from './outcomes.ts'

const entry = (name: string, says = 'saved'): Reading => ({
  id: 0,
  at: 0,
  resource: 'tokens',
  name,
  act: 'export',
  says,
})
const line = (name: string) =>
  csvOf([entry(name)])
    .split('\r\n')
    .slice(1)
    .join('\r\n')

test.each([
  ['=1+1', `'=1+1`],
  ['+1', `'+1`],
  ['-1', `'-1`],
  ['@SUM(A1)', `'@SUM(A1)`],
  ['\t=1', `\t'=1`],
  ['\r=1', `\r'=1`],
  ['\n=1', `\n'=1`],
  ['\u00a0 \u200b=1', `\u00a0 \u200b'=1`],
  ['＝1', `'＝1`],
  ['＋1', `'＋1`],
  ['－1', `'－1`],
  ['＠1', `'＠1`],
  ['a; =1', `a; '=1`],
  ['a\t＝1', `a\t'＝1`],
  ['a;"=1', `a;""'=1`],
  ['=HYPERLINK("x","y")', `'=HYPERLINK(""x"",""y"")`],
  ['a=b', 'a=b'],
  ['a - b', 'a - b'],
  ['a,b', 'a,b'],
])('a cell “%s” is exported as “%s”', (name, cell) => {
  expect(line(name)).toBe(`"1970-01-01T00:00:00.000Z","Token","${cell}","export","saved"`)
})

/** The cells of a file, as read by a spreadsheet that splits at `separator`. */
function read(csv: string, separator: string): string[][] {
  const rows: string[][] = [['']]
  let isQuoted = false
  let isFresh = true
  for (let at = 0; at < csv.length; at += 1) {
    const char = csv[at] ?? ''
    const row = rows.at(-1) ?? []
    const add = (more: string) => row.push((row.pop() ?? '') + more)
    if (isQuoted && char === '"' && csv[at + 1] === '"') add(csv[(at += 1)] ?? '')
    else if (isQuoted && char === '"') isQuoted = false
    else if (isQuoted) add(char)
    else if (isFresh && char === '"') isQuoted = true
    else if (char === separator) row.push('')
    else if (char === '\n' || char === '\r') rows.push([''])
    else add(char)
    isFresh = !isQuoted && (char === separator || char === '\n' || char === '\r')
  }
  return rows
}

const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠']
const text = fc.string({
  unit: fc.constantFrom(...signs, '\t', '\r', '\n', '"', ',', ';', ' ', '\u00a0', 'a'),
  maxLength: 12,
})

test('no exported cell begins like a formula, wherever a spreadsheet splits cells', () => {
  fc.assert(
    fc.property(text, text, (name, outcome) => {
      const file = csvOf([entry(name, outcome)])
      for (const separator of [',', ';', '\t']) {
        for (const cell of read(file, separator).flat()) expect(cell.trim()).not.toMatch(/^[=+\-@＝＋－＠]/)
      }
    }),
    { numRuns: 2000 },
  )
})

test('every cell can be read back unchanged, apart from the apostrophes', () => {
  fc.assert(
    fc.property(text, text, (name, outcome) => {
      const [, , cells = []] = read(csvOf([entry(name, outcome)]), ',') // a row ends with two characters
      expect(cells).toHaveLength(5)
      expect([cells[2], cells[4]].map((cell) => cell?.replaceAll("'", ''))).toEqual([name, outcome])
    }),
  )
})
