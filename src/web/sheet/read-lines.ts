import Papa, { type ParseResult, type Parser } from 'papaparse'
import { counted } from '#web/ui/time.ts'

/** A record of a file. `line`: the number of the line in which it begins; a quoted cell may contain line breaks. */
export interface FileLine {
  line: number
  cells: readonly string[]
}

/** The records of a file, or a sentence about why it has none. */
export type FileLines = { lines: readonly FileLine[]; isWindows1252: boolean } | { fault: string }

/** The largest file, in bytes. It is read as a whole. */
const largestFile = 32_000_000

/** The most records of a file. */
export const mostLines = 50_000

/** How much is parsed without a rest, in characters. */
const chunkSize = 128_000

/** Reads the bytes of a file. What is not UTF-8 is taken for Windows-1252, in which every byte is a character. */
export async function readFile(bytes: Uint8Array<ArrayBuffer>, rest: () => Promise<void>): Promise<FileLines> {
  if (bytes.length > largestFile) return { fault: `This file is larger than ${largestFile / 1e6} MB. Split it.` }
  if (bytes.includes(0)) return { fault: 'This file is not text. Save the sheet as CSV and choose that file.' }
  try {
    return await readLines(new TextDecoder('utf-8', { fatal: true }).decode(bytes), rest)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const read = await readLines(new TextDecoder('windows-1252').decode(bytes), rest)
    return 'lines' in read ? { ...read, isWindows1252: true } : read
  }
}

/**
 * Cuts a text into records: comma, semicolon or tab; quoted as in RFC 4180. Blank lines are left out. Papa Parse hands
 * them on in chunks, and `rest` lets the page work in between. (Its own worker is a blob, which the console forbids.)
 */
export function readLines(text: string, rest: () => Promise<void>): Promise<FileLines> {
  return new Promise((done) => {
    const lines: FileLine[] = []
    let line = 1
    let fault = text.trim() === '' ? 'This file is empty.' : undefined
    const unquoted = () => `The quotes in line ${line} don’t match. Correct the file and choose it again.`
    Papa.parse<string[]>(text, {
      delimiter: delimiterOf,
      chunkSize,
      chunk({ data, errors }: ParseResult<string[]>, parser: Parser) {
        const bad = errors.find(({ type }) => type === 'Quotes')?.row
        for (const [row, cells] of data.entries()) {
          if (row === bad) fault = unquoted()
          if (cells.some((cell) => cell.trim() !== '')) lines.push({ line, cells })
          line += 1 + breaksIn(cells)
        }
        // A quote that is never closed takes the rest of the file into one cell.
        if (data.length === 0) fault ??= unquoted()
        if (lines.length > mostLines) fault ??= `This file has more than ${counted(mostLines, 'line')}. Split it.`
        if (fault !== undefined) return parser.abort()
        parser.pause()
        void rest().then(() => parser.resume())
      },
      complete: () => done(fault === undefined ? { lines, isWindows1252: false } : { fault }),
    })
  })
}

/** The one that is most frequent in the first line. Papa Parse's own guess fails where there are blank lines. */
function delimiterOf(text: string): string {
  const [first = ''] = text
    .trimStart()
    .replaceAll(/"[^"]*"/g, '')
    .split(/[\r\n]/, 1)
  const times = (delimiter: string) => first.split(delimiter).length
  return [',', ';', '\t'].reduce((best, other) => (times(other) > times(best) ? other : best))
}

function breaksIn(cells: readonly string[]): number {
  let breaks = 0
  for (const cell of cells) if (/[\r\n]/.test(cell)) breaks += cell.split(/\r\n|\r|\n/).length - 1
  return breaks
}

/** How long work may keep the page from drawing and answering, in milliseconds. */
const slice = 25

/** Makes a function that lets the page draw and answer, if the work since the last time has taken its slice. */
export function createRest(): () => Promise<void> {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < slice) return
    await new Promise((go) => setTimeout(go))
    began = performance.now()
  }
}
