import Papa, { type ParseResult, type Parser } from 'papaparse'

/** A record of a file. `line`: the number of the line in which it begins; a quoted cell may contain line breaks. */
export interface FileLine {
  line: number
  cells: readonly string[]
}

/** The records of a file, or the line in which it breaks off. */
export type FileLines = { lines: readonly FileLine[] } | { fault: 'quotes' | 'too-many'; line: number }

/** The most records of a file. */
export const mostLines = 50_000

/** How much is parsed without a rest, in characters. */
const chunkSize = 128_000

/**
 * Cuts a text into records: comma, semicolon or tab; quoted as in RFC 4180. Blank lines are left out. Papa Parse hands
 * them on in chunks, and `rest` lets the page work in between. (Its own worker is a blob, which the console forbids.)
 */
export function readLines(text: string, rest: () => Promise<void>): Promise<FileLines> {
  return new Promise((done) => {
    const lines: FileLine[] = []
    let line = 1
    let fault: FileLines | undefined
    Papa.parse<string[]>(text, {
      delimiter: delimiterOf,
      chunkSize,
      chunk({ data, errors }: ParseResult<string[]>, parser: Parser) {
        const bad = errors.find(({ type }) => type === 'Quotes')?.row
        for (const [row, cells] of data.entries()) {
          if (row === bad) fault = { fault: 'quotes', line }
          if (cells.some((cell) => cell.trim() !== '')) lines.push({ line, cells })
          line += 1 + breaksIn(cells)
        }
        // A quote that is never closed takes the rest of the file into one cell.
        if (data.length === 0) fault ??= { fault: 'quotes', line }
        if (lines.length > mostLines) fault ??= { fault: 'too-many', line }
        if (fault !== undefined) return parser.abort()
        parser.pause()
        void rest().then(() => parser.resume())
      },
      complete: () => done(fault ?? { lines }),
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
