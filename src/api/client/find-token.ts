import * as z from 'zod/mini'
import { valueInRow } from '#api/jwt.ts'
import { parseListStream } from '#api/list/list-stream.ts'
import { Problem, getProblem } from '#api/problem.ts'
import { StoredToken } from '#api/token.ts'
import { createApiClient, createRequester, type Connection } from './client.ts'

/** The body of a request to find the token of a value. It holds the secret. */
export const FindRequest = z.object({
  value: z.string().check(z.minLength(1), z.maxLength(32_768)),
  /** Whether to read the values that the list leaves out, one by one. */
  reads: z.boolean(),
})
export type FindRequest = z.infer<typeof FindRequest>

/**
 * What a search for a value found.
 * - `name`: the token with this value.
 * - `toRead`: no row of the list has it, but so many rows come without their value, which was not to be read.
 * - `tokens`: none of so many tokens has it, as far as values could be read: `unreadable` could not.
 */
export const FindResult = z.union([
  z.object({ name: z.string() }),
  z.object({ toRead: z.number() }),
  z.object({ tokens: z.number(), unreadable: z.number() }),
])
export type FindResult = z.infer<typeof FindResult>

const FindProgress = z.object({ read: z.number(), of: z.number() })
/** How many of the values that are read one by one have been read. */
export type FindProgress = z.infer<typeof FindProgress>

/** One line of the console server's response while it looks. */
export const FindLine = z.union([FindProgress, z.object({ result: FindResult }), z.object({ problem: Problem })])
export type FindLine = z.infer<typeof FindLine>

/** A search for a value. */
export interface FindOptions extends FindRequest {
  signal: AbortSignal
  onProgress: (progress: FindProgress) => void
}

/** How many values are read at once. */
const concurrency = 4

/** After so many failures in a row, the service is given up. */
const maxConsecutiveFailures = 5

/**
 * Finds the token that a value belongs to. The list is compared while it arrives. If it leaves values out, they are read
 * one by one. Nothing is kept, and everything ends at the match.
 * @throws {ServiceError} if the list cannot be read, the session is over, or several values in a row cannot be read.
 */
export async function findToken(connection: Connection, options: FindOptions): Promise<FindResult> {
  const { value, reads, signal } = options
  const { request, caps } = createRequester(connection)
  const toRead: string[] = []
  let [tokens, unreadable] = [0, 0]
  const matchRow = (row: unknown): string | undefined => {
    tokens += 1
    const name = StoredToken.safeParse(row).data?.name
    const secret = valueInRow(row)
    if (name === undefined) unreadable += 1
    else if (secret === undefined) toRead.push(name)
    else if (secret.trim() === value) return name
    return undefined
  }
  const name = await request('tokens', { isList: true, signal }, async (answer) => {
    for await (const { rows } of parseListStream(answer, 'tokens', caps.list))
      for (const row of rows) {
        const name = matchRow(row)
        if (name !== undefined) return name
      }
    return undefined
  })
  if (name !== undefined) return { name }
  if (toRead.length > 0 && !reads) return { toRead: toRead.length }
  const result = await readEach(connection, options, toRead)
  return 'name' in result ? result : { tokens, unreadable: unreadable + result.unreadable }
}

/** Reads the values of these tokens up to the match. */
async function readEach(
  connection: Connection,
  { value, signal, onProgress }: FindOptions,
  names: readonly string[],
): Promise<{ name: string } | { unreadable: number }> {
  const { tokens } = createApiClient(connection)
  const remainingNames = names.values()
  const controller = new AbortController()
  const callOptions = { signal: AbortSignal.any([signal, controller.signal]) }
  let [read, unreadable, consecutiveFailures] = [0, 0, 0]
  let match: string | undefined
  const worker = async () => {
    for (const name of remainingNames) {
      try {
        const secret = await tokens.value(name, callOptions)
        consecutiveFailures = 0
        if (secret?.trim() === value) match = name
      } catch (error) {
        if (match !== undefined) return
        unreadable += 1
        consecutiveFailures += 1
        if (consecutiveFailures === maxConsecutiveFailures || isFatal(error)) {
          controller.abort()
          throw error
        }
      }
      read += 1
      onProgress({ read, of: names.length })
      if (match !== undefined) return controller.abort()
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return match === undefined ? { unreadable } : { name: match }
}

/** Whether no other value can be read either. */
function isFatal(error: unknown): boolean {
  const kind = getProblem(error)?.kind
  return kind === undefined || kind === 'signed-out' || kind === 'no-session' || kind === 'switched-off'
}
