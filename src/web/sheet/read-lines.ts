import Papa, { type ParseResult, type Parser } from 'papaparse'
import { counted } from '#web/ui/time.ts'

/** A record of a file. `line`: the number of the line in which it begins; a quoted cell may contain line breaks. */
export interface FileLine {
  line: number
  cells: readonly string[]
}

/**
 * The records of a file, or a sentence about why it has none. `assumed`: it is neither UTF-8 nor UTF-16, and was read in
 * this encoding.
 */
export type FileLines = { lines: readonly FileLine[]; assumed?: Encoding } | { fault: string }

/** The largest file, in bytes. It is read as a whole. */
const largestFile = 32_000_000

/** The most records of a file. */
export const mostLines = 50_000

/** How much is parsed without a rest, in characters. */
const chunkSize = 128_000

/** The encodings to choose from where a file is not UTF-8. The first is assumed; in it every byte is a character. */
export const encodings = {
  'windows-1252': 'Western',
  'windows-1250': 'Central European',
  'windows-1251': 'Cyrillic',
  'windows-1253': 'Greek',
} as const
export type Encoding = keyof typeof encodings

/** Reads the bytes of a file as UTF-8, or as UTF-16 behind its mark (Excel's *Unicode text*), else as it is `chosen`. */
export async function readFile(bytes: Uint8Array<ArrayBuffer>, chosen: Encoding = 'windows-1252'): Promise<FileLines> {
  if (bytes.length > largestFile) return { fault: `This file is larger than ${largestFile / 1e6} MB. Split it.` }
  const wide =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff && 'utf-16be'
  if (wide) return readLines(new TextDecoder(wide).decode(bytes))
  // Of most letters one of the two bytes is zero, and always the same one.
  const first = bytes.subarray(0, 200)
  const zeros = [0, 1].map((side) => first.filter((byte, at) => byte === 0 && at % 2 === side).length)
  if (Math.min(...zeros) === 0 && Math.max(...zeros) * 3 > first.length)
    return { fault: 'This file is UTF-16 without its mark. Save it as “CSV UTF-8” and choose that file.' }
  if (bytes.includes(0)) return { fault: 'This file is not text. Save the sheet as CSV and choose that file.' }
  try {
    return await readLines(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const read = await readLines(new TextDecoder(chosen).decode(bytes))
    return 'fault' in read ? read : { ...read, assumed: chosen }
  }
}

/**
 * Cuts a text into records: comma, semicolon or tab; quoted as in RFC 4180. Blank lines are left out. Papa Parse hands
 * them on in chunks, and the page works in between. (Its own worker is a blob, which the console forbids.)
 */
export function readLines(given: string): Promise<FileLines> {
  const rest = createRest()
  const separator = /^\ufeff?sep=(.)(?:\r\n?|\n)/i.exec(given)
  // One kind of line end, except in quotes: Papa Parse takes the one that it meets first for all.
  const text = given
    .slice(separator?.[0].length ?? 0)
    .replaceAll(/"[^"]*"|\r\n?/g, (part) => (part[0] === '"' ? part : '\n'))
  return new Promise((done) => {
    const lines: FileLine[] = []
    let line = separator === null ? 1 : 2
    let fault = text.trim() === '' ? 'This file is empty.' : undefined
    const unquoted = () => `The quotes in line ${line} don’t match. Correct the file and choose it again.`
    Papa.parse<string[]>(text, {
      delimiter: separator?.[1] ?? delimiterOf,
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
      complete: () => done(fault === undefined ? { lines } : { fault }),
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
