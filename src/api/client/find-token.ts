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
const atOnce = 4

/** After so many failures in a row, the service is given up. */
const mostFailures = 5

/**
 * Finds the token that a value belongs to. The list is compared while it arrives. If it leaves values out, they are read
 * one by one. Nothing is kept, and everything ends at the match.
 * @throws {ServiceError} if the list cannot be read, the session is over, or several values in a row cannot be read.
 */
export async function findToken(connection: Connection, finding: FindOptions): Promise<FindResult> {
  const { value, reads, signal } = finding
  const { request, caps } = createRequester(connection)
  const toRead: string[] = []
  let [tokens, unreadable] = [0, 0]
  const matches = (row: unknown): string | undefined => {
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
        const name = matches(row)
        if (name !== undefined) return name
      }
    return undefined
  })
  if (name !== undefined) return { name }
  if (toRead.length > 0 && !reads) return { toRead: toRead.length }
  const found = await readEach(connection, finding, toRead)
  return 'name' in found ? found : { tokens, unreadable: unreadable + found.unreadable }
}

/** Reads the values of these tokens up to the match. */
async function readEach(
  connection: Connection,
  { value, signal, onProgress }: FindOptions,
  names: readonly string[],
): Promise<{ name: string } | { unreadable: number }> {
  const { tokens } = createApiClient(connection)
  const left = names.values()
  const over = new AbortController()
  const ending = { signal: AbortSignal.any([signal, over.signal]) }
  let [read, unreadable, inRow] = [0, 0, 0]
  let match: string | undefined
  const lane = async () => {
    for (const name of left) {
      try {
        const secret = await tokens.value(name, ending)
        inRow = 0
        if (secret?.trim() === value) match = name
      } catch (error) {
        if (match !== undefined) return
        unreadable += 1
        inRow += 1
        if (inRow === mostFailures || isOver(error)) {
          over.abort()
          throw error
        }
      }
      read += 1
      onProgress({ read, of: names.length })
      if (match !== undefined) return over.abort()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return match === undefined ? { unreadable } : { name: match }
}

/** Whether no other value can be read either. */
function isOver(error: unknown): boolean {
  const kind = getProblem(error)?.kind
  return kind === undefined || kind === 'signed-out' || kind === 'no-session' || kind === 'switched-off'
}
