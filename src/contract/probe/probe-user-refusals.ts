import { answered, cameOf, done, randomPassword, userOf, type Bench } from './test-bench.ts'
import { must } from './findings.ts'
import type { Survey } from './probe-reads.ts'
import { unknownOnPut } from './probe-token-refusals.ts'
import { paths } from './raw-calls.ts'

/** Calls about users that a service may refuse or pass over; all of them inactive and none an admin. */
export async function probeUserRefusals(bench: Bench, email: string, survey: Survey): Promise<void> {
  const { notes, made, wire } = bench
  const listed = notes.what('users-list') === 'offered'
  const call = (method: 'POST' | 'PUT' | 'DELETE', body: object) =>
    answered(bench, 'users', () => wire.call(method, paths.users, { body }))
  const isThere = async (one: string) => (await userOf(bench, one)) !== undefined
  const rowOf = async (one: string) => JSON.stringify((await userOf(bench, one))?.raw)
  const draft = (one: string) => ({ email: one, password: randomPassword(), admin: false, active: false })

  /** Creating what a service may refuse; without a list only a refusal shows. */
  const refusable = (point: 'empty-password' | 'missing-password', one: string, body: object) =>
    notes.about([point], async () => {
      const heard = await call('POST', body)
      const stored = listed ? await isThere(one) : undefined
      notes.seen(point, cameOf(heard, stored, 'stored'), { status: heard.status })
    })
  const [empty, missing] = [made.email(), made.email()]
  await refusable('empty-password', empty, { ...draft(empty), password: '' })
  await refusable('missing-password', missing, { email: missing, admin: false, active: false })

  await notes.about(['email-format'], async () => {
    const plain = made.either()
    const heard = await call('POST', draft(plain))
    const stored = listed ? await isThere(plain) : undefined
    notes.seen('email-format', cameOf(heard, stored, 'free'), { status: heard.status })
  })

  await notes.about(['user-duplicate-on-create'], async () => {
    const before = listed ? await rowOf(email) : undefined
    const heard = await call('POST', { ...draft(email), admin: true })
    const changed = listed ? (await rowOf(email)) !== before : undefined
    notes.seen('user-duplicate-on-create', cameOf(heard, changed, 'changed'), { status: heard.status })
  })

  await notes.about(['user-unknown-on-put'], async () => {
    const [full, part] = [made.email(), made.email()]
    const whole = { email: full, new_password: randomPassword(), admin: false, active: false }
    const complete = await call('PUT', whole)
    const partial = await call('PUT', { email: part, active: false })
    must(!complete.ok || listed, 'no-list')
    const created = listed && ((await isThere(full)) || (await isThere(part)))
    notes.seen('user-unknown-on-put', unknownOnPut(created, complete, partial), { status: complete.status })
  })

  await notes.about(['user-unknown-on-delete'], async () => {
    const { ok, status } = await call('DELETE', { email: `${made.unused()}@probe.invalid` })
    notes.seen('user-unknown-on-delete', ok ? 'ignored' : 'refused', { status })
  })

  await notes.about(['new-email-taken'], async () => {
    const taken = made.email()
    await done(bench, 'POST', 'users', draft(taken))
    const both = async () => (listed ? `${await rowOf(email)} ${await rowOf(taken)}` : undefined)
    const before = await both()
    const heard = await call('PUT', { email, new_email: taken, admin: false, active: false })
    const changed = listed ? (await both()) !== before : undefined
    notes.seen('new-email-taken', cameOf(heard, changed, 'changed'), { status: heard.status })
  })

  await notes.about(['empty-email-on-create'], async () => {
    must(listed, 'no-list')
    // Where somebody has none, ours would be that one.
    must(survey.emptyName.users === false, 'not-safe')
    made.empty('users')
    const heard = await call('POST', draft(''))
    notes.seen('empty-email-on-create', cameOf(heard, await isThere(''), 'stored'), { status: heard.status })
  })

  await notes.about(['success-codes'], async () => {
    await done(bench, 'DELETE', 'users', { email })
    must(!listed || !(await isThere(email)), 'contradicted')
  })
}
