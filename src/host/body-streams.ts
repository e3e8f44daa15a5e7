import type { Limits } from './limits.ts'
import { noResponse } from './upstream.ts'
import type * as z from 'zod/mini'

/**
 * Passes a stream on, and fails as timed out if the source delivers less than `paceBytes` during `pace`
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
      controller.error(noResponse('timed-out', 'unknown'))
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

/** The JSON body of a request; undefined if it has another shape. */
export async function readJson<T>(request: Request, schema: z.ZodMiniType<T>): Promise<T | undefined> {
  return parsedBody(new Uint8Array(await request.arrayBuffer()), schema)
}
