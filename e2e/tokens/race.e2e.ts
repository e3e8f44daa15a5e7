import { isDeep, sample, seeded } from '#contract/testing/deep.ts'
import { guard } from '#e2e/rig/guard.ts'
import { judge, sideOf, spread, windowsOf, type Overwrite } from './race-outcomes.ts'
import { enter, kinds, noteOf, prepare, pressAfter, readAgain } from './racing-browsers.ts'
import { expect, test } from '#e2e/rig/world.ts'

test.use({ readings: 'documented,list-secret=carried' })

const runs = sample(5, 200)
const seed = Number(process.env['RACE_SEED'] ?? Date.now() % 1_000_000)
const day = 24 * 60 * 60 * 1000

/** The longest time between the two clicks, in milliseconds: about as long as a save takes. */
const apart = 80

test(`two browsers race on one row ${runs} times: nothing is overwritten outside the time between read and PUT`, async ({
  page,
  browser,
  launchOptions,
  world,
}) => {
  test.setTimeout(isDeep() ? 30 * 60_000 : 60_000)
  const { service, proxy } = world
  const random = seeded(seed)
  const another = await browser.browserType().launch(launchOptions)
  const context = await another.newContext({ reducedMotion: 'reduce', viewport: { width: 1440, height: 900 } })
  const watched = await guard(context, world.mode)
  const [first, second] = await Promise.all([
    enter(page, world, 'one@example.test'),
    enter(await context.newPage(), world, 'two@example.test'),
  ])

  const told: Record<string, number> = {}
  const overwrites: Overwrite[] = []
  const windows: number[] = []
  const afterOwnSave: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const name = `race-${run}`
    const kind = kinds[Math.floor(random() * kinds.length)] ?? 'two fields'
    const racers = random() < 0.5 ? ([first, second] as const) : ([second, first] as const)
    if (run > 0) await service.deleteToken(`race-${run - 1}`)
    await service.addToken({ name, expiration_date: Date.now() + 30 * day })
    await Promise.all(racers.map((racer) => readAgain(racer, name)))
    const moves = await prepare(kind, racers, name)
    const start = await service.token(name)
    const from = performance.now()
    const offsets = [random() * apart, random() * apart] as const
    const notes = await Promise.all([
      pressAfter(offsets[0], racers[0], moves[0]),
      pressAfter(offsets[1], racers[1], moves[1]),
    ])
    const held = await service.token(name)
    if (start === undefined || held === undefined) throw new Error(`${name} is gone`)
    const side = (at: 0 | 1) =>
      sideOf(moves[at], notes[at], { calls: proxy.calls, bearer: racers[at].bearer, name, from })
    const sides = [side(0), side(1)] as const
    for (const { said } of sides) told[said] = (told[said] ?? 0) + 1
    for (const [at, one] of sides.entries()) {
      ;(kind === 'again' && at === 0 ? afterOwnSave : windows).push(...windowsOf(one))
    }
    const lost = await test.step(`run ${run} (${kind}), seed ${seed}`, () => judge(sides, start, held))
    overwrites.push(...lost.filter((one) => one !== undefined))
    for (const [at, one] of lost.entries()) {
      const loser = racers[at]
      if (one?.silent !== true || loser === undefined) continue
      // A page that said “saved” and was overwritten then says so after its next read.
      await readAgain(loser, name)
      await expect(noteOf(loser)).toHaveText(/^Changed since your save/)
    }
  }
  watched.settle()
  await another.close()
  const count = (inside: boolean) => overwrites.filter((one) => one.inside === inside)
  console.log(
    `race of two browsers: ${runs} runs, seed ${seed}, said ${JSON.stringify(told)};`,
    `overwritten inside the window ${count(true).length} (${count(true).filter(({ silent }) => silent).length} of them`,
    `told only by the next reading), outside ${count(false).length};`,
    `window between re-read and PUT: ${spread(windows)}; within two seconds of one's own save: ${spread(afterOwnSave)}`,
  )
  expect(count(false), `overwritten outside the window, seed ${seed}`).toEqual([])
})
