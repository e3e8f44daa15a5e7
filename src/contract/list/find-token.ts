import * as z from 'zod/mini'
import { connect } from '#contract/client.ts'
import { createCalls, paths, type Connection } from '#contract/connection.ts'
import { claimsOf, valueIn, type Claims } from '#contract/jwt.ts'
import { Problem, problemOf } from '#contract/problem.ts'
import { StoredToken } from '#contract/token.ts'
import { consume } from '#contract/transport.ts'
import { momentAt, unitOf, type Moment } from '#contract/wire.ts'
import { piecesOf } from './scanner.ts'

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
export interface Finding extends FindRequest {
  signal: AbortSignal
  onProgress: (progress: FindProgress) => void
}

/** How many values are read at once. */
const atOnce = 4

/** After so many failures in a row, the service is given up. */
const mostFailures = 5

/**
 * Finds the token that a value belongs to. The list is compared while it arrives. If it leaves values out, they are read
 * one by one, likely ones first. Nothing is kept, and everything ends at the match.
 * @throws {ServiceError} if the list cannot be read, the session is over, or several values in a row cannot be read.
 */
export async function findToken(connection: Connection, finding: Finding): Promise<FindResult> {
  const { value, reads, signal } = finding
  const { send, explained, caps } = createCalls(connection)
  const toRead: StoredToken[] = []
  let [tokens, unreadable] = [0, 0]
  /** Whether one of these rows has the value. */
  const matchIn = (rows: readonly unknown[]): string | undefined => {
    for (const row of rows) {
      tokens += 1
      const token = StoredToken.safeParse(row).data
      const secret = valueIn(row)
      if (token === undefined) unreadable += 1
      else if (secret === undefined) toRead.push(token)
      else if (secret.trim() === value) return token.name
    }
    return undefined
  }
  try {
    const answer = await send('GET', paths.tokens, { list: true, signal })
    const name = await consume(answer, async () => {
      for await (const { rows, bytes } of piecesOf(answer.response, 'tokens', caps.list)) {
        answer.onChunk(bytes)
        const name = matchIn(rows)
        if (name !== undefined) return name
      }
      return undefined
    })
    if (name !== undefined) return { name }
  } catch (error) {
    throw await explained(error, 'tokens', { signal }, 'list')
  }
  if (toRead.length > 0 && !reads) return { toRead: toRead.length }
  const found = await readEach(connection, finding, likelyFirst(toRead, claimsOf(value)))
  return 'name' in found ? found : { tokens, unreadable: unreadable + found.unreadable }
}

/** Reads the values of these tokens up to the match. */
async function readEach(
  connection: Connection,
  { value, signal, onProgress }: Finding,
  names: readonly string[],
): Promise<{ name: string } | { unreadable: number }> {
  const service = connect(connection)
  const left = names.values()
  const over = new AbortController()
  const ending = { signal: AbortSignal.any([signal, over.signal]) }
  let [read, unreadable, inRow] = [0, 0, 0]
  let match: string | undefined
  const reader = async () => {
    for (const name of left) {
      try {
        const secret = await service.tokens.value(name, ending)
        inRow = 0
        if (secret?.trim() === value) match = name
      } catch (error) {
        if (match !== undefined) return
        const kind = problemOf(error)?.kind
        const isOver = kind === undefined || kind === 'signed-out' || kind === 'no-session' || kind === 'switched-off'
        unreadable += 1
        inRow += 1
        if (isOver || inRow === mostFailures) {
          over.abort()
          throw error
        }
      }
      read += 1
      onProgress({ read, of: names.length })
      if (match !== undefined) return over.abort()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, reader))
  return match === undefined ? { unreadable } : { name: match }
}

/** The names of tokens, first those whose dates are closest to the dates in the value. */
function likelyFirst(tokens: readonly StoredToken[], claims: Claims | undefined): string[] {
  const issued = millisecondsOf(claims?.iat)
  const expires = millisecondsOf(claims?.exp)
  const distance = ({ created_at, updated_at, expiration_date }: StoredToken) =>
    Math.min(apart(issued, updated_at), apart(issued, created_at), apart(expires, expiration_date))
  return tokens
    .map((token) => ({ name: token.name, by: distance(token) }))
    .toSorted((a, b) => (a.by === b.by ? 0 : a.by - b.by))
    .map(({ name }) => name)
}

function apart(at: number | undefined, moment: Moment): number {
  const other = momentAt(moment, unitOf(moment) ?? 'milliseconds')
  return at === undefined || other === undefined ? Number.POSITIVE_INFINITY : Math.abs(at - other)
}

const millisecondsOf = (claim: number | undefined) =>
  claim === undefined ? undefined : momentAt(claim, unitOf(claim) ?? 'seconds')
