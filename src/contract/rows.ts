import { begins } from './markup.ts'
import { ServiceError, type Received } from './problem.ts'
import { RowScanner, type OnRow, type RowKeys } from './row-scanner.ts'

/**
 * The most characters that are held for one row, or around the list: the longest name is some 64,000 characters. More
 * is no row, and whoever sends it without end must not fill our memory.
 */
const mostHeld = 4 * 1024 * 1024

/** How a list is read. */
export interface RowReading {
  keys: RowKeys
  /** Bytes beyond which nothing more is read. */
  cap: number
  onChunk?: (bytes: number) => void
  /** Awaited when the rows of a chunk have been handed over: whoever passes them on holds the reading back here. */
  afterChunk?: (() => Promise<void> | undefined) | undefined
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
 * @throws {ServiceError} `unreadable` (its `at` says after which row) or `too-large` (more than `cap` bytes).
 */
export async function readRows(
  response: Response,
  { keys, cap, onChunk, afterChunk }: RowReading,
  onRow: OnRow,
): Promise<number> {
  const { status } = response
  let bytes = 0
  let rows = 0
  const broken = (received: Received, place = `after row ${rows}`) =>
    new ServiceError({ kind: 'unreadable', status, received, bytes, at: [place] })
  if (response.body === null) throw broken({ form: 'empty' }, 'the list')

  const reader = response.body.getReader()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const scanner = new RowScanner(keys)
  let head = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      bytes += value?.byteLength ?? 0
      onChunk?.(value?.byteLength ?? 0)
      let text: string
      try {
        text = done ? decoder.decode() : decoder.decode(value, { stream: true })
      } catch {
        throw broken({ form: 'text' }, 'bytes that are not UTF-8')
      }
      if (bytes > cap) throw new ServiceError({ kind: 'too-large', cap })
      if (head.length < 60) {
        head = (head + text).trimStart()
        if (head.startsWith('<') && (done || head.length >= 60))
          throw broken({ form: 'html', begins: begins(head) }, 'the list')
      }
      const wanted = scanner.push(text, (row) => {
        const enough = onRow(row)
        rows += 1
        return enough
      })
      if (!wanted) return rows
      if (scanner.held > mostHeld) throw broken({ form: 'text' })
      if (done) break
      await afterChunk?.()
    }
  } catch (error) {
    if (error instanceof ServiceError || isAbort(error)) throw error
    // A stream that fails midway rejects with whatever the platform says; the caller's own abort is told apart there.
    throw broken({ form: error instanceof SyntaxError ? 'malformed' : 'broken-off' })
  } finally {
    // Also ends the transfer where the reading ended early.
    reader.cancel().catch(() => undefined)
  }
  if (head === '') throw broken({ form: 'empty' }, 'the list')
  const end = scanner.end()
  if (end === 'broken-off' || end === 'malformed') throw broken({ form: end })
  if (end === 'no-list') throw broken({ form: scanner.isJson ? 'json' : 'text' }, `one of ${keys.join(', ')}`)
  return rows
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError')
}
