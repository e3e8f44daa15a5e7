import { answered, done, randomPassword, userOf, type Bench } from './test-bench.ts'
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
      const { ok, status } = await call('POST', body)
      const stored = listed ? await isThere(one) : undefined
      must(ok || stored !== true, 'contradicted')
      must(!ok || stored !== undefined, 'no-list')
      notes.seen(point, ok ? (stored === true ? 'stored' : 'ignored') : 'refused', { status })
    })
  const [empty, missing] = [made.email(), made.email()]
  await refusable('empty-password', empty, { ...draft(empty), password: '' })
  await refusable('missing-password', missing, { email: missing, admin: false, active: false })

  await notes.about(['email-format'], async () => {
    const plain = made.either()
    const { ok, status } = await call('POST', draft(plain))
    must(!ok || listed, 'no-list')
    const stored = listed && (await isThere(plain))
    must(ok || !stored, 'contradicted')
    notes.seen('email-format', stored ? 'free' : ok ? 'ignored' : 'refused', { status })
  })

  await notes.about(['user-duplicate-on-create'], async () => {
    const before = listed ? await rowOf(email) : undefined
    const { ok, status } = await call('POST', { ...draft(email), admin: true })
    must(!ok || listed, 'no-list')
    const changed = listed && (await rowOf(email)) !== before
    must(ok || !changed, 'contradicted')
    notes.seen('user-duplicate-on-create', changed ? 'changed' : ok ? 'ignored' : 'refused', { status })
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
    const { ok, status } = await call('PUT', { email, new_email: taken, admin: false, active: false })
    must(!ok || listed, 'no-list')
    const changed = (await both()) !== before
    must(ok || !changed, 'contradicted')
    notes.seen('new-email-taken', changed ? 'changed' : ok ? 'ignored' : 'refused', { status })
  })

  await notes.about(['empty-email-on-create'], async () => {
    must(listed, 'no-list')
    // Where somebody has none, ours would be that one.
    must(survey.emptyName.users === false, 'not-safe')
    made.empty('users')
    const { ok, status } = await call('POST', draft(''))
    const stored = await isThere('')
    must(ok || !stored, 'contradicted')
    notes.seen('empty-email-on-create', stored ? 'stored' : ok ? 'ignored' : 'refused', { status })
  })

  await notes.about(['success-codes'], async () => {
    await done(bench, 'DELETE', 'users', { email })
    must(!listed || !(await isThere(email)), 'contradicted')
  })
}
