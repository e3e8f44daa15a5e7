import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvOf } from './activity-csv.ts'
import { createActivity, type Deed } from './activity.ts'

const deed = (name: string, outcome = 'saved as asked'): Deed => ({
  id: 0,
  at: 0,
  kind: 'Token',
  name,
  asked: 'save',
  outcome,
})
const line = (name: string) =>
  csvOf([deed(name)])
    .split('\r\n')
    .slice(1)
    .join('\r\n')

test.each([
  ['=1+1', `'=1+1`],
  ['+1', `'+1`],
  ['-1', `'-1`],
  ['@SUM(A1)', `'@SUM(A1)`],
  ['\t=1', `'\t=1`],
  ['\r=1', `"'\r=1"`],
  ['\n=1', `"'\n=1"`],
  ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
  ['a=b', 'a=b'],
  ['a,b', '"a,b"'],
])('a cell “%s” is exported as “%s”', (name, cell) => {
  expect(line(name)).toBe(`1970-01-01T00:00:00.000Z,Token,${cell},save,saved as asked`)
})

/** What leads a cell in place of a spreadsheet's formula. */
const led = /^'(?=[=+\-@\t\r\n])/

/** RFC 4180, read strictly. */
function read(csv: string): string[][] {
  const rows: string[][] = [[]]
  const cells = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/gy
  while (cells.lastIndex < csv.length) {
    const [, quoted, bare, end] = cells.exec(csv) ?? []
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare ?? '')
    if (end === '\r\n') rows.push([])
  }
  return rows
}

test('no cell of any export begins as a formula does, and every one reads back as it was', () => {
  const text = fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', 'a') })
  fc.assert(
    fc.property(text, text, (name, outcome) => {
      fc.pre(outcome !== '')
      const [, cells = []] = read(csvOf([deed(name, outcome)]))
      expect(cells).toHaveLength(5)
      for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@\t\r\n]/)
      expect([cells[2], cells[4]].map((cell) => cell?.replace(led, ''))).toEqual([name, outcome])
    }),
  )
})

test('deeds are kept latest first, each with its moment', () => {
  let now = 1
  const activity = createActivity(() => now)
  activity.add({ kind: 'Token', name: 'a', asked: 'save', outcome: 'saved' })
  now = 2
  activity.add({ kind: 'User', name: 'b', asked: 'delete', outcome: 'deleted' })
  expect(activity.get()).toMatchObject([
    { id: 1, at: 2, name: 'b' },
    { id: 0, at: 1, name: 'a' },
  ])
})
