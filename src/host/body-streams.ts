import type { Limits } from './limits.ts'
import type * as z from 'zod/mini'

/**
 * Passes a stream on, and fails with a `TimeoutError` if the source delivers less than `paceBytes` during `pace`
 * milliseconds of waiting for it. A slow reader does not count against the source. Nothing is buffered: a chunk is read
 * when it is asked for.
 */
export function withStallLimit(
  source: ReadableStream<Uint8Array>,
  { pace, paceBytes }: Pick<Limits, 'pace' | 'paceBytes'>,
): ReadableStream<Uint8Array> {
  const reader = source.getReader()
  let waited = 0
  let received = 0

  async function pull(controller: ReadableStreamDefaultController<Uint8Array>) {
    const began = performance.now()
    const next = await within(pace - waited, reader.read())
    if (next === 'late') {
      controller.error(new DOMException('stalled', 'TimeoutError'))
      reader.cancel().catch(() => undefined)
      return
    }
    if (next.done) return controller.close()
    waited += performance.now() - began
    received += next.value.byteLength
    if (received >= paceBytes) waited = received = 0
    controller.enqueue(next.value)
  }

  return new ReadableStream({ pull, cancel: (reason) => reader.cancel(reason) }, { highWaterMark: 0 })
}

/**
 * Reads a whole stream; undefined as soon as it exceeds `cap` bytes.
 * @throws the signal's reason if it is aborted before the end, and {BrokenOff} if the stream fails.
 */
export async function readAll(
  source: ReadableStream<Uint8Array> | null,
  cap: number,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (!source) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = source.getReader()
  const stop = () => void reader.cancel().catch(() => undefined)
  signal?.addEventListener('abort', stop, { once: true })
  const next = () =>
    reader.read().catch(() => {
      throw new BrokenOff(size)
    })
  for (let part = await next(); !part.done; part = await next()) {
    size += part.value.byteLength
    if (size > cap) {
      stop()
      return undefined
    }
    chunks.push(part.value)
  }
  signal?.throwIfAborted() // a cancelled stream ends as if it were complete
  return new Uint8Array(Buffer.concat(chunks, size))
}

/** A stream that failed after so many bytes. */
export class BrokenOff extends Error {
  override readonly name = 'BrokenOff'
  readonly bytes: number

  constructor(bytes: number) {
    super('broken off')
    this.bytes = bytes
  }
}

async function within<T>(ms: number, promise: Promise<T>): Promise<T | 'late'> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), Math.max(0, ms))
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

/** A JSON request body of this shape; undefined for anything else. No parser message gets out: it quotes its input. */
export function parsedBody<T>(body: Uint8Array | undefined, schema: z.ZodMiniType<T>): T | undefined {
  try {
    const json: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    return schema.safeParse(json).data
  } catch {
    return undefined
  }
}

/** The JSON body of a request; undefined if it has another shape or more than `cap` bytes. */
export async function readJson<T>(request: Request, schema: z.ZodMiniType<T>, cap: number): Promise<T | undefined> {
  return parsedBody(await readAll(request.body, cap), schema)
}
