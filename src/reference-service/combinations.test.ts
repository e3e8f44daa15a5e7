import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addExamples } from './seed.ts'
import { PRESETS, READINGS, type Readings } from './readings.ts'
import { openTrial, type Trial } from './testing/trial.ts'

const anyReadings = fc.record(
  Object.fromEntries(Object.entries(READINGS).map(([name, { choices }]) => [name, fc.constantFrom(...choices)])),
) as unknown as fc.Arbitrary<Readings>

const calls: readonly [method: string, path: string, body?: object][] = [
  ['POST', '/_/token', { name: 'a', expiration_date: 1_900_000_000_000 }],
  ['POST', '/_/token', { name: 'a' }],
  ['POST', '/_/token', { name: '' }],
  ['PUT', '/_/token', { name: 'a', active: false }],
  ['PUT', '/_/token', { name: 'ci-deploy', expiration_date: null, write: false }],
  ['PUT', '/_/token', { name: 'nobody' }],
  ['GET', '/_/token'],
  ['GET', '/_/token/value?name=a'],
  ['GET', '/_/token/value?name=nobody'],
  ['DELETE', '/_/token', { name: 'a' }],
  ['DELETE', '/_/token', { name: 'a' }],
  ['POST', '/_/user', { email: 'u', password: 'p' }],
  ['PUT', '/_/user', { email: 'u', new_email: 'v', new_password: 'q' }],
  ['PUT', '/_/user', { email: 'v', admin: true, active: true }],
  ['POST', '/_/user/token/value', { email: 'v', password: 'q' }],
  ['GET', '/_/user'],
  ['DELETE', '/_/user', { email: 'v' }],
  ['GET', '/_/whoami'],
]

test('under any combination of choices every call has an answer, and what looks like JSON is JSON', async () => {
  await fc.assert(
    fc.asyncProperty(anyReadings, async (readings) => {
      const trial = await openTrial(readings)
      await addExamples(trial.database, readings, trial.clock.now, { memoryCost: 8, timeCost: 1 })
      for (const [method, path, body] of calls) {
        const { status, type, text } = await trial.call(method, path, body)
        expect(status, `${method} ${path} ${text}`).toBeLessThan(500)
        expect(type === null || text !== '').toBe(true)
        expect(type === null ? 'none' : 'sent').toBe(
          text === '' ? 'none' : readings.answers === 'json' ? 'sent' : 'none',
        )
        if (/^[[{]/.test(text)) expect(() => JSON.parse(text) as unknown).not.toThrow()
      }
      trial.close()
    }),
    { numRuns: 30 },
  )
})

test('under each choice alone a token that was made usable is usable, and only while it is active', async () => {
  const usability = async (trial: Trial) => {
    await trial.call('POST', '/_/token', { name: 'a', expiration_date: 1_900_000_000_000 })
    const usable = [await trial.usable(trial.valueOf('a'))]
    await trial.call('PUT', '/_/token', { name: 'a', expiration_date: 1_900_000_000_000, active: false, write: true })
    return [...usable, await trial.usable(trial.valueOf('a'))]
  }
  for (const [name, { choices }] of Object.entries(READINGS)) {
    for (const choice of choices) {
      if (name === 'turned-off' && choice !== 'users' && choice !== 'none') continue
      const readings = { ...PRESETS.documented, [name]: choice } as Readings
      const trial = await openTrial(readings)
      expect(await usability(trial), `${name}=${choice}`).toEqual([true, false])
      trial.close()
    }
  }
})
