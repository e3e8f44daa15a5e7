import type * as z from 'zod/mini'
import { fingerprintOf } from '#contract/jwt.ts'
import type { Choice } from '#contract/probe/points.ts'
import { ensure, type Findings, Undetermined } from './findings.ts'
import type { TemporaryRows } from './temporary-rows.ts'
import { keys, type RawResponse, type RawClient } from './raw-client.ts'
import { paths } from '#contract/connection.ts'
import type { ResourceName } from '#contract/problem.ts'
import { StoredToken, type Token } from '#contract/token.ts'
import { StoredUser, type User } from '#contract/user.ts'
import { refuseMarkup } from '#contract/transport.ts'
import { fieldsOf, type Moment, momentAt, type Unit, unitIn } from '#contract/wire.ts'

/** A row as a JSON object. */
export type RawRow = Readonly<Record<string, unknown>>

/** What every step of a probe uses. */
export interface ProbeContext {
  client: RawClient
  findings: Findings
  temporary: TemporaryRows
  /** The admin's access token. */
  bearer: string | undefined
  /** Milliseconds since 1970. */
  now: () => number
  /** Waits some milliseconds, at the service, too. */
  wait: (ms: number) => Promise<void>
}

type WriteMethod = 'POST' | 'PUT' | 'DELETE'

/** A row of ours, as a JSON object and as the console reads it. */
export interface Found<Row> {
  raw: RawRow
  row: Row
}

/** The token of that name. @throws {Undetermined} if there is no list, or two rows have the name. */
export function tokenOf(context: ProbeContext, name: string): Promise<Found<Token> | undefined> {
  return findRow(context, 'tokens', name, StoredToken)
}

/** The user with that email. @throws {Undetermined} as `tokenOf`. */
export function userOf(context: ProbeContext, email: string): Promise<Found<User> | undefined> {
  return findRow(context, 'users', email, StoredUser)
}

async function findRow<Row>(
  { client }: ProbeContext,
  part: ResourceName,
  name: string,
  schema: z.ZodMiniType<Row>,
): Promise<Found<Row> | undefined> {
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

/** Statuses that are about the moment, not about the request. */
const passing = [408, 425, 429, 502, 503, 504]

/**
 * The response to a call that a service may refuse. It counts if the service opens its list afterwards, and a refusal
 * only if it is repeated: otherwise it may be a temporary failure, or our access token may have ended.
 * @throws {Undetermined} for any other response.
 */
export async function confirmed(
  context: ProbeContext,
  part: ResourceName,
  ask: () => Promise<RawResponse>,
): Promise<RawResponse> {
  const first = await ask()
  refuseMarkup(first.text, first.status)
  if (first.ok) {
    await ensureReadable(context, part)
    return first
  }
  ensure(first.status >= 400 && !passing.includes(first.status), 'failed')
  await ensureReadable(context, part)
  const again = await ask()
  refuseMarkup(again.text, again.status)
  ensure(again.status === first.status, 'failed')
  await ensureReadable(context, part)
  return again
}

/** A write that a service may refuse or ignore. @throws {Undetermined} as `confirmed`. */
export function tryWrite(
  context: ProbeContext,
  method: WriteMethod,
  part: ResourceName,
  body: object,
): Promise<RawResponse> {
  return confirmed(context, part, () => context.client.call(method, paths[part], { body }))
}

/** @throws {Undetermined} unless the service opens a list to us. */
async function ensureReadable({ client, findings }: ProbeContext, part: ResourceName): Promise<void> {
  const open: Record<ResourceName, boolean> = {
    tokens: findings.choiceOf('tokens-part') !== 'off',
    users: findings.choiceOf('users-list') === 'offered',
  }
  const readable = open[part] ? part : open.tokens ? 'tokens' : undefined
  if (readable !== undefined) ensure((await client.openList(readable)).ok, 'failed')
}

/** A write that should succeed. @throws {Undetermined} if it fails. */
export async function mustWrite(
  { client }: ProbeContext,
  method: WriteMethod,
  part: ResourceName,
  body: object,
): Promise<void> {
  const { ok } = await client.call(method, paths[part], { body })
  ensure(ok, 'failed')
}

/**
 * The effect of a call that a service may refuse, ignore or carry out: `did` if it was carried out. `changed`
 * undefined: without a list only a refusal is visible. @throws {Undetermined} if the response contradicts what was
 * stored.
 */
export function effectOf<Did extends string>(
  { ok }: RawResponse,
  changed: boolean | undefined,
  did: Did,
): Did | 'ignored' | 'refused' {
  ensure(ok || changed !== true, 'contradicted')
  ensure(!ok || changed !== undefined, 'no-list')
  return changed ? did : ok ? 'ignored' : 'refused'
}

/** What a service does on a PUT to an unknown name, with all fields and with some. */
export function unknownOnPut(created: boolean, complete: RawResponse, partial: RawResponse): Choice<'unknown-on-put'> {
  if (created) return 'created'
  if (!complete.ok) {
    if (partial.ok) throw new Undetermined('contradicted')
    return 'refused'
  }
  return partial.ok ? 'ignored' : 'refused-when-incomplete'
}

/** A fingerprint to compare secrets without keeping them. @throws {Undetermined} without `crypto.subtle`. */
export async function hashOf(secret: string): Promise<string> {
  const hash = await fingerprintOf(secret, '')
  ensure(hash !== undefined, 'not-visible')
  return hash
}

/** The unit of a present moment: within a day of our clock. */
export function unitNow(moment: Moment, now: number): Unit | undefined {
  const unit = unitIn(moment)
  const at = unit && momentAt(moment, unit)
  return at !== undefined && Math.abs(at - now) < 86_400_000 ? unit : undefined
}
