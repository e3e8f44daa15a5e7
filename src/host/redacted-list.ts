import { unreadableAs } from '#contract/answers.ts'
import { redaction, rowsNamed } from '#contract/list/redact.ts'
import { keysOf, piecesOf } from '#contract/list/scanner.ts'
import { OtherFields } from '#contract/list/other-fields.ts'
import { ServiceError, type ResourceName } from '#contract/problem.ts'
import type { Limits } from './limits.ts'
import { withStallLimit } from './body-streams.ts'
import type { Session } from '#host/session/sessions.ts'

/** What is read of a list, and for whom. */
export interface ListReading {
  part: ResourceName
  session: Pick<Session, 'bearer' | 'fingerprintKey'>
  limits: Limits
  /** Called once, when no more of the service's answer is read. */
  onEnd: () => void
}

/**
 * The service's list as the page may have it: `{"data":[…],"unknown":[…]}`, of each row what `TokenRow` and `UserRow`
 * name and null for one that cannot be read, then the names of fields that the console does not know. It is written as
 * it arrives and never held whole.
 * @throws {ServiceError} when the answer is no list, before the first byte of it; after that the stream fails.
 */
export function redactedList(response: Response, reading: ListReading): Promise<ReadableStream<Uint8Array>> {
  return streamFrom(reading.onEnd, async (write) => {
    const { row, unknownFields } = redactionFor(reading)
    const otherFields = new OtherFields()
    let before = '{"data":['
    for await (const { rows } of piecesFrom(response, reading)) {
      if (rows.length === 0) continue
      const kept = rows.map((one) => {
        const read = row(one)
        if (read !== undefined) otherFields.add(unknownFields(one))
        return read
      })
      await write(before + JSON.stringify(kept).slice(1, -1)) // of what is undefined it makes null
      before = ','
    }
    await write(`${before === ',' ? '' : before}],"unknown":${JSON.stringify(otherFields.all)}}`)
  })
}

/**
 * Only these rows of it, in the same form, each with its fingerprint; the reading ends at the last of them. One null
 * stands for all rows that cannot be read.
 * @throws {ServiceError} as `redactedList` does, and when more than `limits.unreadableRows` cannot be read.
 */
export function redactedRows(
  response: Response,
  reading: ListReading,
  names: ReadonlySet<string>,
): Promise<ReadableStream<Uint8Array>> {
  return streamFrom(reading.onEnd, async (write) => {
    const most = reading.limits.unreadableRows
    let bytes = 0
    let unreadable = 0
    const found = await rowsNamed(names, piecesFrom(response, reading), redactionFor(reading), {
      onBytes: (more) => (bytes += more),
      onUnreadable(count) {
        unreadable = count
        if (count > most) throw new ServiceError(unreadableAs('json', response.status, bytes, [`after row ${most}`]))
      },
    })
    await write(JSON.stringify({ data: unreadable === 0 ? found : [...found, null] }))
  })
}

function redactionFor({ part, session: { bearer, fingerprintKey } }: ListReading) {
  return redaction(part, bearer, fingerprintKey)
}

function piecesFrom({ body, status }: Response, { part, limits }: ListReading) {
  const answer = { body: body && withStallLimit(body, limits), status }
  return piecesOf(answer, { keys: keysOf(part), cap: limits.listBytes })
}

/** What `write` is given, as a stream that is there when the first of it is; what goes wrong after that breaks it off. */
function streamFrom(
  onEnd: () => void,
  by: (write: (text: string) => Promise<void>) => Promise<void>,
): Promise<ReadableStream<Uint8Array>> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const encoder = new TextEncoder()
  return new Promise((resolve, reject) => {
    const write = (text: string) => {
      resolve(readable)
      return writer.write(encoder.encode(text))
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
