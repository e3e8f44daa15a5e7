import type { ProbeContext } from './probe-context.ts'
import { ensure } from './findings.ts'
import { futureDate, overASecond } from './probe-tokens.ts'

/** Long past, whether it is taken as seconds or as milliseconds. */
const longPast = 1_000_000_000
const inSeconds = (now: number) => Math.floor(now / 1000) + 86_400

/** Finds out how a service enforces an expiry, if it refuses to create a token with a past one; uses no value. */
export async function probePastExpiry(context: ProbeContext): Promise<void> {
  const { findings, now } = context
  await findings.attempt([], async () => {
    const past = await createDated(context, longPast)
    if (past.ok) return
    // A service that refuses past moments shows its unit by a moment that is past in one unit only.
    const soon = await createDated(context, inSeconds(now()))
    ensure(soon.ok === soon.stored, 'contradicted')
    ensure(soon.ok || soon.status === past.status, 'contradicted')
    ensure((await createDated(context, futureDate(now()))).stored, 'contradicted')
    findings.record('expiry-enforced-in', soon.ok ? 'seconds' : 'milliseconds')
  })
}

/** Creates an inactive token with this expiry and returns the result. */
async function createDated(context: ProbeContext, expiration_date: number) {
  const name = context.temporary.token()
  const body = { name, expiration_date, active: false, write: false }
  const { ok, status } = await context.tryWrite('POST', 'tokens', body)
  const stored = await context.isStored('tokens', name)
  ensure(ok || !stored, 'contradicted')
  return { ok, status, stored }
}

/**
 * Finds out how a service enforces expiries, if it shows whether a value is accepted: the value opens the list, or is
 * rejected with another status than an unknown access token. These tokens must be active; they are deleted within
 * seconds and their values go nowhere else.
 */
export async function probeUse(context: ProbeContext): Promise<void> {
  const { findings, client, now, confirmed, mustWrite, tokenWithFlags, valueOf } = context
  const knock = async (bearer: string) => (await confirmed('tokens', () => client.openList('tokens', bearer))).status
  const statusOf = async (name: string) => knock(await valueOf(name))
  let control = 0
  let stranger = 0
  let name = ''
  await findings.attempt(['administrators'], async () => {
    name = await createActive(context, { expiration_date: futureDate(now()), write: true })
    control = await statusOf(name)
    stranger = await knock(context.temporary.unused())
    ensure(stranger >= 400, 'not-visible')
    if (control < 400) {
      const reader = await createActive(context, { expiration_date: futureDate(now()), write: false })
      const other = await statusOf(reader)
      return findings.record('administrators', other < 400 ? 'tokens-too' : 'write-tokens-too')
    }
    findings.record('administrators', 'not-tokens')
  })
  const seen = control !== 0 && stranger >= 400 && control !== stranger
  if (!seen) return findings.recordNotSeen(['no-expiry-means', 'expiry-enforced-in'], 'not-visible')

  const usable = async (token: string): Promise<boolean> => {
    const status = await statusOf(token)
    ensure(status === control || status === stranger, 'contradicted')
    return status === control
  }
  await findings.attempt(['no-expiry-means'], async () => {
    const never = await createActive(context, { write: true })
    await context.wait(overASecond)
    findings.record('no-expiry-means', (await usable(never)) ? 'never' : 'past')
  })
  if (findings.choiceOf('expiry-enforced-in') === undefined) {
    await findings.attempt(['expiry-enforced-in'], async () => {
      const soon = await createActive(context, { expiration_date: inSeconds(now()), write: true })
      if (!(await usable(soon))) return findings.record('expiry-enforced-in', 'milliseconds')
      const past = await createActive(context, { expiration_date: longPast, write: true })
      findings.record('expiry-enforced-in', (await usable(past)) ? 'not-at-all' : 'seconds')
    })
  }
  const valueOnPut = findings.choiceOf('value-on-put')
  if (valueOnPut === undefined || valueOnPut === 'kept') return
  await findings.attempt([], async () => {
    ensure(await usable(name), 'contradicted')
    await context.wait(overASecond)
    await mustWrite('PUT', 'tokens', { name, expiration_date: futureDate(now()), active: true, write: true })
    await tokenWithFlags(name, { active: true, write: true })
    findings.record('value-on-put', (await usable(name)) ? 'new' : 'new-refused')
  })
}

async function createActive(
  context: ProbeContext,
  more: { expiration_date?: number; write: boolean },
): Promise<string> {
  const name = context.temporary.token()
  await context.mustWrite('POST', 'tokens', { name, active: true, ...more })
  await context.tokenWithFlags(name, { active: true, write: more.write })
  return name
}
