/**
 * One line of CSV (RFC 4180) without its end. Every cell is quoted, so that no `;` or tab splits it. Papa Parse (5.7.1,
 * 6.9 kB) leaves `a;=1`, ` =1` and a full-width `＝1` as they are, which a spreadsheet may run as formulas.
 */
function csvLine(cells: readonly string[]): string {
  return cells.map((text) => `"${withoutFormulas(text).replaceAll('"', '""')}"`).join(',')
}

/**
 * An apostrophe before every sign that a spreadsheet would begin a formula with: at the beginning, and after what
 * separates cells where `;` or tab does, quotes or not. Spaces and quotes before the sign hide nothing.
 */
function withoutFormulas(text: string): string {
  let begin = 0
  return text.replace(/[\s\p{Cc}\p{Cf};"]+|[=+\-@＝＋－＠]/gu, (part: string, at: number) => {
    if (/^[=+\-@＝＋－＠]/.test(part)) return at === begin ? `'${part}` : part
    if (at === begin || /[;\t\r\n]/.test(part)) begin = at + part.length
    return part
  })
}

/** A file of these lines, the names of the columns first. */
export const csvFile = (lines: readonly (readonly string[])[]) => lines.map(csvLine).join('\r\n')

/** Has the browser save a file of CSV under a name. */
export function download(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
