import { OtherFields } from './other-fields.ts'
import { orderingOf } from './order.ts'
import type { ListReader, RowsEnd, RowsHeard } from './protocol.ts'
import { passedOn, redaction, rowsNamed, type RowReading } from './redact.ts'
import { nameOf, type FlatRow } from './rows.ts'
import { keysOf, piecesOf, type Piece } from './scanner.ts'
import type { Fetch } from '#contract/transport.ts'

/** How many rows are handed over at once: few at first, since they are waited for and a short list is drawn whole. */
const [few, most] = [25, 4000]

/** Reads lists in the thread that it is called in. */
export function createListReader(fetch: Fetch): ListReader {
  return {
    async ask(url, init, asked) {
      const response = await fetch(url, init)
      const { ok, status, type, headers, body } = response
      const rows = (heard: RowsHeard) => {
        const { part, cap, hosted, bearer, key, names } = asked
        const reading = hosted ? passedOn(part) : redaction(part, bearer, key)
        const pieces = piecesOf(response, { keys: keysOf(part), cap })
        return names === undefined ? allRows(pieces, reading, heard) : someRows(names, pieces, reading, heard)
      }
      return { ok, status, type, headers, body, rows }
    },
  }
}

async function allRows(
  pieces: AsyncIterable<Piece>,
  reading: RowReading,
  { onBytes, onRows }: RowsHeard,
): Promise<RowsEnd> {
  const ordering = orderingOf()
  const others = new OtherFields()
  let [seen, lost, due] = [0, 0, few]
  let rows: FlatRow[] = []
  let unreadable: number[] = []
  const handOver = async () => {
    lost += unreadable.length
    ordering.add(rows.map(nameOf))
    const [some, missed] = [rows, unreadable]
    rows = []
    unreadable = []
    due = Math.min(due * 10, most)
    await onRows(some, missed)
  }
  for await (const piece of pieces) {
    onBytes(piece.bytes)
    for (const said of piece.rows) {
      seen += 1
      const row = reading.row(said)
      if (row === undefined) unreadable.push(seen)
      else {
        rows.push(row)
        others.add(reading.unknown(said))
      }
      if (rows.length + unreadable.length >= due) await handOver()
    }
    others.add(reading.beside(piece.around))
  }
  await handOver()
  return { order: ordering.all(), found: [], unreadable: lost, otherFields: others.all }
}

async function someRows(
  names: readonly string[],
  pieces: AsyncIterable<Piece>,
  reading: RowReading,
  { onBytes }: RowsHeard,
): Promise<RowsEnd> {
  let unreadable = 0
  const heard = { onBytes, onUnreadable: (count: number) => void (unreadable = count) }
  const found = await rowsNamed(new Set(names), pieces, reading, heard)
  return { order: new Uint32Array(0), found, unreadable, otherFields: [] }
}
