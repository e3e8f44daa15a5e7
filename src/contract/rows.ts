import { readBody, type BodyReading } from './body-reading.ts'
import { begins } from './markup.ts'
import { RowScanner, type OnRow, type RowKeys } from './row-scanner.ts'

/**
 * The most characters that are held for one row, or around the list: the longest name is some 64,000 characters. More
 * is no row, and whoever sends it without end must not fill our memory.
 */
const mostHeld = 4 * 1024 * 1024

/** How a list is read. */
export interface RowReading extends BodyReading {
  keys: RowKeys
  /** What decodes the bytes, strictly, where there is something better than the platform's. */
  decoder?: Utf8
}

/** Without bytes: the end. It throws for what is no UTF-8. */
interface Utf8 {
  decode: (bytes?: Uint8Array) => string
}

/** The keys under which the two lists may stand. */
export function keysOf(part: 'tokens' | 'users'): RowKeys {
  return ['data', part, 'items']
}

/**
 * Reads a list as it arrives and hands over one row after the other; what a row holds is the caller's to parse, so
 * that nothing it does not name outlives the row. `onRow` returning true ends the reading there.
 * A stream that breaks off, is malformed, or holds no list ends as a Problem, never as a short list that looks whole.
 *
 * @returns the number of rows handed over.
 * @throws {ServiceError} as `readBody` does.
 */
export async function readRows(response: Response, reading: RowReading, onRow: OnRow): Promise<number> {
  const { keys, decoder = utf8() } = reading
  const scanner = new RowScanner(keys)
  let rows = 0
  let head = ''
  await readBody(
    response,
    reading,
    () => rows,
    (chunk, broken) => {
      let text: string
      try {
        text = decoder.decode(chunk)
      } catch {
        throw broken({ form: 'text' }, 'bytes that are not UTF-8')
      }
      const isOver = chunk === undefined
      if (head.length < 60) {
        head = (head + text).trimStart()
        if (head.startsWith('<') && (isOver || head.length >= 60))
          throw broken({ form: 'html', begins: begins(head) }, 'the list')
      }
      const wanted = scanner.push(text, (row) => {
        const enough = onRow(row)
        rows += 1
        return enough
      })
      if (!wanted) return true
      if (scanner.held > mostHeld) throw broken({ form: 'text' })
      if (!isOver) return false
      if (head === '') throw broken({ form: 'empty' }, 'the list')
      const end = scanner.end()
      if (end === 'broken-off' || end === 'malformed') throw broken({ form: end })
      if (end === 'no-list') throw broken({ form: scanner.isJson ? 'json' : 'text' }, `one of ${keys.join(', ')}`)
      return true
    },
  )
  return rows
}

function utf8(): Utf8 {
  const strict = new TextDecoder('utf-8', { fatal: true })
  return { decode: (bytes) => strict.decode(bytes, { stream: bytes !== undefined }) }
}
