import { secretFrom } from '#contract/answers.ts'
import { claimsOf } from '#contract/jwt.ts'
import { agrees } from '#contract/saving/value-outcome.ts'
import {
  effectOf,
  mustWrite,
  hashOf,
  tokenOf,
  tryWrite,
  unitNow,
  unknownOnPut,
  type ProbeContext,
  type Found,
} from './probe-context.ts'
import { ensure } from './findings.ts'
import { paths } from '#contract/connection.ts'
import type { Token } from '#contract/token.ts'
import { integerIn, momentAt, type Unit, unmoved } from '#contract/wire.ts'

/** Longer than a second of the service's clock, in milliseconds. */
export const overASecond = 1100
/** Milliseconds. */
export const day = 86_400_000

/** A future moment, whether it is taken as seconds or as milliseconds. */
export function futureDate(now: number): number {
  return Math.floor(now / 1000) * 1000 + day
}

/** Finds out what an update does, on a token of our own. */
export async function probeTokenUpdates(context: ProbeContext): Promise<string | undefined> {
  const { findings, temporary, now } = context
  const name = temporary.token()
  const expiration_date = futureDate(now())
  const record = (active: boolean, write: boolean) => ({ name, expiration_date, active, write })
  let ready = false
  await findings.attempt(['moments-unit', 'list-carries-secret', 'value-on-put', 'omitted-on-put'], async () => {
    await mustWrite(context, 'POST', 'tokens', record(false, false))
    const first = await tokenWithFlags(context, name, { active: false, write: false })
    noteUnit(context, first.row, expiration_date)
    const secret = await valueOf(context, name)
    findings.record('list-carries-secret', Object.values(first.raw).includes(secret) ? 'yes' : 'no')
    ready = true
    const before = await hashOf(secret)
    await context.wait(overASecond)
    await mustWrite(context, 'PUT', 'tokens', record(true, true))
    // The token was activated, or this point ends here as contradicted.
    await recordValueOutcome(context, { name, before, was: first.row })
    await mustWrite(context, 'PUT', 'tokens', record(false, true))
  })
  if (!ready) return undefined
  await findings.attempt(['omitted-on-put'], async () => {
    const before = await tokenWithFlags(context, name, { active: false, write: true })
    const { ok } = await tryWrite(context, 'PUT', 'tokens', { name, write: false })
    ensure(ok, 'contradicted')
    const { row } = await existingToken(context, name)
    // The named field must have changed, or the update had no effect at all.
    ensure(row.write === false && row.active !== undefined, 'contradicted')
    const expiry = unmoved(before.row.expiration_date, row.expiration_date, 'milliseconds')
    findings.record('omitted-on-put', row.active === false ? (expiry ? 'kept' : 'mixed') : expiry ? 'mixed' : 'reset')
  })
  return name
}

/** The value of a token of ours. @throws {Undetermined} if there is none. */
export async function valueOf(context: ProbeContext, name: string): Promise<string> {
  const response = await context.client.call('GET', `${paths.value}?name=${encodeURIComponent(name)}`)
  ensure(response.ok, 'failed')
  const secret = secretFrom(response.status, response.text)
  ensure(secret !== undefined, 'contradicted')
  return secret
}

/** The row, which must have these flags. @throws {Undetermined} if it differs. */
export async function tokenWithFlags(
  context: ProbeContext,
  name: string,
  flags: { active: boolean; write: boolean },
): Promise<Found<Token>> {
  const existing = await existingToken(context, name)
  ensure(existing.row.active === flags.active && existing.row.write === flags.write, 'contradicted')
  return existing
}

/** The row of a token that must exist. @throws {Undetermined} */
export async function existingToken(context: ProbeContext, name: string): Promise<Found<Token>> {
  const existing = await tokenOf(context, name)
  ensure(existing !== undefined, 'contradicted')
  return existing
}

/** Records what a successful PUT did to the value. */
async function recordValueOutcome(
  context: ProbeContext,
  { name, before, was }: { name: string; before: string; was: Token },
): Promise<void> {
  const { row } = await tokenWithFlags(context, name, { active: true, write: true })
  const secret = await valueOf(context, name)
  const unit = context.findings.choiceOf('moments-unit') ?? 'milliseconds'
  if ((await hashOf(secret)) === before) return context.findings.record('value-on-put', 'kept')
  const moved = momentAt(row.updated_at, unit) !== momentAt(was.updated_at, unit)
  const claims = claimsOf(secret)
  const word = moved && claims !== undefined ? agrees({ ...row, claims }, unit) : undefined
  context.findings.record('value-on-put', word === undefined ? 'new-unknown' : word ? 'new' : 'new-refused')
}

/** Records the unit, from a row that was written just now and from the expiry sent with it. */
function noteUnit({ findings, now }: ProbeContext, { updated_at, expiration_date }: Token, sent: number): void {
  findings.record('moments-unit', unitNow(updated_at, now()) ?? isoUnit(expiration_date, sent))
}

/**
 * As a date, `sent` comes back unchanged if the service counts milliseconds, and a thousand times as far if it counts
 * seconds.
 */
function isoUnit(moment: Token['expiration_date'], sent: number): Unit | undefined {
  const at = integerIn(moment) === undefined ? momentAt(moment, 'milliseconds') : undefined
  if (at === sent) return 'milliseconds'
  return at === sent * 1000 ? 'seconds' : undefined
}

/** Makes calls that a service may refuse or ignore, each on rows of our own or on names that do not exist. */
export async function probeTokenRefusals(context: ProbeContext, name: string): Promise<void> {
  const { findings, temporary, now } = context
  const call = (method: 'POST' | 'PUT', body: object) => tryWrite(context, method, 'tokens', body)
  const stored = async () => [
    JSON.stringify((await existingToken(context, name)).raw),
    await hashOf(await valueOf(context, name)),
  ]

  await findings.attempt(['duplicate-on-create'], async () => {
    const before = await stored()
    const response = await call('POST', {
      name,
      expiration_date: futureDate(now()) + day,
      active: true,
      write: true,
    })
    const outcome = effectOf(response, (await stored()).join() !== before.join(), 'changed')
    findings.record('duplicate-on-create', outcome, { status: response.status })
  })

  await findings.attempt(['unknown-on-put'], async () => {
    const [full, part] = [temporary.token(), temporary.token()]
    const expiration_date = futureDate(now())
    const complete = await call('PUT', { name: full, expiration_date, active: false, write: false })
    const partial = await call('PUT', { name: part, active: false })
    const created = ((await tokenOf(context, full)) ?? (await tokenOf(context, part))) !== undefined
    findings.record('unknown-on-put', unknownOnPut(created, complete, partial), { status: complete.status })
  })
}
