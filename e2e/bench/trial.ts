import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { browserArgs, browserEnv } from '#e2e/rig/browser.ts'
import { atRest, openPage, until, type Page, type SignedIn } from './page.ts'
import { watch, type Contender, type Watch } from './watch.ts'

declare const bench: Watch

type Figure = 'first row' | 'all rows known' | 'blocked' | 'key' | 'slowest key' | 'switch settled' | 'heap'

/**
 * What one contender took with a list of one length: milliseconds, and bytes. `fling`: how many frames were painted of
 * 124, while each of them moved the list by a screenful.
 */
export type Figures = Partial<Record<Figure | 'JavaScript' | 'fling', number>>

export interface Search {
  text: string
  /** The number of rows that each prefix of the text leaves. */
  counts: number[]
}

interface Trial {
  who: Contender
  rows: number
  url: string
  search: Search
  signedIn: SignedIn
  executablePath: string
}

/** Measures one contender in a browser of its own. `switched`: the name of the token that was activated at last. */
export async function trial({ who, rows, url, search, signedIn, executablePath }: Trial) {
  const browser = await chromium.launch({ executablePath, args: browserArgs, env: browserEnv() })
  try {
    const page = await openPage(browser, signedIn, `(${watch.toString()})(${JSON.stringify(who)}, ${rows})`)
    await atRest(browser)
    await page.send('Page.navigate', { url })
    await until(page, () => 'bench' in window)
    const { firstRow, whole } = await page.evaluate(() => bench.loaded)
    await quiet(page)
    const tasks = await page.evaluate(() => bench.longTasks())
    const figures: Figures = {
      'first row': firstRow,
      'all rows known': whole,
      blocked: tasks.reduce((sum, { duration }) => sum + duration - 50, 0),
      JavaScript: await scripts(page, firstRow),
    }
    for (let time = 0; time < 2; time += 1) await page.send('HeapProfiler.collectGarbage')
    figures.heap = (await page.send<{ usedSize: number }>('Runtime.getHeapUsage')).usedSize
    const keys = (await type(page, search)).toSorted((a, b) => a - b)
    figures.key = keys[keys.length >> 1] ?? Number.NaN
    figures['slowest key'] = keys.at(-1) ?? Number.NaN
    await until(page, (rows) => bench.count() === rows, rows)
    await quiet(page)
    if (who !== 'react-admin') figures.fling = await page.evaluate(() => bench.fling(124)) // ten rows a page
    await page.evaluate(() => document.querySelectorAll('*').forEach((box) => (box.scrollTop = 0)))
    await quiet(page)
    if (who === 'ours') await until(page, () => document.querySelector('[role=switch]') !== null) // rows are filled in
    const last = await switchThree(page)
    return { figures: { ...figures, 'switch settled': last.settled }, switched: last.name }
  } finally {
    await browser.close()
  }
}

/** The gzipped size of the scripts that the page requested before the first row. */
async function scripts(page: Page, firstRow: number): Promise<number> {
  const urls = await page.evaluate((firstRow) => {
    const early = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < firstRow)
    return [...new Set(early.map(({ name }) => name))].filter((name) => name.endsWith('.js'))
  }, firstRow)
  const texts = await Promise.all(urls.map(async (url) => (await fetch(url)).text()))
  return texts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0)
}

/** Types the text with 60 ms between two keys, as fast as people do, and clears it. Returns what each key took. */
async function type(page: Page, search: Search): Promise<number[]> {
  await page.evaluate(() => document.querySelector<HTMLInputElement>('input[type=search], input[name=q]')?.focus())
  await page.evaluate(({ text, counts }) => void (bench.took = bench.keys(text, counts)), search)
  for (const letter of search.text) {
    const key = { key: letter, code: `Key${letter.toUpperCase()}`, windowsVirtualKeyCode: letter.charCodeAt(0) - 32 }
    // Not awaited: a busy page takes a key when it can, and the next key does not wait for that.
    page.send('Input.dispatchKeyEvent', { type: 'keyDown', text: letter, ...key }).catch(() => undefined)
    page.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key }).catch(() => undefined)
    await sleep(60)
  }
  const took = (await page.evaluate(() => bench.took)) as number[]
  await page.send('Input.dispatchKeyEvent', { type: 'keyDown', commands: ['selectAll', 'deleteBackward'] })
  return took
}

/**
 * Deactivates two tokens in sight, and activates the second one again. The first two load the code for writing and
 * confirm our dialogs; the third one has none. Returns what it took.
 */
async function switchThree(page: Page): Promise<{ name: string; settled: number }> {
  const names = await page.evaluate(() =>
    bench
      .names()
      .filter((name) => document.querySelector<HTMLInputElement>(`[aria-label="${name} active"]`)?.checked === true),
  )
  let [settled, name] = [Number.NaN, '']
  for (name of [0, 1, 1].map((at) => names[at] ?? '')) {
    await page.evaluate((name) => void (bench.took = bench.switched(name)), name)
    const at = await page.evaluate((name) => {
      const box = document.querySelector(`[role=switch][aria-label="${name} active"]`)?.getBoundingClientRect()
      return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    }, name)
    for (const type of ['mouseMoved', 'mousePressed', 'mouseReleased'])
      await page.send('Input.dispatchMouseEvent', { type, ...at, button: 'left', clickCount: 1 })
    const answering = setInterval(() => void page.evaluate(answerQuestion).catch(() => undefined), 50)
    settled = (await page.evaluate(() => bench.took)) as number
    clearInterval(answering)
    await quiet(page)
  }
  return { name, settled }
}

/** Confirms a switch, if the page asks for it. Runs in the page. */
function answerQuestion(): void {
  const dialog = document.querySelector('[role=alertdialog], [role=dialog]')
  for (const button of dialog?.querySelectorAll('button') ?? []) if (button.textContent === 'Deactivate') button.click()
}

/** Waits until half a second has passed without a long task. */
async function quiet(page: Page): Promise<void> {
  await until(page, () => performance.now() - Math.max(0, ...bench.longTasks().map(({ end }) => end)) > 500)
  await sleep(100)
}
