import type { Choice } from '#contract/learned.ts'
import { answered, cameOf, done, hashOf, tokenOf, type Bench } from './test-bench.ts'
import { must, Untold } from './findings.ts'
import type { Survey } from './probe-reads.ts'
import { day, expected, laterOn, standing, valueOf } from './probe-tokens.ts'
import { paths, type Heard } from './raw-calls.ts'
import { isNotGiven } from '#contract/token.ts'

/** Calls that a service may refuse or pass over: each on rows of our own or on names that nobody has. */
export async function probeTokenRefusals(bench: Bench, name: string, survey: Survey): Promise<void> {
  const { notes, made, now, wire } = bench
  const call = (method: 'POST' | 'PUT' | 'DELETE', body: object | string) =>
    answered(bench, 'tokens', () => wire.call(method, paths.tokens, { body }))

  await notes.about(['duplicate-on-create'], async () => {
    const before = [JSON.stringify((await standing(bench, name)).raw), await hashOf(await valueOf(bench, name))]
    const asked = { name, expiration_date: laterOn(now()) + day, active: true, write: true }
    const heard = await call('POST', asked)
    const after = [JSON.stringify((await standing(bench, name)).raw), await hashOf(await valueOf(bench, name))]
    const outcome = cameOf(heard, after.join() !== before.join(), 'changed')
    notes.seen('duplicate-on-create', outcome, { status: heard.status })
  })

  await notes.about(['unknown-on-put'], async () => {
    const [full, part] = [made.name(), made.name()]
    const expiration_date = laterOn(now())
    const complete = await call('PUT', { name: full, expiration_date, active: false, write: false })
    const partial = await call('PUT', { name: part, active: false })
    const created = ((await tokenOf(bench, full)) ?? (await tokenOf(bench, part))) !== undefined
    notes.seen('unknown-on-put', unknownOnPut(created, complete, partial), { status: complete.status })
  })

  await notes.about(['unknown-on-delete'], async () => {
    const { ok, status } = await call('DELETE', { name: made.unused() })
    notes.seen('unknown-on-delete', ok ? 'ignored' : 'refused', { status })
  })

  await notes.about(['no-expiry-stored-as'], async () => {
    const never = made.name()
    await done(bench, 'POST', 'tokens', { name: never, active: false, write: false })
    const { row } = await expected(bench, never, { active: false, write: false })
    const stored = row.expiration_date.spelled === 'none' ? 'null' : isNotGiven(row, 'milliseconds') && 'updated-at'
    notes.seen('no-expiry-stored-as', stored || 'other')
  })

  await notes.about(['body-reading'], async () => {
    const odd = made.name()
    // JSON knows no control characters between its parts, except blanks.
    const { ok, status } = await call('POST', `{\u0001"name":${JSON.stringify(odd)},"active":false,"write":false}`)
    must(((await tokenOf(bench, odd)) !== undefined) === ok, 'contradicted')
    notes.seen('body-reading', ok ? 'lenient' : 'strict', { status })
  })

  await notes.about(['empty-name-on-create'], async () => {
    // Where somebody has such a token, ours would be that one.
    must(survey.emptyName.tokens === false, 'not-safe')
    made.empty('tokens')
    const heard = await call('POST', { name: '', active: false, write: false })
    const stored = (await tokenOf(bench, '')) !== undefined
    notes.seen('empty-name-on-create', cameOf(heard, stored, 'stored'), { status: heard.status })
  })

  await notes.about(['success-codes'], async () => {
    await done(bench, 'DELETE', 'tokens', { name })
    must((await tokenOf(bench, name)) === undefined, 'contradicted')
  })
}

/** What a service makes of a PUT to a name that nobody has, given whole and given in part. */
export function unknownOnPut(created: boolean, complete: Heard, partial: Heard): Choice<'unknown-on-put'> {
  if (created) return 'created'
  if (!complete.ok) {
    if (partial.ok) throw new Untold('contradicted')
    return 'refused'
  }
  return partial.ok ? 'ignored' : 'refused-when-incomplete'
}
