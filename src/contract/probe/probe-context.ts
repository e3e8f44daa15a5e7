import type * as z from 'zod/mini'
import { secretFrom } from '#contract/answers.ts'
import { fingerprintOf } from '#contract/jwt.ts'
import { ensure, type Findings } from './findings.ts'
import type { TemporaryRows } from './temporary-rows.ts'
import { keys, type RawResponse, type RawClient } from './raw-client.ts'
import { paths } from '#contract/connection.ts'
import type { ResourceName } from '#contract/problem.ts'
import { StoredToken } from '#contract/token.ts'
import { StoredUser } from '#contract/user.ts'
import { refuseMarkup } from '#contract/transport.ts'
import { fieldsOf } from '#contract/wire.ts'

/** A row as a JSON object. */
export type RawRow = Readonly<Record<string, unknown>>

/** What every step of a probe uses. */
interface Parts {
  client: RawClient
  findings: Findings
  temporary: TemporaryRows
  /** Milliseconds since 1970. */
  now: () => number
  /** Waits some milliseconds, at the service, too. */
  wait: (ms: number) => Promise<void>
}

/** The same, and the calls that the steps make. Each throws `Undetermined` if the service fails or contradicts itself. */
export type ProbeContext = ReturnType<typeof createContext>

/** Statuses that are about the moment, not about the request. */
const passing = [408, 425, 429, 502, 503, 504]

const schemas: Record<ResourceName, z.ZodMiniType> = { tokens: StoredToken, users: StoredUser }

type Write = [method: 'POST' | 'PUT', part: ResourceName, body: object]

/** Makes the calls of these parts. */
export function createContext(parts: Parts) {
  const { client, findings } = parts

  /** The row of that name, as a JSON object and as the console reads it. */
  const find = async <Row>(part: ResourceName, schema: z.ZodMiniType<Row>, name: string) => {
    const rows: RawRow[] = []
    const { ok } = await client.list(part, (item) => {
      const row = fieldsOf(item)
      if (row?.[keys[part]] !== name) return
      // Reading ends here: a list that repeats the row would fill the memory.
      ensure(rows.length === 0, 'contradicted')
      rows.push(row)
    })
    ensure(ok, 'failed')
    const [raw] = rows
    if (raw === undefined) return undefined
    const row = schema.safeParse(raw).data
    ensure(row !== undefined, 'contradicted')
    return { raw, row }
  }
  const existing = async <Row>(...named: Parameters<typeof find<Row>>) => {
    const row = await find(...named)
    ensure(row !== undefined, 'contradicted')
    return row
  }
  const isListed: Record<ResourceName, () => boolean> = {
    tokens: () => findings.choiceOf('tokens-part') !== 'off',
    users: () => findings.choiceOf('users-list') === 'offered',
  }
  const ensureReadable = async (part: ResourceName) => {
    const readable = [part, 'tokens' as const].find((list) => isListed[list]())
    if (readable !== undefined) ensure((await client.openList(readable)).ok, 'failed')
  }
  /**
   * The response to a call that a service may refuse. It counts if the service opens its list afterwards, and a refusal
   * only if it is repeated: otherwise it may be a temporary failure, or our access token may have ended.
   */
  const confirmed = async (part: ResourceName, ask: () => Promise<RawResponse>): Promise<RawResponse> => {
    const first = await ask()
    refuseMarkup(first.text, first.status)
    ensure(first.ok || (first.status >= 400 && !passing.includes(first.status)), 'failed')
    await ensureReadable(part)
    if (first.ok) return first
    const again = await ask()
    refuseMarkup(again.text, again.status)
    ensure(again.status === first.status, 'failed')
    await ensureReadable(part)
    return again
  }
  const token = (name: string) => existing('tokens', StoredToken, name)

  return {
    ...parts,
    confirmed,
    /** The token of that name, which must exist. */
    token,
    /** The token, which must have these flags. */
    tokenWithFlags: async (name: string, flags: { active: boolean; write: boolean }) => {
      const found = await token(name)
      ensure(found.row.active === flags.active && found.row.write === flags.write, 'contradicted')
      return found
    },
    /** The user with that email, who must exist. */
    user: (email: string) => existing('users', StoredUser, email),
    /** Whether the service lists a resource, as far as it is known. */
    isListed: (part: ResourceName) => isListed[part](),
    /** Whether there is a row of that name. */
    isStored: async (part: ResourceName, name: string) => (await find(part, schemas[part], name)) !== undefined,
    /** A write that a service may refuse or ignore. */
    tryWrite: (...[method, part, body]: Write) => confirmed(part, () => client.call(method, paths[part], { body })),
    /** A write that should succeed. */
    mustWrite: async (...[method, part, body]: Write) => {
      ensure((await client.call(method, paths[part], { body })).ok, 'failed')
    },
    /** The value of a token of ours. */
    valueOf: async (name: string): Promise<string> => {
      const response = await client.call('GET', `${paths.value}?name=${encodeURIComponent(name)}`)
      ensure(response.ok, 'failed')
      const secret = secretFrom(response.status, response.text)
      ensure(secret !== undefined, 'contradicted')
      return secret
    },
    /** A fingerprint to compare secrets without keeping them. */
    hashOf: async (secret: string): Promise<string> => {
      const hash = await fingerprintOf(secret, '')
      ensure(hash !== undefined, 'not-visible')
      return hash
    },
  }
}
