import { secretFrom } from '#contract/answers.ts'
import { claimsOf } from '#contract/jwt.ts'
import { agrees } from '#contract/saving/value-outcome.ts'
import type { PointName } from '#contract/probe/points.ts'
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
import { noteRows, type EmptyNames } from './probe-reads.ts'
import { paths } from '#contract/connection.ts'
import { shapeOfBody } from './response-forms.ts'
import { isNotGiven, type Token } from '#contract/token.ts'
import { momentAt, type Unit, unmoved } from '#contract/wire.ts'

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
  const points: PointName[] = ['token-fields', 'flags', 'moment-spelling', 'moments-unit', 'value-on-put']
  let ready = false
  await findings.attempt(
    [...points, 'value-shape', 'value-kind', 'list-carries-secret', 'transitions', 'omitted-on-put'],
    async () => {
      await mustWrite(context, 'POST', 'tokens', record(false, false))
      const first = await tokenWithFlags(context, name, { active: false, write: false })
      noteRows(context, 'tokens', [first.raw])
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
      const { row } = await existingToken(context, name)
      ensure(row.write === true, 'contradicted')
      findings.record('transitions', row.active === false ? 'both-ways' : 'on-only')
    },
  )
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
  context.findings.record('value-shape', shapeOfBody(response.text))
  context.findings.record('value-kind', claimsOf(secret) === undefined ? 'opaque' : 'jwt')
  return secret
}

/** The row, which must have these flags. @throws {Undetermined} if it differs. */
export async function tokenWithFlags(
  context: ProbeContext,
  name: string,
  flags: { active: boolean; write: boolean },
): Promise<Found<Token>> {
  const found = await existingToken(context, name)
  ensure(found.row.active === flags.active && found.row.write === flags.write, 'contradicted')
  return found
}

/** The row of a token that must exist. @throws {Undetermined} */
export async function existingToken(context: ProbeContext, name: string): Promise<Found<Token>> {
  const found = await tokenOf(context, name)
  ensure(found !== undefined, 'contradicted')
  return found
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
  if (moment.spelled !== 'iso') return undefined
  if (moment.at === sent) return 'milliseconds'
  return moment.at === sent * 1000 ? 'seconds' : undefined
}

/** Makes calls that a service may refuse or ignore, each on rows of our own or on names that do not exist. */
export async function probeTokenRefusals(context: ProbeContext, name: string, emptyNames: EmptyNames): Promise<void> {
  const { findings, temporary, now } = context
  const call = (method: 'POST' | 'PUT' | 'DELETE', body: object | string) => tryWrite(context, method, 'tokens', body)

  await findings.attempt(['duplicate-on-create'], async () => {
    const before = [
      JSON.stringify((await existingToken(context, name)).raw),
      await hashOf(await valueOf(context, name)),
    ]
    const asked = { name, expiration_date: futureDate(now()) + day, active: true, write: true }
    const response = await call('POST', asked)
    const after = [JSON.stringify((await existingToken(context, name)).raw), await hashOf(await valueOf(context, name))]
    const outcome = effectOf(response, after.join() !== before.join(), 'changed')
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

  await findings.attempt(['unknown-on-delete'], async () => {
    const { ok, status } = await call('DELETE', { name: temporary.unused() })
    findings.record('unknown-on-delete', ok ? 'ignored' : 'refused', { status })
  })

  await findings.attempt(['no-expiry-stored-as'], async () => {
    const never = temporary.token()
    await mustWrite(context, 'POST', 'tokens', { name: never, active: false, write: false })
    const { row } = await tokenWithFlags(context, never, { active: false, write: false })
    const stored = row.expiration_date.spelled === 'none' ? 'null' : isNotGiven(row, 'milliseconds') && 'updated-at'
    findings.record('no-expiry-stored-as', stored || 'other')
  })

  await findings.attempt(['body-reading'], async () => {
    const odd = temporary.token()
    // JSON allows no control characters between its parts, except whitespace.
    const { ok, status } = await call('POST', `{\u0001"name":${JSON.stringify(odd)},"active":false,"write":false}`)
    ensure(((await tokenOf(context, odd)) !== undefined) === ok, 'contradicted')
    findings.record('body-reading', ok ? 'lenient' : 'strict', { status })
  })

  await findings.attempt(['empty-name-on-create'], async () => {
    // If such a token exists, ours would overwrite it.
    ensure(emptyNames.tokens === false, 'not-safe')
    temporary.emptyName('tokens')
    const response = await call('POST', { name: '', active: false, write: false })
    const stored = (await tokenOf(context, '')) !== undefined
    findings.record('empty-name-on-create', effectOf(response, stored, 'stored'), { status: response.status })
  })

  await findings.attempt(['success-codes'], async () => {
    await mustWrite(context, 'DELETE', 'tokens', { name })
    ensure((await tokenOf(context, name)) === undefined, 'contradicted')
  })
}
