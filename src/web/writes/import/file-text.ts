/** The text of a file, and the encoding that it was read in. */
export interface FileText {
  text: string
  encoding: 'UTF-8' | 'UTF-16' | 'Windows-1252'
}

/** Why a file cannot be read. */
export type FileFault = 'empty' | 'not-text' | 'spreadsheet' | 'too-large' | 'unreadable'

/** The largest file, in bytes. It is read as a whole. */
export const largestFile = 32_000_000

/** Reads the bytes of a file as text. What is not UTF-8 is taken for Windows-1252, in which every byte is a character. */
export function textOf(bytes: Uint8Array<ArrayBuffer>): FileText | { fault: FileFault } {
  if (bytes.length > largestFile) return { fault: 'too-large' }
  const [first, second] = bytes
  if (first === 0x50 && second === 0x4b) return { fault: 'spreadsheet' } // a ZIP archive, as .xlsx and .ods are
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  if (!isWide && bytes.includes(0)) return { fault: 'not-text' }
  const read = isWide
    ? { text: decode(bytes, first === 0xff ? 'utf-16le' : 'utf-16be'), encoding: 'UTF-16' as const }
    : fromBytes(bytes)
  return read.text.trim() === '' ? { fault: 'empty' } : read
}

function fromBytes(bytes: Uint8Array<ArrayBuffer>): FileText {
  try {
    return { text: decode(bytes, 'utf-8', true), encoding: 'UTF-8' }
  } catch {
    return { text: decode(bytes, 'windows-1252'), encoding: 'Windows-1252' }
  }
}

/** Drops a byte order mark. */
const decode = (bytes: Uint8Array<ArrayBuffer>, label: string, fatal = false) =>
  new TextDecoder(label, { fatal }).decode(bytes)
