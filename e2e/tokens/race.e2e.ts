import type { Browser } from '@playwright/test'
import { isDeep, sample, seeded } from '#api/testing/full-length.ts'
import { guard } from '#e2e/rig/guard.ts'
import { isContradicted, judge, sideOf, spread, windowsOf, type Overwrite } from './race-outcomes.ts'
import { enter, isTakenBack, kinds, prepare, pressAfter, readAgain, type Racer } from './racing-browsers.ts'
import { expect, test } from '#e2e/rig/fixture.ts'

test.use({ readings: 'documented,list-secret=carried' })

const runs = sample(3, 200)
/** Pairs of pages that race at the same time, each on rows of its own. */
const lanes = sample(1, 4)
const seed = Number(process.env['RACE_SEED'] ?? Date.now() % 1_000_000)
const day = 24 * 60 * 60 * 1000

/** The longest time between the two clicks, in milliseconds. */
const apart = 100
/** When after the click no *Saved* may stand that is not so, in milliseconds. */
const settledBy = 4000

const until = (at: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, at - performance.now())))

test(`two browsers race on one row ${runs} times: no “Saved” stands that is not so, and nothing is overwritten outside the time between read and PUT`, async ({
  browser,
  launchOptions,
  site,
}) => {
  test.setTimeout(isDeep() ? 40 * 60_000 : 90_000)
  const { service, proxy } = site
  const another = await browser.browserType().launch(launchOptions)
  const watches: { settle: () => void }[] = []
  const open = async (browser: Browser, email: string) => {
    const context = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: 1440, height: 900 } })
    watches.push(await guard(context))
    return enter(await context.newPage(), site, email)
  }

  const countByMessage: Record<string, number> = {}
  const overwrites: Overwrite[] = []
  const windows: number[] = []
  const standing: string[] = []
  let takenBack = 0

  const race = async (both: readonly [Racer, Racer], name: string, random: () => number) => {
    const kind = kinds[Math.floor(random() * kinds.length)] ?? 'two fields'
    const racers = random() < 0.5 ? both : ([both[1], both[0]] as const)
    await service.addToken({ name, expiration_date: Date.now() + 30 * day })
    await Promise.all(racers.map((racer) => readAgain(racer, name)))
    const moves = await prepare(kind, racers, name)
    const start = await service.token(name)
    const from = performance.now()
    const offsets = [random() * apart, random() * apart] as const
    const answers = await Promise.all([
      pressAfter(offsets[0], racers[0], moves[0]),
      pressAfter(offsets[1], racers[1], moves[1]),
    ])
    const held = await service.token(name)
    if (start === undefined || held === undefined) throw new Error(`${name} is gone`)
    const side = (at: 0 | 1) =>
      sideOf(moves[at], answers[at].note, { calls: proxy.calls, bearer: racers[at].bearer, name, from })
    const sides = [side(0), side(1)] as const
    for (const side of sides) {
      countByMessage[side.said] = (countByMessage[side.said] ?? 0) + 1
      windows.push(...windowsOf(side))
    }
    const lost = await test.step(`${name} (${kind}), seed ${seed}`, () => judge(sides, start, held))
    overwrites.push(...lost.filter((overwrite) => overwrite !== undefined))
    for (const at of [0, 1] as const) {
      await until(answers[at].at + settledBy)
      const now = await service.token(name)
      if (now === undefined || !isContradicted(sides[at], now)) continue
      if (await isTakenBack(racers[at])) takenBack += 1
      else standing.push(`${name} (${kind})`)
    }
    await service.deleteToken(name)
  }

  const lane = async (number: number) => {
    const random = seeded(seed + number)
    const both = await Promise.all([
      open(browser, `one-${number}@example.test`),
      open(another, `two-${number}@example.test`),
    ])
    for (let run = number; run < runs; run += lanes) await race(both, `race-${run}`, random)
  }
  await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)))
  for (const watched of watches) watched.settle()
  await another.close()
  const count = (inside: boolean) => overwrites.filter((overwrite) => overwrite.inside === inside)
  console.log(
    `race of two browsers: ${runs} runs, seed ${seed}, said ${JSON.stringify(countByMessage)};`,
    `overwritten inside the window ${count(true).length} (${count(true).filter(({ silent }) => silent).length} of them`,
    `after “Saved”), outside ${count(false).length};`,
    `“Saved” taken back ${takenBack}, standing contradicted after ${settledBy / 1000} s ${standing.length};`,
    `window between read and PUT: ${spread(windows)}`,
  )
  expect(standing, `“Saved” that is not so, seed ${seed}`).toEqual([])
  expect(count(false), `overwritten outside the window, seed ${seed}`).toEqual([])
})
