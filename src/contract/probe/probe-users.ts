import { confirmed, effectOf, mustWrite, tryWrite, unknownOnPut, userOf, type ProbeContext } from './probe-context.ts'
import { ensure, Undetermined } from './findings.ts'
import { randomPassword } from '#contract/random.ts'
import { secretFrom } from '#contract/answers.ts'
import { paths } from '#contract/connection.ts'

/** Creates a user of our own; undefined: it is not possible. */
export async function probeUser(context: ProbeContext): Promise<string | undefined> {
  const { findings, temporary, client } = context
  const email = temporary.user()
  const password = randomPassword()
  let isCreated = false
  // Active and not an admin, so that no active admin is created even if the flags are swapped.
  await findings.attempt(['users-part', 'sign-in'], async () => {
    const body = { email, password, admin: false, active: true }
    const { ok, status } = await confirmed(context, 'users', () => client.call('POST', paths.users, { body }))
    if (!ok && (status === 404 || status === 405) && findings.choiceOf('users-list') === 'absent') {
      findings.record('users-part', 'off', { status })
      throw new Undetermined('part-off')
    }
    ensure(ok, 'failed')
    findings.record('users-part', 'on')
    isCreated = true
  })
  if (!isCreated) {
    if (findings.choiceOf('users-part') === 'off') await recordMissingSignIn(context, email)
    return undefined
  }
  if (findings.choiceOf('users-list') === 'offered')
    await findings.attempt(['create-swaps-flags'], () => recordCreatedFlags(context, email))
  await findings.attempt(['sign-in'], () => recordSignIn(context, email, password))
  await findings.attempt([], () => setFlags(context, email, false, false))
  return email
}

async function recordMissingSignIn({ client, findings }: ProbeContext, email: string): Promise<void> {
  const body = { email, password: randomPassword() }
  const { status } = await client.call('POST', paths.signIn, { body, authorization: null })
  if (!isNoCall(status)) return
  findings.record('sign-in', 'absent', { status })
}

async function recordCreatedFlags(context: ProbeContext, email: string): Promise<void> {
  const existing = await userOf(context, email)
  ensure(existing !== undefined, 'contradicted')
  const { admin, active } = existing.row
  ensure(admin !== undefined && active === !admin, 'contradicted')
  context.findings.record('create-swaps-flags', admin ? 'yes' : 'no')
}

async function setFlags(context: ProbeContext, email: string, admin: boolean, active: boolean): Promise<void> {
  await mustWrite(context, 'PUT', 'users', { email, admin, active })
}

/** Signs in as an active user who is not an admin. */
async function recordSignIn(context: ProbeContext, email: string, password: string): Promise<void> {
  const { findings, client } = context
  await setFlags(context, email, false, true)
  const { ok, status, text } = await confirmed(context, 'users', () =>
    client.call('POST', paths.signIn, { body: { email, password }, authorization: null }),
  )
  if (ok) {
    ensure(secretFrom(status, text) !== undefined, 'contradicted')
    return findings.record('sign-in', 'offered')
  }
  ensure(isNoCall(status), 'contradicted')
  findings.record('sign-in', 'absent', { status })
}

function isNoCall(status: number): boolean {
  return [404, 405, 501].includes(status)
}

/** Finds out which fields an update keeps. Needs a list. */
export async function probeUserUpdates(context: ProbeContext, email: string): Promise<void> {
  const { findings } = context
  if (findings.choiceOf('users-list') !== 'offered') return
  const flags = async () => {
    const existing = await userOf(context, email)
    ensure(existing !== undefined, 'contradicted')
    return existing.row
  }
  await findings.attempt(['user-omitted-on-put'], async () => {
    // An inactive admin: no active admin comes from either outcome.
    await setFlags(context, email, true, false)
    const before = await flags()
    ensure(before.admin === true && before.active === false, 'contradicted')
    const { ok } = await tryWrite(context, 'PUT', 'users', { email, admin: false })
    ensure(ok, 'contradicted')
    const after = await flags()
    ensure(after.admin === false && after.active !== undefined, 'contradicted')
    findings.record('user-omitted-on-put', after.active ? 'reset' : 'kept')
  })
  await findings.attempt([], () => setFlags(context, email, false, false))
}

/** Makes calls about users that a service may refuse or ignore; all of them inactive and none an admin. */
export async function probeUserRefusals(context: ProbeContext, email: string): Promise<void> {
  const { findings, temporary } = context
  const call = (method: 'POST' | 'PUT', body: object) => tryWrite(context, method, 'users', body)
  const listed = findings.choiceOf('users-list') === 'offered'
  const rowOf = async () => JSON.stringify((await userOf(context, email))?.raw)

  await findings.attempt(['user-duplicate-on-create'], async () => {
    const before = listed ? await rowOf() : undefined
    const response = await call('POST', { email, password: randomPassword(), admin: true, active: false })
    const changed = listed ? (await rowOf()) !== before : undefined
    findings.record('user-duplicate-on-create', effectOf(response, changed, 'changed'), { status: response.status })
  })

  await findings.attempt(['user-unknown-on-put'], async () => {
    const [full, part] = [temporary.user(), temporary.user()]
    const whole = { email: full, new_password: randomPassword(), admin: false, active: false }
    const complete = await call('PUT', whole)
    const partial = await call('PUT', { email: part, active: false })
    ensure(!complete.ok || listed, 'no-list')
    const created = listed && ((await userOf(context, full)) ?? (await userOf(context, part))) !== undefined
    findings.record('user-unknown-on-put', unknownOnPut(created, complete, partial), { status: complete.status })
  })
}
