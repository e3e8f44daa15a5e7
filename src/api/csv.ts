/**
 * One line of CSV (RFC 4180) without its line break. Every cell is quoted, so `;` and tabs do not split it. Papa Parse
 * (5.7.1, 6.9 kB) does not escape `a;=1`, ` =1` and a full-width `＝1`, which a spreadsheet may run as formulas.
 */
function csvLine(cells: readonly string[]): string {
  return cells.map((text) => quoteCell(escapeFormulas(text))).join(',')
}

/** A cell in quotes. */
export const quoteCell = (text: string) => `"${text.replaceAll('"', '""')}"`

/** Blanks, after which a cell may begin, and characters that must not begin one. */
const boundaryPattern = /[\s\p{Cc}\p{Cf};"]+|[=+\-@＝＋－＠']/gu

/**
 * Puts an apostrophe before every character that could start a formula, and before an apostrophe, so that reading can
 * take one off: at the beginning of the cell, and after each `;`, tab or line break, where some spreadsheets start a new
 * cell. Spaces and quotes before the character do not matter.
 */
export const escapeFormulas = (text: string) => replaceAtCellStart(text, (part) => `'${part}`)

/** The text of a cell as it was before `csvFile` wrote it. An apostrophe that protects nothing stays. */
export const unescapeFormulas = (cell: string) =>
  cell.includes("'")
    ? replaceAtCellStart(cell, (part, next) => (part === "'" && /^[=+\-@＝＋－＠']/.test(next) ? '' : part))
    : cell

/** Replaces the characters with which a spreadsheet could begin a cell. `next`: the character after it. */
function replaceAtCellStart(text: string, replace: (part: string, next: string) => string): string {
  let cellStart = 0
  return text.replace(boundaryPattern, (part: string, offset: number) => {
    const end = offset + part.length
    if (/^[=+\-@＝＋－＠']/.test(part)) return offset === cellStart ? replace(part, text.slice(end, end + 1)) : part
    if (offset === cellStart || /[;\t\r\n]/.test(part)) cellStart = end
    return part
  })
}

/** A CSV file. The first line has the names of the columns. Excel reads it as UTF-8 only behind a byte order mark. */
export const csvFile = (lines: readonly (readonly string[])[]) => `\ufeff${lines.map(csvLine).join('\r\n')}`
