import { expect, test } from 'vitest'
import { parseReadings, READINGS, type Readings } from '#reference/readings.ts'
import { createTokens } from '#reference/tokens.ts'
import { openTrial } from '#reference/testing/trial.ts'
import { connectWithSignIn } from '#contract/testing/client.ts'
import type { Choice } from '#contract/probe/points.ts'
import { isDeep, seeded } from '#contract/testing/deep.ts'
import { token as parsed } from '#contract/testing/lists.ts'
import { rulesOf } from '#contract/testing/oracle.ts'
import { worthOf, type ValueContext } from './value-worth.ts'

const now = 1_800_000_000_500
const random = seeded(4)
const day = 86_400_000
const unit = { ms: 'milliseconds', s: 'seconds' } as const

/** Mixtures of the readings that decide whether a value is accepted, in each way of telling of values: every one with `DEEP=1`. */
const deciding = (
  ['moments', 'expiry-compared-in', 'no-expiry-means', 'no-expiry-stored-as', 'value-on-put'] as const
).reduce<string[]>(
  (texts, name) => texts.flatMap((text) => READINGS[name].choices.map((choice) => `${text},${name}=${choice}`)),
  [
    'list-secret=carried',
    'list-secret=carried,moment-spelling=iso',
    'list-secret=carried,value-kind=opaque',
    'list-secret=left-out',
  ],
)

const rows = [-day, day].flatMap((expires) =>
  [true, false].flatMap((active) => [false, true].map((changed) => ({ expires, active, changed }))),
)
const open = [true, false].flatMap((active) =>
  [false, true].map((changed) => ({ expires: undefined, active, changed })),
)

/** Rows in each state, what the list says of them, and whether the service accepts their values, as they are and active. */
async function cases(readings: Readings) {
  const trial = await openTrial(readings, { now })
  const store = createTokens(trial.store, readings)
  const at = now - 2 * day
  for (const [index, { expires, active, changed }] of [...rows, ...open].entries()) {
    const expiration_date =
      expires === undefined ? undefined : BigInt(Math.floor((now + expires) / (readings.moments === 's' ? 1000 : 1)))
    const name = `t${index}`
    await store.insert({ name, expiration_date: expiration_date ?? store.noExpiry(at), active, write: true, at })
    if (changed) await store.change({ name, expiration_date, active, write: true }, at + 5000)
  }
  const { tokens } = connectWithSignIn({
    origin: 'http://reference.test/',
    bearer: trial.bearer,
    fetch: (url, init) => trial.fetch(new Request(url, init)),
  })
  const list = await tokens.list()
  const results = []
  for (const [index, row] of [...rows, ...open].entries()) {
    const token = list.at(list.find(`t${index}`))
    const accepted = await trial.usable(trial.valueOf(`t${index}`))
    trial.store.write('UPDATE token SET active = 1 WHERE name = :name', { name: `t${index}` })
    const whenActive = await trial.usable(trial.valueOf(`t${index}`))
    results.push({ ...row, token, accepted, whenActive })
  }
  trial.close()
  return results
}

test(
  'of no value it is said that it should work where the service refuses it, nor the reverse',
  { timeout: 60_000 },
  async () => {
    const wrong: string[] = []
    const counts: Record<string, number> = {}
    for (const text of deciding.filter(() => isDeep() || random() < 0.25)) {
      const readings = parseReadings(text)
      const valueOutcome: Choice<'value-on-put'> = readings['value-on-put']
      const blank: ValueContext = { now, unit: unit[readings.moments] }
      const saved = { ...blank, valueOnPut: valueOutcome }
      const probed = { ...blank, ...rulesOf(readings) }
      for (const { token, accepted, whenActive, ...row } of await cases(readings)) {
        for (const [knowledge, context] of Object.entries({ blank, saved, probed })) {
          const worth = worthOf(token, context)
          const provided = 'provided' in worth ? worth.provided : undefined
          const isSo =
            provided === undefined ||
            (provided === 'never'
              ? readings['no-expiry-means'] === 'never'
              : readings['expiry-compared-in'] === readings.moments)
          const claim = `${knowledge}: ${worth.is}${provided === undefined ? '' : ` (${provided})`}`
          counts[claim] = (counts[claim] ?? 0) + 1
          const holds = {
            'should-work': accepted || !isSo,
            // Activating it is an update, which decides about its value anew, unless values are known to be kept.
            inactive: !accepted && (whenActive || !isSo || !('activating' in worth) || worth.activating !== 'keeps'),
            expired: knowledge !== 'probed' || !whenActive,
            'needs-repair': knowledge === 'blank' || !whenActive,
            // Nothing tells of an opaque value, nor of the unit behind a date that is a text.
            unknown: knowledge !== 'probed' || !text.startsWith('list-secret=carried,moments'),
          }[worth.is]
          if (!holds) wrong.push(`${text} ${JSON.stringify(row)} ${claim}`)
        }
      }
    }
    expect(wrong.slice(0, 10)).toEqual([])
    console.log(
      Object.entries(counts)
        .toSorted(([a], [b]) => a.localeCompare(b))
        .map(([claim, times]) => `${claim}: ${times}×`)
        .join('\n'),
    )
  },
)

const at = 1_800_000_000
const row = (more: object) => ({
  ...parsed({
    name: 'a',
    active: true,
    write: true,
    created_at: at - 100,
    updated_at: at - 50,
    expiration_date: at + 100,
    ...more,
  }),
  claims: { iat: at - 50, exp: at + 100 },
})
const seconds: ValueContext = { now: at * 1000, unit: 'seconds', expiryEnforcedIn: 'seconds' }

test('the service’s clock decides when a date has come', () => {
  expect(worthOf(row({}), seconds)).toEqual({ is: 'should-work' })
  expect(worthOf(row({}), { ...seconds, ahead: 99_000 })).toEqual({ is: 'should-work' })
  expect(worthOf(row({}), { ...seconds, ahead: 100_000 })).toEqual({ is: 'expired' })
  expect(worthOf(row({ expiration_date: at - 100 }), { ...seconds, ahead: -101_000 })).toEqual({ is: 'should-work' })
})

test('what cannot be read is not judged', () => {
  expect(worthOf(row({ active: '?' }), seconds)).toEqual({ is: 'unknown' })
  expect(worthOf(row({ expiration_date: 'soon' }), seconds)).toEqual({ is: 'unknown' })
  const { claims: _, ...without } = row({})
  expect(worthOf(without, seconds)).toEqual({ is: 'unknown' })
  expect(worthOf({ ...without, created_at: without.updated_at }, seconds)).toEqual({ is: 'should-work' })
})
