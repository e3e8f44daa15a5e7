import { expect, test, vi } from 'vitest'
import { csvFile, download } from './csv.ts'

/** The bytes of the file that the browser is made to save. */
async function savedBytes(lines: readonly (readonly string[])[]): Promise<Buffer> {
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob)
    return 'blob:file'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  download(csvFile(lines), 'file.csv')
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
