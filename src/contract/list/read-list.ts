import type { ResourceName } from '#contract/problem.ts'
import { UnknownFields } from './unknown-fields.ts'
import { redactedByHost, redaction, type RowReader } from './redact.ts'
import { nameOf, type Row } from './rows.ts'
import { piecesOf, type Arriving } from './split.ts'

/** How to read a list. */
export interface ListReading {
  part: ResourceName
  /** Whether the console server answers; it has redacted the rows already. */
  hosted: boolean
  /** Marks the row or account that it belongs to. Used for this call and kept nowhere. */
  bearer: string | undefined
  /** The key for fingerprints of single rows; see `fingerprintOf`. */
  key: string
  /** The size limit, in bytes. */
  cap: number
}

/**
 * Gets rows while a list arrives, and the numbers of unreadable ones (from 1, in the whole response). The next rows come
 * when the returned promise resolves.
 */
export type OnRows = (rows: readonly Row[], unreadable: readonly number[]) => Promise<void> | void

/** A screenful: so many rows are handed over at once if more are to come, because somebody waits for them. */
export const screenful = 20

/** The most rows that are read without a pause, in which clicks, keys and frames get in. */
const most = 4000

/**
 * Reads all rows of a response. Resolves to the names of fields that the console does not know.
 * @throws {ServiceError} as `piecesOf` does.
 */
export async function readRows(answer: Arriving, reading: ListReading, onRows: OnRows): Promise<readonly string[]> {
  const reader = readerOf(reading)
  const unknownFields = new UnknownFields()
  let [seen, pause] = [0, most]
  let rows: Row[] = []
  let unreadable: number[] = []
  const handOver = async () => {
    const [some, missed] = [rows, unreadable]
    rows = []
    unreadable = []
    await onRows(some, missed)
    if (seen < pause) return
    pause = seen + most
    await new Promise<void>((resolve) => void setTimeout(resolve))
  }
  for await (const piece of piecesOf(answer, reading.part, reading.cap)) {
    for (const json of piece.rows) {
      seen += 1
      const row = reader.row(json)
      if (row === undefined) unreadable.push(seen)
      else {
        rows.push(row)
        unknownFields.add(reader.unknownFields?.(json))
      }
      if (seen >= pause || (seen === screenful && !piece.isEnd)) await handOver()
    }
    await handOver()
    unknownFields.add(reader.unknownInEnvelope?.(piece.envelope))
  }
  return unknownFields.all
}

/**
 * Reads the first row of each of these names, no further than necessary. `onUnreadable` gets the number of unreadable rows
 * and of bytes so far: each of these rows may be a missing one. @throws {ServiceError} as `piecesOf` does.
 */
export async function readNamed(
  answer: Arriving,
  reading: ListReading,
  names: ReadonlySet<string>,
  onUnreadable: (count: number, bytes: number) => void,
): Promise<Row[]> {
  const { row, withFingerprint = (row) => Promise.resolve(row) } = readerOf(reading)
  const found = new Map<string, Promise<Row>>()
  let unreadable = 0
  reading: for await (const { rows, bytes } of piecesOf(answer, reading.part, reading.cap)) {
    for (const json of rows) {
      const read = row(json)
      if (read === undefined) onUnreadable((unreadable += 1), bytes)
      else if (names.has(nameOf(read)) && !found.has(nameOf(read))) found.set(nameOf(read), withFingerprint(read, json))
      if (found.size === names.size) break reading
    }
  }
  return Promise.all(found.values())
}

/** Reads the rows of such a list. */
export const readerOf = ({ hosted, part, bearer, key }: ListReading): RowReader =>
  hosted ? redactedByHost(part) : redaction(part, bearer, key)
