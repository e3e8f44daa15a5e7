import { afterEach, expect, test } from 'vitest'
import { PRESETS, READINGS, type Readings } from '#reference/readings.ts'
import { referenceWorld, type ReferenceWorld } from './testing/reference.ts'
import { createTokenSaving } from './token-saving.ts'
import { createTurns } from './turns.ts'
import { createUserSaving } from './user-saving.ts'
import type { Verdict } from './verdict.ts'
import { momentAt } from './wire.ts'

const far = 4_102_444_800_000
let world: ReferenceWorld | undefined
afterEach(() => world?.close())

/** Every choice of every switch, on top of two presets; the presets themselves stand in saving-reference.test.ts. */
const switched = Object.entries(READINGS).flatMap(([name, { choices }]) =>
  (['documented', 'query-server'] as const).flatMap((preset) =>
    choices
      .filter((choice) => (PRESETS[preset] as Record<string, string>)[name] !== choice)
      .map((choice): [string, string, Readings] => [
        `${name}=${choice}`,
        preset,
        { ...PRESETS[preset], [name]: choice },
      ]),
  ),
)

async function opened(readings: Readings) {
  world = await referenceWorld(readings)
  const { service } = world
  const saving = { turns: createTurns(), now: Date.now, signal: new AbortController().signal }
  const unit = readings.moments === 's' ? 'seconds' : 'milliseconds'
  return {
    service,
    unit,
    tokens: createTokenSaving(service.tokens, saving, () => ({ unit, learned: true })),
    users: createUserSaving(service.users, saving),
  } as const
}

/** Verdicts that promise nothing. */
const sober = (verdict: Verdict<unknown>) =>
  expect(['refused', 'differently', 'not-applied', 'unanswered', 'gone']).toContain(verdict.is)

test.each(switched)(
  'with %s on top of %s nobody is told "saved" of a token that is not as asked',
  async (_, __, readings) => {
    const { service, tokens, unit } = await opened(readings)
    const now = async () => {
      const list = await service.tokens.list()
      return list.find('a') < 0 ? undefined : list.at(list.find('a'))
    }
    const made = await tokens.create({ name: 'a', active: true, write: false, expires: { at: far } })
    if (made.is !== 'as-asked') return sober(made)
    const row = await now()
    expect([row?.active, row?.write, row && momentAt(row.expiration_date, unit)]).toEqual([true, false, far])

    const off = await tokens.save({ row: made.row, beganAt: made.at }, { active: false })
    if (off.is !== 'as-asked') return sober(off)
    const after = await now()
    expect([after?.active, after?.write, after && momentAt(after.expiration_date, unit)]).toEqual([false, false, far])

    const never = await tokens.save({ row: off.row, beganAt: off.at }, { expires: 'not-given', write: true })
    if (never.is === 'as-asked') expect([(await now())?.active, (await now())?.write]).toEqual([false, true])
    else sober(never)

    expect((await tokens.remove('a')).is).toBe('deleted')
    expect(await now()).toBeUndefined()
  },
)

test.each(switched)(
  'with %s on top of %s nobody is told "saved" of a user who is not as asked',
  async (_, __, readings) => {
    const { service, users } = await opened(readings)
    const find = async (email: string) => {
      const list = await service.users.list()
      return list.find(email) < 0 ? undefined : list.at(list.find(email))
    }
    const made = await users.create({ email: 'ann', password: 'pa55', admin: false, active: true })
    if (made.is !== 'as-asked') return sober(made)
    expect(await find('ann')).toMatchObject({ admin: false, active: true })

    const taken = await users.save({ row: made.row, beganAt: made.at }, { new_email: 'admin@query.test' })
    expect(taken.is).toBe('exists')

    const moved = await users.save({ row: made.row, beganAt: made.at }, { new_email: 'bea', admin: true })
    if (moved.is !== 'as-asked') return sober(moved)
    expect([await find('ann'), await find('bea')]).toMatchObject([undefined, { admin: true, active: true }])

    expect((await users.remove('bea')).is).toBe('deleted')
    expect(await find('bea')).toBeUndefined()
  },
)
