import { formOf, type RawRow } from './answer-forms.ts'
import { fingerprintOf } from '#contract/jwt.ts'
import type { Choice } from '#contract/learned.ts'
import { must, type Notes, Untold } from './findings.ts'
import type { Made } from './created-rows.ts'
import { keys, type Heard, type Wire } from './raw-calls.ts'
import { paths } from '#contract/connection.ts'
import type { ResourceName } from '#contract/problem.ts'
import type { Token } from '#contract/token.ts'
import { tokenFrom, userFrom } from '#contract/list/rows.ts'
import type { User } from '#contract/user.ts'
import { type Moment, type Unit, unitOf } from '#contract/wire.ts'

/** What every step of a probe works with. */
export interface Bench {
  wire: Wire
  notes: Notes
  made: Made
  /** The admin's own. */
  bearer: string | undefined
  /** Milliseconds since 1970. */
  now: () => number
  /** Lets time pass there, too. */
  wait: (ms: number) => Promise<void>
}

/** A row of ours: as it came, and as the console reads it. */
export interface Found<Row> {
  raw: RawRow
  row: Row
}

/**
 * The one row of that name. @throws {Untold} where the list cannot be read, or two have the name.
 */
export async function tokenOf(bench: Bench, name: string): Promise<Found<Token> | undefined> {
  const raw = await rawOf(bench, 'tokens', name)
  if (raw === undefined) return undefined
  const row = tokenFrom(raw)
  must(row !== undefined, 'contradicted')
  return { raw, row }
}

/** The one user of that email. @throws {Untold} as `tokenOf`. */
export async function userOf(bench: Bench, email: string): Promise<Found<User> | undefined> {
  const raw = await rawOf(bench, 'users', email)
  if (raw === undefined) return undefined
  const row = userFrom(raw)
  must(row !== undefined, 'contradicted')
  return { raw, row }
}

async function rawOf({ wire }: Bench, part: ResourceName, name: string): Promise<RawRow | undefined> {
  const found: RawRow[] = []
  const { ok } = await wire.list(part, (said) => {
    const row = said as RawRow | null
    if (row?.[keys[part]] === name) found.push(row)
  })
  must(ok, 'failed')
  must(found.length < 2, 'contradicted')
  return found[0]
}

/** Statuses that speak of the moment, not of what was asked. */
const passing = [408, 425, 429, 502, 503, 504]

/**
 * The answer to a call that a service may refuse. It counts when the service opens its list to us after it, and a
 * refusal when the service says it twice: otherwise it may be trouble of the moment, or our bearer may have ended.
 * @throws {Untold} for any other.
 */
export async function answered(bench: Bench, part: ResourceName, ask: () => Promise<Heard>): Promise<Heard> {
  const first = await ask()
  must(formOf(first.text) !== 'markup', 'failed')
  if (first.ok) {
    await steady(bench, part)
    return first
  }
  if (first.status === 429) bench.notes.seen('rate-limit', 'met', { status: 429 })
  must(first.status >= 400 && !passing.includes(first.status), 'failed')
  await steady(bench, part)
  const again = await ask()
  must(again.status === first.status && formOf(again.text) === formOf(first.text), 'failed')
  await steady(bench, part)
  bench.wire.refused(again)
  return again
}

/** @throws {Untold} unless the service opens a list to us. */
export async function steady({ wire, notes }: Bench, part: ResourceName): Promise<void> {
  const open: Record<ResourceName, boolean> = {
    tokens: notes.what('tokens-part') !== 'off',
    users: notes.what('users-list') === 'offered',
  }
  const asked = open[part] ? part : open.tokens ? 'tokens' : undefined
  if (asked !== undefined) must((await wire.knock(asked)).ok, 'failed')
}

/** A write that the service is expected to carry out. @throws {Untold} where it does not. */
export async function done(
  { wire, notes }: Bench,
  method: 'POST' | 'PUT' | 'DELETE',
  part: ResourceName,
  body: object,
): Promise<void> {
  const { ok, status } = await wire.call(method, paths[part], { body, genuine: true })
  if (status === 429) notes.seen('rate-limit', 'met', { status })
  must(ok, 'failed')
}

/**
 * What came of a call that a service may refuse, pass over or carry out: `did` where it did. `changed` undefined: without
 * a list only a refusal shows. @throws {Untold} where the answer contradicts what was stored.
 */
export function cameOf<Did extends string>(
  { ok }: Heard,
  changed: boolean | undefined,
  did: Did,
): Did | 'ignored' | 'refused' {
  must(ok || changed !== true, 'contradicted')
  must(!ok || changed !== undefined, 'no-list')
  return changed ? did : ok ? 'ignored' : 'refused'
}

/** What a service makes of a PUT to a name that nobody has, given whole and given in part. */
export function unknownOnPut(created: boolean, complete: Heard, partial: Heard): Choice<'unknown-on-put'> {
  if (created) return 'created'
  if (!complete.ok) {
    if (partial.ok) throw new Untold('contradicted')
    return 'refused'
  }
  return partial.ok ? 'ignored' : 'refused-when-incomplete'
}

/** Tells one secret from another without keeping it. @throws {Untold} where the platform has no `crypto.subtle`. */
export async function hashOf(secret: string): Promise<string> {
  const hash = await fingerprintOf(secret, '')
  must(hash !== undefined, 'not-visible')
  return hash
}

/** A password that nobody knows: 144 random bits, with every kind of character. */
export function randomPassword(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(18))
  return `Aa1-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** The unit of a moment of now: within a day of our clock. */
export function unitNow(moment: Moment, now: number): Unit | undefined {
  if (moment.spelled !== 'integer') return undefined
  const unit = unitOf(moment.integer)
  const at = Number(moment.integer) * (unit === 'seconds' ? 1000 : 1)
  return unit !== undefined && Math.abs(at - now) < 86_400_000 ? unit : undefined
}
