import { ensure } from './findings.ts'
import type { ProbeContext } from './probe-context.ts'
import { futureDate } from './probe-tokens.ts'
import type { ResourceName } from '#contract/problem.ts'
import { randomPassword } from '#contract/random.ts'

/**
 * Makes calls that a service may refuse or ignore, on the row `name` of ours or on names that do not exist. Every user in
 * them is inactive or no admin.
 */
export async function probeRefusals(context: ProbeContext, part: ResourceName, name: string): Promise<void> {
  const { findings, isStored, tryWrite } = context
  const isListed = context.isListed(part)
  const { points, fresh, duplicate, whole, some, stored } = refusals[part](context)

  await findings.attempt([points.duplicate], async () => {
    const before = isListed ? await stored(name) : undefined
    const { ok, status } = await tryWrite('POST', part, duplicate(name))
    const isChanged = isListed ? (await stored(name)) !== before : undefined
    ensure(ok || isChanged !== true, 'contradicted')
    // Without a list only a refusal is visible.
    ensure(!ok || isChanged !== undefined, 'no-list')
    findings.record(points.duplicate, isChanged ? 'changed' : ok ? 'ignored' : 'refused', { status })
  })

  await findings.attempt([points.unknown], async () => {
    const [full, partial] = [fresh(), fresh()]
    const { ok, status } = await tryWrite('PUT', part, whole(full))
    const { ok: isPartialOk } = await tryWrite('PUT', part, some(partial))
    ensure(!ok || isListed, 'no-list')
    const isCreated = isListed && ((await isStored(part, full)) || (await isStored(part, partial)))
    ensure(isCreated || ok || !isPartialOk, 'contradicted')
    const incomplete = isPartialOk ? 'ignored' : 'refused-when-incomplete'
    findings.record(points.unknown, isCreated ? 'created' : ok ? incomplete : 'refused', { status })
  })
}

/** The points of each resource, the names and records to send, and what is stored of a row. */
const refusals = {
  tokens: ({ temporary, now, token, valueOf, hashOf }: ProbeContext) => ({
    points: { duplicate: 'duplicate-on-create', unknown: 'unknown-on-put' } as const,
    fresh: temporary.token,
    duplicate: (name: string) => ({ name, expiration_date: futureDate(now(), 2), active: true, write: true }),
    whole: (name: string) => ({ name, expiration_date: futureDate(now()), active: false, write: false }),
    some: (name: string) => ({ name, active: false }),
    stored: async (name: string) => JSON.stringify([(await token(name)).raw, await hashOf(await valueOf(name))]),
  }),
  users: ({ temporary, user }: ProbeContext) => ({
    points: { duplicate: 'user-duplicate-on-create', unknown: 'user-unknown-on-put' } as const,
    fresh: temporary.user,
    duplicate: (email: string) => ({ email, password: randomPassword(), admin: true, active: false }),
    whole: (email: string) => ({ email, new_password: randomPassword(), admin: false, active: false }),
    some: (email: string) => ({ email, active: false }),
    stored: async (email: string) => JSON.stringify((await user(email)).raw),
  }),
}
