import { afterEach, describe, expect, test } from 'vitest'
import { isDeep } from '#contract/testing/deep.ts'
import { PRESETS, READINGS, type PresetName, type ReadingName, type Readings } from '#reference/readings.ts'
import { type Learned } from '#contract/learned.ts'
import { pointNames, type PointName } from '#contract/probe/points.ts'
import { probed, theirs, type Probed } from '#contract/testing/probed.ts'
import { wrongClaims } from '#contract/testing/truth.ts'

let world: Probed | undefined
afterEach(() => world?.trial.close())

/** The points that tell a switch of the service; the others are none that the console acts on. */
const tells: Partial<Record<ReadingName, readonly PointName[]>> = {
  moments: ['moments-unit'],
  'list-secret': ['list-carries-secret', 'users-list-carries-hash'],
  'omitted-on-put': ['omitted-on-put', 'user-omitted-on-put'],
  'value-on-put': ['value-on-put'],
  'unknown-on-put': ['unknown-on-put', 'user-unknown-on-put'],
  'duplicate-on-create': ['duplicate-on-create', 'user-duplicate-on-create'],
  'create-swaps-flags': ['create-swaps-flags'],
  'users-list': ['users-list'],
  'sign-in': ['sign-in'],
  administrators: ['administrators'],
  'tokens-administration': ['tokens-part'],
  'users-administration': ['users-part'],
}

/** What is not told where users have no list. */
const unlisted: readonly PointName[] = ['user-omitted-on-put', 'create-swaps-flags', 'users-list-carries-hash']
/** These are answered with a success, of which nothing shows without a list. */
const succeeding = ['unknown-on-put=ignored', 'unknown-on-put=query-server', 'duplicate-on-create=ignored']

const presets = Object.keys(PRESETS) as PresetName[]
// Each switch on one preset, by turns; on all of them with DEEP=1, which takes three times as long.
const everything = isDeep()
const switched = Object.entries(READINGS)
  .flatMap(([name, { choices }]) => choices.map((choice: string) => [name as ReadingName, choice] as const))
  .filter(([name, choice]) => everything || PRESETS.documented[name] !== choice)
  .flatMap(([name, choice], turn) =>
    presets
      .filter((preset) => PRESETS[preset][name] !== choice && !isSilent(preset, name))
      .filter((_, place, { length }) => everything || turn % length === place)
      .map((preset): [string, PresetName, ReadingName, Readings] => [
        `${name}=${choice}`,
        preset,
        name,
        { ...PRESETS[preset], [name]: choice },
      ]),
  )

/** With neither a list of tokens nor one of users nothing tells a service from an address without one. */
function isSilent(preset: PresetName, name: ReadingName): boolean {
  return preset === 'bare' && name === 'tokens-administration'
}

async function learnedUnder(readings: Readings): Promise<Learned> {
  world = await probed(readings)
  const before = world.rows()
  const { learned, left } = await world.run()
  expect([left, world.rows()]).toEqual([[], before])
  return learned
}

const told = (learned: Learned) => pointNames.filter((name) => 'seen' in (learned[name] ?? {}))

describe('a switch of the service is reported, nothing else is claimed, and nothing remains', () => {
  test.each(switched)('%s on top of %s', async (switching, preset, name, readings) => {
    const learned = await learnedUnder(readings)
    expect(wrongClaims(learned, readings)).toEqual([])
    const points = tells[name] ?? []
    const bare = readings['users-list'] === 'absent' && preset === 'bare'
    const silent = bare ? [...unlisted, ...(succeeding.includes(switching) ? points.filter(ofUsers) : [])] : []
    const off = readings['tokens-administration'] === 'off' || readings['users-administration'] === 'off'
    expect(told(learned)).toEqual(
      expect.arrayContaining(points.filter((point) => (off ? point.endsWith('part') : !silent.includes(point)))),
    )
  })

  test.each(presets)('%s alone', async (preset) => {
    const learned = await learnedUnder(PRESETS[preset])
    expect(wrongClaims(learned, PRESETS[preset])).toEqual([])
    expect(told(learned)).toHaveLength({ documented: 16, bare: 13, 'query-server': 17 }[preset])
  })

  test.each([
    ['expiry-compared-in=s', { 'refused-bearer': 'split', 'expiry-compared-in': 's' }],
    ['expiry-compared-in=not-at-all', { administrators: 'and-tokens', 'expiry-compared-in': 'not-at-all' }],
    ['expiry-compared-in=s', { 'past-expiry-on-create': 'refused-400', 'expiry-compared-in': 's' }],
    ['no-expiry-means=never', { administrators: 'and-write-tokens', 'no-expiry-means': 'never' }],
    ['no-expiry-means=never', { 'refused-bearer': 'split', 'no-expiry-means': 'never', 'no-expiry-stored-as': 'null' }],
    ['no-expiry-means=past', { 'refused-bearer': 'split' }],
    ['value-on-put=new', { 'refused-bearer': 'split', 'value-kind': 'opaque', 'value-on-put': 'new' }],
    ['value-on-put=new-refused', { 'refused-bearer': 'split', 'value-kind': 'opaque', 'value-on-put': 'new-refused' }],
  ])('%s, where a value can be seen in use: %o', async (switching, changes) => {
    const readings = { ...PRESETS.documented, ...changes } as Readings
    const learned = await learnedUnder(readings)
    expect(wrongClaims(learned, readings)).toEqual([])
    const point = switching.startsWith('expiry') ? 'expiry-enforced-in' : (switching.split('=')[0] as PointName)
    expect(told(learned)).toContain(point)
  })
})

test('without any list it is not a service to check, and nothing is written', async () => {
  world = await probed({ ...PRESETS.bare, 'tokens-administration': 'off' })
  await expect(world.run()).rejects.toMatchObject({ problem: { kind: 'no-service' } })
  expect(new Set(world.requests.map(({ method }) => method))).toEqual(new Set(['GET']))
})

test('without leave to write it sends GETs only, and says of the rest that it would need to write', async () => {
  for (const preset of presets) {
    world = await probed(PRESETS[preset])
    const { learned } = await world.run({ write: false })
    expect(new Set(world.requests.map(({ method }) => method))).toEqual(new Set(['GET']))
    expect(wrongClaims(learned, PRESETS[preset])).toEqual([])
    expect(learned['omitted-on-put']).toEqual({ notSeen: 'needs-write', at: world.trial.clock.now })
    expect(told(learned)).toContain('tokens-part')
    world.trial.close()
  }
})

test('the check of updates alone touches one token of its own and reports only what it saw', async () => {
  for (const preset of presets) {
    world = await probed(PRESETS[preset])
    const before = world.rows()
    const { learned, left } = await world.run({ only: 'token-updates' })
    expect([left, world.rows()]).toEqual([[], before])
    const writes = world.requests.filter(({ method }) => method !== 'GET')
    expect(new Set(writes.map(({ path, body }) => `${path} ${(JSON.parse(body) as { name: string }).name}`)).size).toBe(
      1,
    )
    expect(writes.map(({ method }) => method)).toEqual(['POST', 'PUT', 'PUT', 'PUT', 'DELETE'])
    expect(wrongClaims(learned, PRESETS[preset])).toEqual([])
    expect(told(learned)).toEqual(expect.arrayContaining(['value-on-put', 'omitted-on-put']))
    expect(Object.values(learned).every((point) => point !== undefined && 'seen' in point)).toBe(true)
    world.trial.close()
  }
})

test('no secret and no name of a row is in its report, and its users are never active admins', async () => {
  for (const preset of presets) {
    world = await probed({ ...PRESETS[preset], 'list-secret': 'carried' })
    const { trial } = world
    const both: unknown[] = []
    world.between = async (send) => {
      const answer = await send()
      both.push(...trial.store.read("SELECT email FROM user WHERE admin AND active AND email LIKE '%probe%'"))
      return answer
    }
    const steps: string[] = []
    const report = JSON.stringify([await world.run({ onStep: (step) => steps.push(step) }), steps])
    const passwords = world.requests.flatMap(({ body }) => /"(?:new_)?password":"([^"]+)"/.exec(body)?.[1] ?? [])
    expect(passwords.length).toBeGreaterThan(1)
    const secrets = [trial.bearer, trial.admin.email, trial.admin.password, ...Object.values(theirs), ...passwords]
    for (const secret of [...secrets, 'eyJ', '$argon2', 'query-admin-probe']) expect(report).not.toContain(secret)
    expect(both).toEqual([])
    trial.close()
  }
})

function ofUsers(point: PointName): boolean {
  return point.startsWith('user')
}
