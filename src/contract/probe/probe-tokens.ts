import { claimsOf } from '#contract/jwt.ts'
import { agrees } from '#contract/write/value.ts'
import type { ProbeContext } from './probe-context.ts'
import { ensure } from './findings.ts'
import type { Token } from '#contract/token.ts'
import { integerIn, momentAt, type Unit, unitIn, unmoved } from '#contract/wire.ts'

/** Longer than a second of the service's clock, in milliseconds. */
export const overASecond = 1100
/** Milliseconds. */
export const day = 86_400_000

/** A moment so many days ahead, whether it is taken as seconds or as milliseconds. */
export function futureDate(now: number, days = 1): number {
  return Math.floor(now / 1000) * 1000 + days * day
}

/** Finds out what an update does, on a token of our own. @returns its name; undefined: it could not be created. */
export async function probeTokenUpdates(context: ProbeContext): Promise<string | undefined> {
  const { findings, temporary, now, mustWrite, tokenWithFlags, valueOf, hashOf } = context
  const name = temporary.token()
  const expiration_date = futureDate(now())
  const record = (active: boolean, write: boolean) => ({ name, expiration_date, active, write })
  let ready = false
  await findings.attempt(['moments-unit', 'list-carries-secret', 'value-on-put', 'omitted-on-put'], async () => {
    await mustWrite('POST', 'tokens', record(false, false))
    const first = await tokenWithFlags(name, { active: false, write: false })
    findings.record('moments-unit', unitShown(first.row, expiration_date, now()))
    const secret = await valueOf(name)
    findings.record('list-carries-secret', Object.values(first.raw).includes(secret) ? 'yes' : 'no')
    ready = true
    const before = await hashOf(secret)
    await context.wait(overASecond)
    await mustWrite('PUT', 'tokens', record(true, true))
    // The token was activated, or this point ends here as contradicted.
    const { row } = await tokenWithFlags(name, { active: true, write: true })
    const after = await valueOf(name)
    const isKept = (await hashOf(after)) === before
    const unit = findings.choiceOf('moments-unit') ?? 'milliseconds'
    findings.record('value-on-put', isKept ? 'kept' : newValue(after, first.row, row, unit))
    await mustWrite('PUT', 'tokens', record(false, true))
  })
  if (!ready) return undefined
  await findings.attempt(['omitted-on-put'], async () => {
    const before = await tokenWithFlags(name, { active: false, write: true })
    const { ok } = await context.tryWrite('PUT', 'tokens', { name, write: false })
    ensure(ok, 'contradicted')
    const { row } = await context.token(name)
    // The named field must have changed, or the update had no effect at all.
    ensure(row.write === false && row.active !== undefined, 'contradicted')
    const expiry = unmoved(before.row.expiration_date, row.expiration_date, 'milliseconds')
    findings.record('omitted-on-put', row.active === expiry ? 'mixed' : expiry ? 'kept' : 'reset')
  })
  return name
}

/** What the new value shows after an update. */
function newValue(secret: string, before: Token, after: Token, unit: Unit) {
  const moved = momentAt(after.updated_at, unit) !== momentAt(before.updated_at, unit)
  const claims = claimsOf(secret)
  const agreed = moved && claims !== undefined ? agrees({ ...after, claims }, unit) : undefined
  return agreed === undefined ? 'new-unknown' : agreed ? 'new' : 'new-refused'
}

/**
 * The unit of a service, by a row that was written just now with the expiry `sent`. As a date, that comes back unchanged
 * if the service counts milliseconds, and a thousand times as far if it counts seconds.
 */
function unitShown({ updated_at, expiration_date }: Token, sent: number, now: number): Unit | undefined {
  const unit = unitIn(updated_at)
  const at = unit && momentAt(updated_at, unit)
  if (at !== undefined && Math.abs(at - now) < day) return unit
  if (integerIn(expiration_date) !== undefined) return undefined
  const expiry = momentAt(expiration_date, 'milliseconds')
  return expiry === sent ? 'milliseconds' : expiry === sent * 1000 ? 'seconds' : undefined
}
