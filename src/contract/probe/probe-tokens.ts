import { claimsOf } from '#contract/jwt.ts'
import { agrees } from '#contract/saving/value-outcome.ts'
import type { Choice, PointName } from '#contract/learned.ts'
import { answered, cameOf, done, hashOf, tokenOf, unitNow, unknownOnPut, type Bench, type Found } from './test-bench.ts'
import { must } from './findings.ts'
import { noteShape, type Survey } from './probe-reads.ts'
import { paths } from '#contract/connection.ts'
import { secretIn, shapeIn } from './answer-forms.ts'
import { isNotGiven, type Token } from '#contract/token.ts'
import { momentAt, type Unit } from '#contract/wire.ts'

/** Longer than a second of the service's clock, in milliseconds. */
export const overASecond = 1100
/** Milliseconds. */
export const day = 86_400_000

/** A date that is to come, whether it is taken as seconds or as milliseconds. */
export function laterOn(now: number): number {
  return Math.floor(now / 1000) * 1000 + day
}

/** What one update does, on one token of our own. */
export async function probeTokenUpdates(bench: Bench): Promise<string | undefined> {
  const { notes, made, now } = bench
  const name = made.name()
  const expiration_date = laterOn(now())
  const record = (active: boolean, write: boolean) => ({ name, expiration_date, active, write })
  const points: PointName[] = ['token-fields', 'flags', 'moment-spelling', 'moments-unit', 'value-on-put']
  let ready = false
  await notes.about(
    [...points, 'value-shape', 'value-kind', 'list-carries-secret', 'transitions', 'omitted-on-put'],
    async () => {
      await done(bench, 'POST', 'tokens', record(false, false))
      const first = await expected(bench, name, { active: false, write: false })
      noteShape(bench, 'tokens', undefined, [first.raw])
      noteUnit(bench, first.row, expiration_date)
      const secret = await valueOf(bench, name)
      notes.seen('list-carries-secret', Object.values(first.raw).includes(secret) ? 'yes' : 'no')
      ready = true
      const before = await hashOf(secret)
      await bench.wait(overASecond)
      await done(bench, 'PUT', 'tokens', record(true, true))
      await valueOutcome(bench, { name, before, was: first.row })
      const on = (await standing(bench, name)).row
      await done(bench, 'PUT', 'tokens', record(false, true))
      const off = (await standing(bench, name)).row
      must(on.write === true && off.write === true, 'contradicted')
      notes.seen('transitions', transitions(on.active === true, off.active === false))
    },
  )
  if (!ready) return undefined
  await notes.about(['omitted-on-put'], async () => {
    const before = await expected(bench, name, { active: false, write: true })
    const sent = { name, write: false }
    const { ok } = await answered(bench, 'tokens', () => bench.wire.call('PUT', paths.tokens, { body: sent }))
    must(ok, 'contradicted')
    const { row } = await standing(bench, name)
    // What was named must have changed, or nothing was done at all.
    must(row.write === false && row.active !== undefined, 'contradicted')
    const expiry = same(row, before.row)
    notes.seen('omitted-on-put', row.active === false ? (expiry ? 'kept' : 'mixed') : expiry ? 'mixed' : 'reset')
  })
  return name
}

/** The value of a token of ours. @throws {Untold} where none can be read. */
export async function valueOf(bench: Bench, name: string): Promise<string> {
  const heard = await bench.wire.call('GET', `${paths.value}?name=${encodeURIComponent(name)}`)
  must(heard.ok, 'failed')
  const secret = secretIn(heard.text)
  must(secret !== undefined, 'contradicted')
  bench.notes.seen('value-shape', shapeIn(heard.text))
  bench.notes.seen('value-kind', claimsOf(secret) === undefined ? 'opaque' : 'jwt')
  return secret
}

/** The row, with the flags that were asked for. @throws {Untold} where it is another. */
export async function expected(
  bench: Bench,
  name: string,
  flags: { active: boolean; write: boolean },
): Promise<Found<Token>> {
  const found = await standing(bench, name)
  must(found.row.active === flags.active && found.row.write === flags.write, 'contradicted')
  return found
}

/** The row of a token that must be there. @throws {Untold} */
export async function standing(bench: Bench, name: string): Promise<Found<Token>> {
  const found = await tokenOf(bench, name)
  must(found !== undefined, 'contradicted')
  return found
}

/** What a PUT that was carried out did to the value. */
async function valueOutcome(
  bench: Bench,
  { name, before, was }: { name: string; before: string; was: Token },
): Promise<void> {
  const { row } = await expected(bench, name, { active: true, write: true })
  const secret = await valueOf(bench, name)
  const unit = bench.notes.what('moments-unit') ?? 'milliseconds'
  if ((await hashOf(secret)) === before) return bench.notes.seen('value-on-put', 'kept')
  const moved = momentAt(row.updated_at, unit) !== momentAt(was.updated_at, unit)
  const claims = claimsOf(secret)
  const word = moved && claims !== undefined ? agrees({ ...row, claims }, unit) : undefined
  bench.notes.seen('value-on-put', word === undefined ? 'new-unknown' : word ? 'new' : 'new-refused')
}

function transitions(on: boolean, off: boolean): Choice<'transitions'> {
  if (on) return off ? 'both-ways' : 'on-only'
  return off ? 'none' : 'off-only'
}

function same(a: Token, b: Token): boolean {
  return JSON.stringify(printed(a)) === JSON.stringify(printed(b))
}

/** Bigints have no JSON. */
function printed({ expiration_date: moment }: Token): object {
  return moment.spelled === 'integer' ? { integer: String(moment.integer) } : moment
}

/** The unit, from a row that was written just now and from the expiry that was sent with it. */
function noteUnit({ notes, now }: Bench, { updated_at, expiration_date }: Token, sent: number): void {
  const unit = unitNow(updated_at, now()) ?? isoUnit(expiration_date, sent)
  if (unit !== undefined) notes.seen('moments-unit', unit)
}

/** As dates, `sent` milliseconds come back as they were, and seconds a thousand times as far. */
function isoUnit(moment: Token['expiration_date'], sent: number): Unit | undefined {
  if (moment.spelled !== 'iso') return undefined
  if (moment.at === sent) return 'milliseconds'
  return moment.at === sent * 1000 ? 'seconds' : undefined
}

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
