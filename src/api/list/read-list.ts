import * as z from 'zod/mini'
import type { ResourceName } from '#api/problem.ts'
import { UnknownFields } from './unknown-fields.ts'
import { rowName, type Row } from './row-list.ts'
import { parseListStream, type ResponseStream } from './list-stream.ts'

/** Reads the JSON rows of one resource. */
export interface RowReader {
  /** One row; undefined: unreadable. */
  row: (json: unknown) => Row | undefined
  /** Adds a fingerprint of the value in the JSON row, if there is one. Only reads of single rows have one. */
  withFingerprint?: (row: Row, json: unknown) => Promise<Row>
  /** The names of fields in a row that the console does not know. */
  unknownFields?: (json: unknown) => readonly string[] | undefined
  /** The same names, from the envelope of a list. */
  unknownInEnvelope?: (envelope: unknown) => readonly string[] | undefined
}

const Envelope = z.object({ unknown: z.optional(z.array(z.string())) })

/** Takes rows as the console server has redacted them. Reading 100,000 rows a second time took half a second. */
export const redactedReader: RowReader = {
  row: (json) => (json ?? undefined) as Row | undefined,
  unknownInEnvelope: (envelope) => Envelope.safeParse(envelope).data?.unknown,
}

/** How to read a list. */
export interface ListReadOptions {
  resource: ResourceName
  reader: RowReader
  /** The size limit, in bytes. */
  cap: number
}

/** The rows of a list, and the numbers of unreadable ones (from 1, in the whole response). */
export interface ParsedRows {
  readonly rows: readonly Row[]
  readonly unreadableRows: readonly number[]
}

/** A screenful: so many rows are shown at once if more are to come, because somebody waits for them. */
const firstPartRows = 20

/** While a list arrives, it is shown again when it has so many times the rows of the last time. */
const growthFactor = 100

/** The most rows that are read without a pause, in which clicks, keys and frames get in. */
const maxRowsWithoutPause = 4000

/**
 * Reads all rows of a response, and the names of fields that the console does not know. `onPart` gets what has arrived,
 * which grows when the returned promise resolves; `onRows` gets all rows so far, at each pause.
 * @throws {ServiceError} as `parseListStream` does.
 */
export async function readRows(
  answer: ResponseStream,
  options: ListReadOptions,
  onPart?: (arrived: ParsedRows) => Promise<void> | void,
  onRows?: (rows: readonly Row[]) => void,
): Promise<ParsedRows & { unknownFields: readonly string[] }> {
  const { reader } = options
  const unknownFields = new UnknownFields()
  const rows: Row[] = []
  const unreadableRows: number[] = []
  let [rowCount, nextPartAt, nextPauseAt] = [0, firstPartRows, maxRowsWithoutPause]
  const report = async () => {
    if (rowCount >= nextPartAt) {
      nextPartAt = rowCount * growthFactor
      await onPart?.({ rows, unreadableRows })
    }
    if (rowCount < nextPauseAt) return
    nextPauseAt = rowCount + maxRowsWithoutPause
    onRows?.(rows)
    await new Promise<void>((resolve) => void setTimeout(resolve))
  }
  for await (const chunk of parseListStream(answer, options.resource, options.cap)) {
    for (const json of chunk.rows) {
      rowCount += 1
      const row = reader.row(json)
      if (row === undefined) unreadableRows.push(rowCount)
      else {
        rows.push(row)
        unknownFields.add(reader.unknownFields?.(json))
      }
      if (rowCount >= nextPauseAt || (rowCount === firstPartRows && !chunk.isEnd)) await report()
    }
    if (!chunk.isEnd) await report() // else the whole list follows at once
    unknownFields.add(reader.unknownInEnvelope?.(chunk.envelope))
  }
  return { rows, unreadableRows, unknownFields: unknownFields.all }
}

/**
 * Reads the first row of each of these names, no further than necessary. `onUnreadable` gets the number of unreadable rows
 * and of bytes so far: each of these rows may be a missing one. @throws {ServiceError} as `parseListStream` does.
 */
export async function readRowsByName(
  answer: ResponseStream,
  options: ListReadOptions,
  names: ReadonlySet<string>,
  onUnreadable: (count: number, bytes: number) => void,
): Promise<Row[]> {
  const { row, withFingerprint = (row) => Promise.resolve(row) } = options.reader
  const found = new Map<string, Promise<Row>>()
  let unreadable = 0
  reading: for await (const { rows, bytes } of parseListStream(answer, options.resource, options.cap)) {
    for (const json of rows) {
      const parsedRow = row(json)
      if (parsedRow === undefined) onUnreadable((unreadable += 1), bytes)
      else if (names.has(rowName(parsedRow)) && !found.has(rowName(parsedRow)))
        found.set(rowName(parsedRow), withFingerprint(parsedRow, json))
      if (found.size === names.size) break reading
    }
  }
  return Promise.all(found.values())
}
