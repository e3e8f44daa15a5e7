import { readRowsByName, type ListReadOptions } from '#api/list/read-list.ts'
import { parseListStream, type ResponseStream } from '#api/list/list-stream.ts'
import { UnknownFields } from '#api/list/unknown-fields.ts'
import { invalidResponseError } from '#api/problem.ts'

/**
 * The service's list, redacted for the page: `{"data":[…],"unknown":[…]}`. `data` has of each row what `options.reader`
 * keeps, and null for an unreadable one; `unknown` has the names of fields that the console does not know. It is written
 * as it arrives and never held as a whole. `onEnd`: nothing more of the response is read.
 * @throws {ServiceError} if the response is not a list, before the first byte; after that the stream fails.
 */
export function redactedList(
  answer: ResponseStream,
  options: ListReadOptions,
  onEnd: () => void,
): Promise<ReadableStream<Uint8Array>> {
  return streamFrom(onEnd, async (write) => {
    const { row, unknownFields: unknownIn } = options.reader
    const unknownFields = new UnknownFields()
    let prefix = '{"data":['
    for await (const { rows } of parseListStream(answer, options.resource, options.cap)) {
      if (rows.length === 0) continue
      const redacted = rows.map((rawRow) => {
        const redactedRow = row(rawRow)
        if (redactedRow !== undefined) unknownFields.add(unknownIn?.(rawRow))
        return redactedRow
      })
      await write(prefix + JSON.stringify(redacted).slice(1, -1)) // undefined becomes null
      prefix = ','
    }
    await write(`${prefix === ',' ? '' : prefix}],"unknown":${JSON.stringify(unknownFields.all)}}`)
  })
}

/**
 * Only these rows, in the same form, each with its fingerprint. Reading ends at the last of them. One null stands for
 * all unreadable rows, of which there may be `maxUnreadable`.
 * @throws {ServiceError} as `redactedList` does, and if more are unreadable.
 */
export async function redactedRows(
  answer: ResponseStream,
  options: ListReadOptions,
  names: ReadonlySet<string>,
  maxUnreadable: number,
): Promise<string> {
  let unreadable = 0
  const rows = await readRowsByName(answer, options, names, (count, bytes) => {
    unreadable = count
    if (count > maxUnreadable) throw invalidResponseError('json', answer.status, bytes, `after row ${maxUnreadable}`)
  })
  return JSON.stringify({ data: unreadable === 0 ? rows : [...rows, null] })
}

/** A stream of what is passed to `write`. It resolves with the first text; a later failure breaks the stream off. */
function streamFrom(
  onEnd: () => void,
  produce: (write: (text: string) => Promise<void>) => Promise<void>,
): Promise<ReadableStream<Uint8Array>> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const encoder = new TextEncoder()
  return new Promise((resolve, reject) => {
    const write = (text: string) => {
      resolve(readable)
      return writer.write(encoder.encode(text))
    }
    produce(write)
      .finally(onEnd)
      .then(() => writer.close())
      .catch((error: unknown) => {
        reject(error as Error) // has no effect after the first bytes
        writer.abort(error).catch(() => undefined)
      })
  })
}
