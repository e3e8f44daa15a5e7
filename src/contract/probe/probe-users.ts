import { confirmed, effectOf, mustWrite, tryWrite, unknownOnPut, userOf, type ProbeContext } from './probe-context.ts'
import { ensure, Undetermined } from './findings.ts'
import { randomPassword } from '#contract/random.ts'
import { noteRows, type EmptyNames } from './probe-reads.ts'
import { secretFrom } from '#contract/answers.ts'
import { paths } from '#contract/connection.ts'

/** Creates a user of our own; undefined: it is not possible. */
export async function probeUser(context: ProbeContext): Promise<string | undefined> {
  const { findings, temporary, client } = context
  const email = temporary.user()
  const password = randomPassword()
  let isCreated = false
  // Active and not an admin, so that no active admin is created even if the flags are swapped.
  await findings.attempt(['users-part', 'sign-in', 'wrong-password'], async () => {
    const body = { email, password, admin: false, active: true }
    const { ok, status } = await confirmed(context, 'users', () =>
      client.call('POST', paths.users, { body, genuine: true }),
    )
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
  await findings.attempt(['sign-in', 'wrong-password'], () => recordSignIn(context, email, password))
  await findings.attempt([], () => setFlags(context, email, false, false))
  return email
}

async function recordMissingSignIn({ client, findings }: ProbeContext, email: string): Promise<void> {
  const body = { email, password: randomPassword() }
  const { status } = await client.call('POST', paths.signIn, { body, authorization: null })
  if (!isNoCall(status)) return
  findings.record('sign-in', 'absent', { status })
  findings.recordNotSeen(['wrong-password'], 'no-sign-in')
}

async function recordCreatedFlags(context: ProbeContext, email: string): Promise<void> {
  const found = await userOf(context, email)
  ensure(found !== undefined, 'contradicted')
  noteRows(context, 'users', [found.raw])
  const { admin, active } = found.row
  ensure(admin !== undefined && active === !admin, 'contradicted')
  context.findings.record('create-swaps-flags', admin ? 'yes' : 'no')
}

async function setFlags(context: ProbeContext, email: string, admin: boolean, active: boolean): Promise<void> {
  await mustWrite(context, 'PUT', 'users', { email, admin, active })
}

/** Tries the right and a wrong password, for an active user who is not an admin. */
async function recordSignIn(context: ProbeContext, email: string, password: string): Promise<void> {
  const { findings, client } = context
  await setFlags(context, email, false, true)
  const attempt = (tried: string) =>
    confirmed(context, 'users', () =>
      client.call('POST', paths.signIn, { body: { email, password: tried }, authorization: null }),
    )
  const wrong = await attempt(randomPassword())
  const right = await attempt(password)
  if (!right.ok) {
    ensure(wrong.status === right.status && isNoCall(right.status), 'contradicted')
    findings.record('sign-in', 'absent', { status: right.status })
    throw new Undetermined('no-sign-in')
  }
  const bearer = secretFrom(right.status, right.text)
  ensure(bearer !== undefined, 'contradicted')
  findings.record('sign-in', 'offered')
  findings.record('wrong-password', wrong.ok ? 'accepted' : 'refused', { status: wrong.status })
  const part = findings.choiceOf('tokens-part') === 'off' ? 'users' : 'tokens'
  const { ok, status } = await confirmed(context, part, () => client.openList(part, `Bearer ${bearer}`))
  ensure(ok || status === 401 || status === 403, 'contradicted')
  findings.record('powerless-bearer', ok ? 'accepted' : 'refused', { status })
}

function isNoCall(status: number): boolean {
  return [404, 405, 501].includes(status)
}

/** Finds out which fields an update keeps, and the default of admin. Needs a list. */
export async function probeUserUpdates(context: ProbeContext, email: string): Promise<void> {
  const { findings, temporary } = context
  if (findings.choiceOf('users-list') !== 'offered') return
  const rowIs = async (one: string) => {
    const found = await userOf(context, one)
    ensure(found !== undefined, 'contradicted')
    return found.row
  }
  await findings.attempt(['user-omitted-on-put'], async () => {
    // An inactive admin: no active admin comes from either outcome.
    await setFlags(context, email, true, false)
    const before = await rowIs(email)
    ensure(before.admin === true && before.active === false, 'contradicted')
    const { ok } = await tryWrite(context, 'PUT', 'users', { email, admin: false })
    ensure(ok, 'contradicted')
    const after = await rowIs(email)
    ensure(after.admin === false && after.active !== undefined, 'contradicted')
    findings.record('user-omitted-on-put', after.active ? 'reset' : 'kept')
  })
  await findings.attempt([], () => setFlags(context, email, false, false))
  await findings.attempt(['admin-default'], async () => {
    const swapped = findings.choiceOf('create-swaps-flags')
    ensure(swapped !== undefined, 'contradicted')
    const plain = temporary.user()
    await mustWrite(context, 'POST', 'users', { email: plain, password: randomPassword(), active: false })
    const { admin, active } = await rowIs(plain)
    const [given, asked] = swapped === 'yes' ? [active, admin] : [admin, active]
    ensure(given !== undefined && asked === false, 'contradicted')
    findings.record('admin-default', given ? 'true' : 'false')
    await setFlags(context, plain, false, false)
  })
}

/** Makes calls about users that a service may refuse or ignore; all of them inactive and none an admin. */
export async function probeUserRefusals(context: ProbeContext, email: string, emptyNames: EmptyNames): Promise<void> {
  const { findings, temporary } = context
  const call = (method: 'POST' | 'PUT' | 'DELETE', body: object | string) => tryWrite(context, method, 'users', body)
  const listed = findings.choiceOf('users-list') === 'offered'
  const isThere = async (one: string) => (await userOf(context, one)) !== undefined
  const rowOf = async (one: string) => JSON.stringify((await userOf(context, one))?.raw)
  const draft = (one: string) => ({ email: one, password: randomPassword(), admin: false, active: false })

  /** Creates a user that a service may refuse; without a list only a refusal is visible. */
  const refusable = (point: 'empty-password' | 'missing-password', one: string, body: object) =>
    findings.attempt([point], async () => {
      const response = await call('POST', body)
      const stored = listed ? await isThere(one) : undefined
      findings.record(point, effectOf(response, stored, 'stored'), { status: response.status })
    })
  const [empty, missing] = [temporary.user(), temporary.user()]
  await refusable('empty-password', empty, { ...draft(empty), password: '' })
  await refusable('missing-password', missing, { email: missing, admin: false, active: false })

  await findings.attempt(['email-format'], async () => {
    const plain = temporary.either()
    const response = await call('POST', draft(plain))
    const stored = listed ? await isThere(plain) : undefined
    findings.record('email-format', effectOf(response, stored, 'free'), { status: response.status })
  })

  await findings.attempt(['user-duplicate-on-create'], async () => {
    const before = listed ? await rowOf(email) : undefined
    const response = await call('POST', { ...draft(email), admin: true })
    const changed = listed ? (await rowOf(email)) !== before : undefined
    findings.record('user-duplicate-on-create', effectOf(response, changed, 'changed'), { status: response.status })
  })

  await findings.attempt(['user-unknown-on-put'], async () => {
    const [full, part] = [temporary.user(), temporary.user()]
    const whole = { email: full, new_password: randomPassword(), admin: false, active: false }
    const complete = await call('PUT', whole)
    const partial = await call('PUT', { email: part, active: false })
    ensure(!complete.ok || listed, 'no-list')
    const created = listed && ((await isThere(full)) || (await isThere(part)))
    findings.record('user-unknown-on-put', unknownOnPut(created, complete, partial), { status: complete.status })
  })

  await findings.attempt(['user-unknown-on-delete'], async () => {
    const { ok, status } = await call('DELETE', { email: `${temporary.unused()}@probe.invalid` })
    findings.record('user-unknown-on-delete', ok ? 'ignored' : 'refused', { status })
  })

  await findings.attempt(['new-email-taken'], async () => {
    const taken = temporary.user()
    await mustWrite(context, 'POST', 'users', draft(taken))
    const both = async () => (listed ? `${await rowOf(email)} ${await rowOf(taken)}` : undefined)
    const before = await both()
    const response = await call('PUT', { email, new_email: taken, admin: false, active: false })
    const changed = listed ? (await both()) !== before : undefined
    findings.record('new-email-taken', effectOf(response, changed, 'changed'), { status: response.status })
  })

  await findings.attempt(['empty-email-on-create'], async () => {
    ensure(listed, 'no-list')
    // If a user with an empty email exists, ours would overwrite it.
    ensure(emptyNames.users === false, 'not-safe')
    temporary.emptyName('users')
    const response = await call('POST', draft(''))
    findings.record('empty-email-on-create', effectOf(response, await isThere(''), 'stored'), {
      status: response.status,
    })
  })

  await findings.attempt(['success-codes'], async () => {
    await mustWrite(context, 'DELETE', 'users', { email })
    ensure(!listed || !(await isThere(email)), 'contradicted')
  })
}
