import { OtherFields } from './other-fields.ts'
import { orderOf } from './order.ts'
import type { ListReader, ListResult, RowHandlers } from './protocol.ts'
import { redactedByHost, redaction, rowsNamed, type RowReader } from './redact.ts'
import { nameOf, type FlatRow } from './rows.ts'
import { piecesOf, type Piece } from './scanner.ts'
import type { Fetch } from '#contract/transport.ts'

/**
 * The number of rows handed over at once: few at first, because they are waited for and a short list is drawn whole.
 */
const [few, most] = [20, 4000]

/** Reads lists in the calling thread. */
export function createListReader(fetch: Fetch): ListReader {
  return {
    async request(url, init, request) {
      // Another thread hears nothing of what `init` said of cookies.
      const response = await fetch(url, { ...init, credentials: request.hosted ? 'same-origin' : 'omit' })
      const { ok, status, type, headers, body } = response
      const rows = (handlers: RowHandlers) => {
        const { part, cap, hosted, bearer, key, names } = request
        const reading = hosted ? redactedByHost(part) : redaction(part, bearer, key)
        const pieces = piecesOf(response, part, cap)
        return names === undefined ? allRows(pieces, reading, handlers) : someRows(names, pieces, reading, handlers)
      }
      return { ok, status, type, headers, body, rows }
    },
  }
}

async function allRows(
  pieces: AsyncIterable<Piece>,
  reading: RowReader,
  { onBytes, onRows }: RowHandlers,
): Promise<ListResult> {
  const names: string[] = []
  const otherFields = new OtherFields()
  let [seen, unreadableCount, due] = [0, 0, few]
  let rows: FlatRow[] = []
  let unreadable: number[] = []
  const handOver = async () => {
    unreadableCount += unreadable.length
    const [some, missed] = [rows, unreadable]
    rows = []
    unreadable = []
    due = Math.min(due * 10, most)
    await onRows(some, missed)
  }
  for await (const piece of pieces) {
    onBytes(piece.bytes)
    for (const json of piece.rows) {
      seen += 1
      const row = reading.row(json)
      if (row === undefined) unreadable.push(seen)
      else {
        rows.push(row)
        names.push(nameOf(row))
        otherFields.add(reading.unknownFields(json))
      }
      if (rows.length + unreadable.length >= due) await handOver()
    }
    otherFields.add(reading.unknownInEnvelope(piece.envelope))
  }
  await handOver()
  return { order: orderOf(names), found: [], unreadable: unreadableCount, otherFields: otherFields.all }
}

async function someRows(
  names: readonly string[],
  pieces: AsyncIterable<Piece>,
  reading: RowReader,
  { onBytes }: RowHandlers,
): Promise<ListResult> {
  let unreadable = 0
  const handlers = { onBytes, onUnreadable: (count: number) => void (unreadable = count) }
  const found = await rowsNamed(new Set(names), pieces, reading, handlers)
  return { order: new Uint32Array(0), found, unreadable, otherFields: [] }
}
