import type { PointName } from '#contract/learned.ts'
import { answered, cameOf, done, randomPassword, unknownOnPut, userOf, type Bench } from './test-bench.ts'
import { must, Untold } from './findings.ts'
import { noteShape, type Survey } from './probe-reads.ts'
import { secretIn } from './answer-forms.ts'
import { paths } from '#contract/connection.ts'

const stored: readonly PointName[] = [
  'user-fields',
  'users-list-carries-hash',
  'create-swaps-flags',
  'admin-default',
  'user-omitted-on-put',
]
const all: readonly PointName[] = [
  ...stored,
  'user-duplicate-on-create',
  'user-unknown-on-put',
  'user-unknown-on-delete',
  'empty-email-on-create',
  'email-format',
  'empty-password',
  'missing-password',
  'new-email-taken',
]

/** One user of our own, of whom everything is known; undefined where there can be none. */
export async function probeUser(bench: Bench): Promise<string | undefined> {
  const { notes, made, wire } = bench
  const email = made.email()
  const password = randomPassword()
  let there = false
  // Asked for as active and no admin, so that neither way round an active admin comes to be.
  await notes.about(['users-part', ...all, 'sign-in', 'wrong-password'], async () => {
    const body = { email, password, admin: false, active: true }
    const { ok, status } = await answered(bench, 'users', () => wire.call('POST', paths.users, { body, genuine: true }))
    if (!ok && (status === 404 || status === 405) && notes.what('users-list') === 'absent') {
      notes.seen('users-part', 'off', { status })
      throw new Untold('part-off')
    }
    must(ok, 'failed')
    notes.seen('users-part', 'on')
    there = true
  })
  if (!there) {
    if (notes.what('users-part') === 'off') await noSignIn(bench, email)
    return undefined
  }
  if (notes.what('users-list') === 'offered') await notes.about([...all], () => created(bench, email))
  else notes.notSeen(stored, 'no-list')
  await notes.about(['sign-in', 'wrong-password'], () => signIn(bench, email, password))
  await notes.about([], () => flags(bench, email, false, false))
  return email
}

async function noSignIn({ wire, notes }: Bench, email: string): Promise<void> {
  const body = { email, password: randomPassword() }
  const { status } = await wire.call('POST', paths.signIn, { body, authorization: null })
  if (!isNoCall(status)) return
  notes.seen('sign-in', 'absent', { status })
  notes.notSeen(['wrong-password'], 'no-sign-in')
}

async function created(bench: Bench, email: string): Promise<void> {
  const found = await userOf(bench, email)
  must(found !== undefined, 'contradicted')
  noteShape(bench, 'users', undefined, [found.raw])
  const { admin, active } = found.row
  must(admin !== undefined && active === !admin, 'contradicted')
  bench.notes.seen('create-swaps-flags', admin ? 'yes' : 'no')
}

async function flags(bench: Bench, email: string, admin: boolean, active: boolean): Promise<void> {
  await done(bench, 'PUT', 'users', { email, admin, active })
}

/** Right and wrong, for a user who is active and no admin. */
async function signIn(bench: Bench, email: string, password: string): Promise<void> {
  const { notes, wire } = bench
  await flags(bench, email, false, true)
  const attempt = (tried: string) =>
    answered(bench, 'users', () =>
      wire.call('POST', paths.signIn, { body: { email, password: tried }, authorization: null }),
    )
  const wrong = await attempt(randomPassword())
  const right = await attempt(password)
  if (!right.ok) {
    must(wrong.status === right.status && isNoCall(right.status), 'contradicted')
    notes.seen('sign-in', 'absent', { status: right.status })
    throw new Untold('no-sign-in')
  }
  const bearer = secretIn(right.text)
  must(bearer !== undefined, 'contradicted')
  notes.seen('sign-in', 'offered')
  notes.seen('wrong-password', wrong.ok ? 'accepted' : 'refused', { status: wrong.status })
  const part = notes.what('tokens-part') === 'off' ? 'users' : 'tokens'
  const { ok, status } = await answered(bench, part, () => wire.knock(part, `Bearer ${bearer}`))
  must(ok || status === 401 || status === 403, 'contradicted')
  notes.seen('powerless-bearer', ok ? 'accepted' : 'refused', { status })
}

function isNoCall(status: number): boolean {
  return [404, 405, 501].includes(status)
}

/** What is kept of a user in an update, and what is given where nothing was said; a list shows it. */
export async function probeUserUpdates(bench: Bench, email: string): Promise<void> {
  const { notes, made } = bench
  if (notes.what('users-list') !== 'offered') return
  const rowIs = async (one: string) => {
    const found = await userOf(bench, one)
    must(found !== undefined, 'contradicted')
    return found.row
  }
  await notes.about(['user-omitted-on-put'], async () => {
    // An admin who is not active: whichever way it goes, none comes to be who is both.
    await flags(bench, email, true, false)
    const before = await rowIs(email)
    must(before.admin === true && before.active === false, 'contradicted')
    const body = { email, admin: false }
    const { ok } = await answered(bench, 'users', () => bench.wire.call('PUT', paths.users, { body }))
    must(ok, 'contradicted')
    const after = await rowIs(email)
    must(after.admin === false && after.active !== undefined, 'contradicted')
    notes.seen('user-omitted-on-put', after.active ? 'reset' : 'kept')
  })
  await notes.about([], () => flags(bench, email, false, false))
  await notes.about(['admin-default'], async () => {
    const swapped = notes.what('create-swaps-flags')
    must(swapped !== undefined, 'contradicted')
    const plain = made.email()
    await done(bench, 'POST', 'users', { email: plain, password: randomPassword(), active: false })
    const { admin, active } = await rowIs(plain)
    const [given, asked] = swapped === 'yes' ? [active, admin] : [admin, active]
    must(given !== undefined && asked === false, 'contradicted')
    notes.seen('admin-default', given ? 'true' : 'false')
    await flags(bench, plain, false, false)
  })
}

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
