import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvFile } from './csv.ts'

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
  expect(csvFile([['', name]])).toBe(`\ufeff"","${cell}"`)
})

/** The cells of a file, as read by a spreadsheet that splits at `separator`. */
function read(csv: string, separator: string): string[][] {
  const rows: string[][] = [['']]
  let isQuoted = false
  let isFresh = true
  for (let position = 0; position < csv.length; position += 1) {
    const char = csv[position] ?? ''
    const row = rows.at(-1) ?? []
    const add = (more: string) => row.push((row.pop() ?? '') + more)
    if (isQuoted && char === '"' && csv[position + 1] === '"') add(csv[(position += 1)] ?? '')
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
      const file = csvFile([
        ['Name', 'Outcome'],
        [name, outcome],
      ]).slice(1)
      for (const separator of [',', ';', '\t'])
        for (const cell of read(file, separator).flat()) expect(cell.trim()).not.toMatch(/^[=+\-@＝＋－＠]/)
    }),
    { numRuns: 2000 },
  )
})
