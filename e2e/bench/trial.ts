import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Browser } from '@playwright/test'
import { browserArgs } from '#e2e/rig/browser.ts'
import { longest, quiet, scrolling, switching, typing } from './acts.ts'
import { goTo, openPage, until, type Page } from './alone.ts'
import type { OurConsole } from './console.ts'
import type { Contender, PageSight } from './contenders.ts'
import type { Condition, Figures } from './figures.ts'
import { atRest } from './idle.ts'
import { memoryOf } from './memory.ts'
import { initialScripts, packedSize } from './scripts.ts'
import type { Service } from './service.ts'
import { watch, type Watch } from './watch.ts'

declare const bench: Watch

/** What a trial needs from outside. */
export interface Place {
  executablePath: string
  service: Service
  ours: Pick<OurConsole, 'origin' | 'cookies' | 'proof'>
}

/** How long one trial may take, in milliseconds. */
const patience = 240_000
/** With longer lists only the load, typing and memory are measured. */
const mostActedOn = 100_000

/** Measures one contender under one condition, in its own browser. @throws {FailedTrial} with a sentence. */
export async function trial(contender: Contender, condition: Condition, place: Place): Promise<Figures> {
  const { executablePath, service } = place
  await service.list(condition)
  const browser = await chromium.launch({ executablePath, args: browserArgs })
  const figures: Figures = {}
  const ending = new AbortController()
  try {
    const late = sleep(patience, undefined, { signal: ending.signal }).then(() => {
      throw new Error(`not done after ${patience / 1000} s`)
    })
    await Promise.race([measured(browser, contender, condition, place, figures), late])
    return figures
  } catch (error) {
    const [sentence = ''] = String(error instanceof Error ? error.message : error).split('\n')
    throw new FailedTrial(sentence, figures)
  } finally {
    ending.abort()
    await browser.close()
  }
}

/** A trial that broke off, with the figures so far. */
export class FailedTrial extends Error {
  readonly figures: Figures

  constructor(message: string, figures: Figures) {
    super(message)
    this.figures = figures
  }
}

async function measured(
  browser: Browser,
  { name, sight, scrolls }: Contender,
  { rows, slow }: Condition,
  { service, ours }: Place,
  figures: Figures,
): Promise<void> {
  const isOurs = name === 'ours'
  const script = `(${watch.toString()})({ ${inWords(sight)} }, ${rows})`
  const signedIn = `localStorage.setItem(${ours.proof.map((one) => JSON.stringify(one)).join()});`
  const page = await openPage(browser, isOurs ? ours.cookies : [], isOurs ? signedIn + script : script)
  const here = { page, rows, search: await service.search() }
  await atRest(browser)
  await slowed(page, slow)
  const url = isOurs ? ours.origin : `${service.origin}/${name}/`
  await goTo(page, url)
  await until(page, () => 'bench' in window)
  await page.evaluate(() => bench.whole())
  await quiet(page)
  Object.assign(figures, await loaded(page, url))

  await slowed(page, 1)
  Object.assign(figures, await memoryOf(page))
  await slowed(page, slow)
  Object.assign(figures, await typing(here))
  if (rows > mostActedOn) return
  if (scrolls) Object.assign(figures, await scrolling(here))
  const { name: switched, ...times } = await switching(here)
  const held = await service.row(switched)
  if (held?.active !== 0) throw new Error(`${switched} is settled on the page and was not changed`)
  Object.assign(figures, times)
}

/** The functions of a `PageSight` as source text, to run in the page. */
function inWords(sight: PageSight): string {
  const words = Object.entries(sight).map(([key, value]: [string, (() => unknown) | string]) =>
    typeof value === 'string' ? `${key}: ${JSON.stringify(value)}` : `${key}: ${value.toString()}`,
  )
  return words.join()
}

function slowed(page: Page, rate: number): Promise<unknown> {
  return page.send('Emulation.setCPUThrottlingRate', { rate })
}

/** The figures of the load, with the size of the scripts requested before the first row. */
async function loaded(page: Page, url: string): Promise<Figures> {
  const { firstRow, whole } = await page.evaluate(() => bench.marks())
  const tasks = await page.evaluate(() => bench.longTasks())
  if (firstRow === undefined || whole === undefined) throw new Error('no row was painted')
  const { timeOrigin, asked } = await page.evaluate(requests)
  const inWorkers = await page.inWorkers(async (worker, address) => ({ ...(await worker.evaluate(requests)), address }))
  const all = [...asked, ...inWorkers.flatMap((worker) => worker.asked)]
  const list = all.find(({ address }) => new URL(address).pathname === '/_/token')
  const workers = inWorkers.map(({ address }) => address)
  const early = asked.filter(
    ({ address, at }) => new URL(address).pathname.endsWith('.js') && at - timeOrigin < firstRow,
  )
  return {
    ...(list !== undefined && { requestToRow: firstRow - (list.at - timeOrigin) }),
    navigationToRow: firstRow,
    navigationToWhole: whole,
    blocked: tasks.reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0),
    longestAfterRow: longest(tasks.filter(({ start, duration }) => start + duration > firstRow)),
    initialScripts: await packedSize([...(await initialScripts(url)), ...workers]),
    earlyScripts: await packedSize([...early.map(({ address }) => address), ...workers]),
  }
}

/** The requests of a page or a worker, with times in milliseconds since 1970. Runs there. */
function requests(): { timeOrigin: number; asked: { address: string; at: number }[] } {
  const { timeOrigin } = performance
  const entries = performance.getEntriesByType('resource')
  return { timeOrigin, asked: entries.map(({ name, startTime }) => ({ address: name, at: timeOrigin + startTime })) }
}
