import { answered, done, tokenOf, type Bench } from './test-bench.ts'
import { must, Untold } from './findings.ts'
import { expected, laterOn, overASecond, valueOf } from './probe-tokens.ts'
import { paths } from '#contract/connection.ts'

/** Long past, whether it is taken as seconds or as milliseconds. */
const longPast = 1_000_000_000
const inSeconds = (now: number) => Math.floor(now / 1000) + 86_400

/** What a service makes of dates when a token is created; needs no use of the value. */
export async function probePastExpiry(bench: Bench): Promise<void> {
  const { notes, now } = bench
  await notes.about(['past-expiry-on-create'], async () => {
    const past = await dated(bench, longPast)
    notes.seen('past-expiry-on-create', past.stored ? 'accepted' : past.ok ? 'ignored' : 'refused', {
      status: past.status,
    })
    if (past.ok) return
    // A service that refuses what is past tells its unit by a date that is past in one of them only.
    const soon = await dated(bench, inSeconds(now()))
    must(soon.ok === soon.stored, 'contradicted')
    must(soon.ok || soon.status === past.status, 'contradicted')
    must((await dated(bench, laterOn(now()))).stored, 'contradicted')
    notes.seen('expiry-enforced-in', soon.ok ? 'seconds' : 'milliseconds')
  })
}

/** Creates an inactive token with this date, and says what came of it. */
async function dated(bench: Bench, expiration_date: number) {
  const name = bench.made.name()
  const body = { name, expiration_date, active: false, write: false }
  const { ok, status } = await answered(bench, 'tokens', () => bench.wire.call('POST', paths.tokens, { body }))
  const stored = (await tokenOf(bench, name)) !== undefined
  must(ok || !stored, 'contradicted')
  return { ok, status, stored }
}

/**
 * Where a token's value opens the list, or is refused with another status than a bearer that nobody has, its use can
 * be seen. Tokens are active here, since they must be; they are deleted within seconds and their values go nowhere.
 */
export async function probeUse(bench: Bench): Promise<void> {
  const { notes, wire, now } = bench
  const knock = async (bearer: string) => (await answered(bench, 'tokens', () => wire.knock('tokens', bearer))).status
  const statusOf = async (name: string) => knock(`Bearer ${await valueOf(bench, name)}`)
  let control = 0
  let stranger = 0
  let name = ''
  await notes.about(['administrators', 'powerless-bearer'], async () => {
    name = await active(bench, { expiration_date: laterOn(now()), write: true })
    control = await statusOf(name)
    stranger = await knock(`Bearer ${bench.made.unused()}`)
    must(stranger >= 400, 'not-visible')
    if (control < 400) {
      const reader = await active(bench, { expiration_date: laterOn(now()), write: false })
      const other = await statusOf(reader)
      return notes.seen('administrators', other < 400 ? 'tokens-too' : 'write-tokens-too')
    }
    notes.seen('administrators', 'not-tokens')
    if (notes.what('powerless-bearer') === undefined) notes.seen('powerless-bearer', 'refused', { status: control })
  })
  const seen = control !== 0 && stranger >= 400 && control !== stranger
  if (!seen) return notes.notSeen(['no-expiry-means', 'expiry-enforced-in'], 'not-visible')

  const usable = async (one: string): Promise<boolean> => {
    const status = await statusOf(one)
    if (status === control) return true
    if (status === stranger) return false
    throw new Untold('contradicted')
  }
  await notes.about(['no-expiry-means'], async () => {
    const never = await active(bench, { write: true })
    await bench.wait(overASecond)
    notes.seen('no-expiry-means', (await usable(never)) ? 'never' : 'past')
  })
  if (notes.what('expiry-enforced-in') === undefined) {
    await notes.about(['expiry-enforced-in'], async () => {
      const soon = await active(bench, { expiration_date: inSeconds(now()), write: true })
      if (!(await usable(soon))) return notes.seen('expiry-enforced-in', 'milliseconds')
      const past = await active(bench, { expiration_date: longPast, write: true })
      notes.seen('expiry-enforced-in', (await usable(past)) ? 'not-at-all' : 'seconds')
    })
  }
  const told = notes.what('value-on-put')
  if (told === undefined || told === 'kept') return
  await notes.about([], async () => {
    must(await usable(name), 'contradicted')
    await bench.wait(overASecond)
    await done(bench, 'PUT', 'tokens', { name, expiration_date: laterOn(now()), active: true, write: true })
    await expected(bench, name, { active: true, write: true })
    notes.seen('value-on-put', (await usable(name)) ? 'new' : 'new-refused')
  })
}

async function active(bench: Bench, more: { expiration_date?: number; write: boolean }): Promise<string> {
  const name = bench.made.name()
  await done(bench, 'POST', 'tokens', { name, active: true, ...more })
  await expected(bench, name, { active: true, write: more.write })
  return name
}
