import type { ProbeContext } from './probe-context.ts'
import { ensure } from './findings.ts'
import { randomPassword } from '#contract/random.ts'
import { secretFrom } from '#contract/answers.ts'
import { paths } from '#contract/connection.ts'

const isNoCall = (status: number) => [404, 405, 501].includes(status)

/** Creates a user of our own, inactive and no admin in the end. @returns the email; undefined: it is not possible. */
export async function probeUser(context: ProbeContext): Promise<string | undefined> {
  const { findings, temporary, client, confirmed, mustWrite, user } = context
  const email = temporary.user()
  const password = randomPassword()
  const signIn = (password: string) => client.call('POST', paths.signIn, { body: { email, password }, bearer: null })
  let isCreated = false
  // Active and not an admin, so that no active admin is created even if the flags are swapped.
  await findings.attempt(['users-part', 'sign-in'], async () => {
    const body = { email, password, admin: false, active: true }
    const { ok, status } = await confirmed('users', () => client.call('POST', paths.users, { body }))
    const isOff = (status === 404 || status === 405) && findings.choiceOf('users-list') === 'absent'
    if (isOff) findings.record('users-part', 'off', { status })
    ensure(!isOff, 'part-off')
    ensure(ok, 'failed')
    findings.record('users-part', 'on')
    isCreated = true
  })
  if (!isCreated) {
    if (findings.choiceOf('users-part') !== 'off') return undefined
    const { status } = await signIn(randomPassword())
    if (isNoCall(status)) findings.record('sign-in', 'absent', { status })
    return undefined
  }
  if (findings.choiceOf('users-list') === 'offered')
    await findings.attempt(['create-swaps-flags'], async () => {
      const { admin, active } = (await user(email)).row
      ensure(admin !== undefined && active === !admin, 'contradicted')
      findings.record('create-swaps-flags', admin ? 'yes' : 'no')
    })
  await findings.attempt(['sign-in'], async () => {
    await mustWrite('PUT', 'users', { email, admin: false, active: true })
    const { ok, status, text } = await confirmed('users', () => signIn(password))
    ensure(ok ? secretFrom(status, text) !== undefined : isNoCall(status), 'contradicted')
    if (ok) findings.record('sign-in', 'offered')
    else findings.record('sign-in', 'absent', { status })
  })
  await findings.attempt([], () => mustWrite('PUT', 'users', { email, admin: false, active: false }))
  return email
}

/** Finds out which fields an update keeps. Needs a list. */
export async function probeUserUpdates(context: ProbeContext, email: string): Promise<void> {
  const { findings, mustWrite, user } = context
  if (findings.choiceOf('users-list') !== 'offered') return
  await findings.attempt(['user-omitted-on-put'], async () => {
    // An inactive admin: no active admin comes from either outcome.
    await mustWrite('PUT', 'users', { email, admin: true, active: false })
    const { row: before } = await user(email)
    ensure(before.admin === true && before.active === false, 'contradicted')
    const { ok } = await context.tryWrite('PUT', 'users', { email, admin: false })
    ensure(ok, 'contradicted')
    const { row: after } = await user(email)
    ensure(after.admin === false && after.active !== undefined, 'contradicted')
    findings.record('user-omitted-on-put', after.active ? 'reset' : 'kept')
  })
  await findings.attempt([], () => mustWrite('PUT', 'users', { email, admin: false, active: false }))
}
