import type { PointName } from '#contract/learned.ts'
import { answered, done, randomPassword, userOf, type Bench } from './test-bench.ts'
import { must, Untold } from './findings.ts'
import { noteShape } from './probe-reads.ts'
import { secretIn } from './answer-forms.ts'
import { paths } from './raw-calls.ts'

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
