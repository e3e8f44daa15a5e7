import { unreadableAs } from '#contract/answers.ts'
import { createBreathing } from '#contract/breathing.ts'
import { sortedByBytes } from '#contract/byte-sorting.ts'
import { ColumnBuilder } from '#contract/column-builder.ts'
import { frameOf, lastFrame } from '#contract/list-frames.ts'
import { NameKeys } from '#contract/name-keys.ts'
import type { PassedRow } from '#contract/passed-row.ts'
import { ServiceError, type Part } from '#contract/problem.ts'
import { createRedaction } from '#contract/redaction.ts'
import { keysOf, readRows } from '#contract/rows.ts'
import type { Limits } from './limits.ts'
import { paced } from './pace.ts'
import type { Session } from './sessions.ts'
import { Utf8Decoder } from './utf8.ts'

/** What is read of a list, and for whom. */
export interface ListReading {
  part: Part
  session: Pick<Session, 'bearer' | 'fingerprintKey'>
  limits: Limits
  /** Called once, when no more of the service's answer is read. */
  onEnd: () => void
}

/**
 * The service's list as the page may have it: the contract's fields of its rows as columns (`list-frames.ts`), written as
 * they arrive, and the order of their names, which alone are held until then.
 * @throws {ServiceError} when the answer is no list, before the first byte of it; after that the stream fails.
 */
export function redactedList(said: Response, reading: ListReading): Promise<ReadableStream<Uint8Array>> {
  return written(reading.onEnd, async (write) => {
    const redaction = redactionFor(reading)
    const columns = new ColumnBuilder()
    const names = new NameKeys()
    let unreadable: number[] = []
    let rows = 0
    const afterChunk = async () => {
      if (columns.count + unreadable.length === 0) return
      const missed = unreadable
      unreadable = []
      const some = columns.take()
      names.add(some.names)
      if ((names.begins[names.count] ?? 0) + 16 * names.count > reading.limits.listNames) {
        throw new ServiceError({ kind: 'too-large', cap: reading.limits.listNames })
      }
      await write(frameOf(some, missed))
    }
    await readRows(...readingOf(said, reading, afterChunk), (row) => {
      const parts = redaction.row(row)
      rows += 1
      if (parts === undefined) unreadable.push(rows)
      else columns.add(parts)
    })
    await afterChunk()
    await write(lastFrame(rows, await sortedByBytes(names, createBreathing()), names.areExact))
  })
}

/**
 * Only these rows of it, as JSON, each with its fingerprint; the reading ends at the last of them. One null stands for
 * all rows that cannot be read.
 * @throws {ServiceError} as `redactedList` does, and when more than `limits.unreadableRows` cannot be read.
 */
export function redactedRows(
  said: Response,
  reading: ListReading,
  names: ReadonlySet<string>,
): Promise<ReadableStream<Uint8Array>> {
  return written(reading.onEnd, async (write) => {
    const redaction = redactionFor(reading, names)
    const most = reading.limits.unreadableRows
    const found: Promise<PassedRow>[] = []
    let unreadable = 0
    const [answer, options] = readingOf(said, reading)
    let bytes = 0
    await readRows(answer, { ...options, onChunk: (more) => (bytes += more) }, (row) => {
      const wanted = redaction.wanted(row)
      if (wanted === null) unreadable += 1
      else if (wanted !== undefined) found.push(wanted)
      if (unreadable > most) {
        throw new ServiceError(unreadableAs('json', said.status, bytes, [`after row ${most}`]))
      }
      return redaction.isDone()
    })
    const rows: PassedRow[] = await Promise.all(found)
    if (unreadable > 0) rows.push(null)
    await write(new TextEncoder().encode(JSON.stringify(rows)))
  })
}

function redactionFor({ part, session: { bearer, fingerprintKey: key } }: ListReading, names?: ReadonlySet<string>) {
  return createRedaction(part, names === undefined ? { bearer, key } : { bearer, key, names })
}

function readingOf(said: Response, { part, limits }: ListReading, afterChunk?: () => Promise<void>) {
  const answer = new Response(said.body && paced(said.body, limits), { status: said.status })
  const decoder = new Utf8Decoder()
  return [answer, { keys: keysOf(part), cap: limits.listBytes, decoder, afterChunk }] as const
}

/** What `write` is given, as a stream that is there when the first of it is; what goes wrong after that breaks it off. */
function written(
  onEnd: () => void,
  by: (write: (bytes: Uint8Array) => Promise<void>) => Promise<void>,
): Promise<ReadableStream<Uint8Array>> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  return new Promise((resolve, reject) => {
    const write = (bytes: Uint8Array) => {
      resolve(readable)
      return writer.write(bytes)
    }
    by(write)
      .finally(onEnd)
      .then(() => writer.close())
      .catch((error: unknown) => {
        reject(error as Error) // does nothing once the first bytes are on their way
        writer.abort(error).catch(() => undefined)
      })
  })
}
