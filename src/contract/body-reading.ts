import { ServiceError, type Received } from './problem.ts'

/** How a body is read. */
export interface BodyReading {
  /** Bytes beyond which nothing more is read. */
  cap: number
  onChunk?: (bytes: number) => void
  /** Awaited when what was in a chunk has been handed over: whoever passes it on holds the reading back here. */
  afterChunk?: (() => Promise<void> | undefined) | undefined
}

/** Makes the Problem of a body that is none of what was asked for; `place` is where, if not after the last row. */
export type Broken = (received: Received, place?: string) => ServiceError

/**
 * Reads the body of a list as it arrives. `take` gets one chunk after the other, and undefined at the end; true: enough,
 * which ends the transfer. `rows`: how many there were so far.
 *
 * @throws {ServiceError} `unreadable` (its `at` says after which row) or `too-large` (more than `cap` bytes).
 */
export async function readBody(
  response: Response,
  { cap, onChunk, afterChunk }: BodyReading,
  rows: () => number,
  take: (chunk: Uint8Array | undefined, broken: Broken) => boolean,
): Promise<void> {
  const { status } = response
  let bytes = 0
  const broken: Broken = (received, place = `after row ${rows()}`) =>
    new ServiceError({ kind: 'unreadable', status, received, bytes, at: [place] })
  if (response.body === null) throw broken({ form: 'empty' }, 'the list')

  const reader = response.body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      bytes += value?.byteLength ?? 0
      onChunk?.(value?.byteLength ?? 0)
      if (bytes > cap) throw new ServiceError({ kind: 'too-large', cap })
      if (take(value, broken) || done) return
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
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError')
}
