import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, test, vi } from 'vitest'
import { unescapeFormulas, csvFile } from '#api/csv.ts'
import { downloadFile } from './browser.ts'

/** The bytes of the file that the browser is made to save. */
async function savedBytes(lines: readonly (readonly string[])[]): Promise<Buffer> {
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob)
    return 'blob:file'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  downloadFile(csvFile(lines), 'file.csv')
  vi.restoreAllMocks()
  return Buffer.from(await files[0]!.arrayBuffer())
}

test('a file begins with the mark by which Excel knows UTF-8, and is UTF-8 to its end', async () => {
  const bytes = await savedBytes([
    ['Name', 'Status'],
    ['Übersetzung', '支払い "x"'],
  ])
  expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf')
  expect(bytes.subarray(3).toString('utf8')).toBe('"Name","Status"\r\n"Übersetzung","支払い ""x"""')
})

test('behind the mark no cell begins a formula', async () => {
  const bytes = await savedBytes([['=1+1']])
  expect(bytes.toString('hex')).toBe(Buffer.from(`\ufeff"'=1+1"`).toString('hex'))
})

test('a leading apostrophe is doubled, and one is taken off when the file is read', () => {
  const names = ["'quoted'", "'=1+1", "''", '=1+1', "a; '-b", "it's", '\t=x']
  const file = csvFile([names])
  expect(file).toContain(`"''quoted'","''=1+1","'''","'=1+1","a; ''-b","it's"`)
  expect(Papa.parse<string[]>(file).data[0]!.map(unescapeFormulas)).toEqual(names)
})

test('whatever a cell holds, it reads as it was before it was written', () => {
  const piece = fc.constantFrom("'", '=', '-', '＝', ';', '\t', '\n', '\r\n', '"', ' ', ',', '\u200e', 'a', 'ü')
  const cell = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(fc.array(cell, { minLength: 2, maxLength: 3 }), (cells) => {
      const [line] = Papa.parse<string[]>(csvFile([cells]), { delimiter: ',', newline: '\r\n' }).data
      expect(line!.map(unescapeFormulas)).toEqual(cells)
    }),
  )
})

test('an apostrophe that protects nothing is part of the name', () => {
  expect(unescapeFormulas("'t Hooft")).toBe("'t Hooft")
})
