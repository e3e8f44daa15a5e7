import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Browser, type Cookie, type Page, type Request } from '@playwright/test'
import { browserArgs } from '../browser.ts'
import { longest, quiet, scrolling, switching, typing, typingWhileArriving } from './acts.ts'
import type { Contender } from './contenders.ts'
import type { Condition, Figures } from './figures.ts'
import { memoryOf } from './memory.ts'
import { initialScripts, packedSize } from './scripts.ts'
import type { Service } from './service.ts'
import { watch, type PageSight, type Watch } from './watch.ts'

declare const bench: Watch

/** What a trial needs of the world. */
export interface Place {
  executablePath: string
  service: Service
  ours: { origin: string; cookies: Cookie[] }
}

/** How long one trial may take, in milliseconds. */
const patience = 240_000
/** Longer lists are only loaded, typed into and weighed. */
const mostActedOn = 100_000

/** One contender under one condition in a browser of its own; the error of one that failed has a sentence. */
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

/** A trial that could not be ended, with what was measured before. */
export class FailedTrial extends Error {
  readonly figures: Figures

  constructor(message: string, figures: Figures) {
    super(message)
    this.figures = figures
  }
}

async function measured(
  browser: Browser,
  { name, sight, scrolls, showsArriving }: Contender,
  { rows, slow, mbit }: Condition,
  { service, ours }: Place,
  figures: Figures,
): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  if (name === 'ours') await context.addCookies(ours.cookies)
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  const seen = requestsOf(page)
  await page.addInitScript({ content: `(${watch.toString()})({ ${inWords(sight)} }, ${rows})` })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slow })

  const here = { page, cdp, rows, search: await service.search() }
  await page.goto(name === 'ours' ? ours.origin : `${service.origin}/${name}/`, { waitUntil: 'commit' })
  let lost: unknown
  if (mbit > 0 && showsArriving) {
    while ((await page.evaluate(() => bench.marks().firstRow)) === undefined) await sleep(20)
    // Whatever became of the keys, the load is measured.
    const typed = typingWhileArriving(here, figures)
    await typed.catch((error: unknown) => (lost = error))
  }
  await page.evaluate(() => bench.whole())
  await quiet(page)
  Object.assign(figures, await loaded(page, seen))
  if (lost !== undefined) throw lost
  if (mbit > 0) return

  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  Object.assign(figures, await memoryOf(browser, cdp))
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slow })
  Object.assign(figures, await typing(here))
  if (rows > mostActedOn) return
  if (scrolls) Object.assign(figures, await scrolling(here))
  const { name: switched, ...times } = await switching(here)
  const held = await service.row(switched)
  if (held?.active !== 0) throw new Error(`${switched} is settled on the page and was not changed`)
  Object.assign(figures, times)
}

/** The functions of a sight as text, to be run in the page. */
function inWords(sight: PageSight): string {
  const words = Object.entries(sight).map(([key, value]: [string, (() => unknown) | string]) =>
    typeof value === 'string' ? `${key}: ${JSON.stringify(value)}` : `${key}: ${value.toString()}`,
  )
  return words.join()
}

/** The figures of the load, and the bytes of the scripts that were asked for before the first row. */
async function loaded(page: Page, { scripts, lists, workers }: Requests): Promise<Figures> {
  const { firstRow, whole, request, timeOrigin } = await page.evaluate(() => bench.marks())
  const tasks = await page.evaluate(() => bench.longTasks())
  if (firstRow === undefined || whole === undefined) throw new Error('no row was painted')
  const [list] = lists
  const asked = request ?? (list === undefined ? undefined : list.timing().startTime - timeOrigin)
  const before = scripts.filter((script) => script.timing().startTime < timeOrigin + firstRow)
  return {
    ...(asked !== undefined && { requestToRow: firstRow - asked }),
    navigationToRow: firstRow,
    navigationToWhole: whole,
    blocked: tasks.reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0),
    longestAfterRow: longest(tasks.filter(({ start, duration }) => start + duration > firstRow)),
    initialScripts: await packedSize([...(await initialScripts(page.url())), ...workers]),
    earlyScripts: await packedSize([...before.map((script) => script.url()), ...workers]),
  }
}

interface Requests {
  scripts: Request[]
  lists: Request[]
  /** Addresses of the workers' scripts. */
  workers: Set<string>
}

function requestsOf(page: Page): Requests {
  const scripts: Request[] = []
  const lists: Request[] = []
  const workers = new Set<string>()
  page.on('worker', (worker) => workers.add(worker.url()))
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname === '/_/token' && request.method() === 'GET') lists.push(request)
    if (pathname.endsWith('.js')) scripts.push(request)
  })
  return { scripts, lists, workers }
}
