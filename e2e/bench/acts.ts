import { setTimeout as sleep } from 'node:timers/promises'
import { until, type Page } from './alone.ts'
import { median, type Figures } from './figures.ts'
import type { Search } from './service.ts'
import type { Watch } from './watch.ts'

declare const bench: Watch

/** A page that is being measured. */
export interface Measured {
  page: Page
  rows: number
  search: Search
}

/** How long a list may take to react to keys, in milliseconds: half a million rows on a slowed CPU take a minute. */
const answering = 120_000
/** The time between two keys, in milliseconds. */
const betweenKeys = 60

/** Types a word as fast as people do, and measures from each key to its filtered list. Then clears the search. */
export async function typing({ page, rows, search }: Measured): Promise<Figures> {
  await page.evaluate(toSearch)
  await page.evaluate(({ text, counts }) => bench.awaitKeys(text, counts), search)
  for (const letter of search.text) {
    press(page, letter)
    await sleep(betweenKeys)
  }
  const took = await answered(page, search.text)
  await page.send('Input.dispatchKeyEvent', { type: 'keyDown', commands: ['selectAll'] })
  await erase(page)
  await until(page, (rows) => bench.sight.count() === rows, rows)
  const middle = median(took)
  return middle === undefined ? {} : { keyMedian: middle, keyWorst: Math.max(...took) }
}

/** @throws {Error} when the page never shows the list for the keys. */
async function answered(page: Page, text: string): Promise<number[]> {
  const ending = new AbortController()
  const late = sleep(answering, undefined, { signal: ending.signal }).then(() => {
    throw new Error(`no list answered the keys “${text}”`)
  })
  try {
    return await Promise.race([page.evaluate(() => bench.keys()), late])
  } finally {
    ending.abort()
  }
}

/**
 * Deactivates a visible token. Two others are switched first: that loads the code for writing, and answers our warnings.
 * The first one shows what a save does to a value, so there is a second warning.
 */
export async function switching({ page }: Measured): Promise<Figures & { name: string }> {
  const [first, second, name] = await page.evaluate(() =>
    bench.sight
      .names()
      .filter((name) => document.querySelector<HTMLInputElement>(`[aria-label="${name} active"]`)?.checked === true),
  )
  if (first === undefined || second === undefined || name === undefined)
    throw new Error('no three active tokens are in sight')
  for (const other of [first, second]) {
    await flip(page, other)
    let isDone = false
    const done = page.evaluate(() => bench.switched()).then(() => (isDone = true))
    while (!isDone && !(await page.evaluate(answerWarning))) await sleep(50)
    await done
    await quiet(page)
  }
  await flip(page, name)
  const { at, pending, settled } = await page.evaluate(() => bench.switched())
  const tasks = (await page.evaluate(() => bench.longTasks())).filter(
    ({ start, duration }) => start + duration > at && start < at + settled,
  )
  return { name, switchToPending: pending, switchToSettled: settled, switchLongest: longest(tasks) }
}

/** Confirms the warning before a switch, and turns it off for the next ones; false: there is none. Runs in the page. */
function answerWarning(): boolean {
  const dialog = document.querySelector('[role=alertdialog], [role=dialog]')
  const never = dialog?.querySelector<HTMLInputElement>('input[type=checkbox]')
  const go = [...(dialog?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === 'Deactivate')
  if (never == null || go === undefined) return false
  never.click()
  go.click()
  return true
}

async function flip(page: Page, name: string): Promise<void> {
  await page.evaluate((name) => bench.awaitSwitch(name), name)
  const at = await page.evaluate((name) => {
    const box = document.querySelector(`[role=switch][aria-label="${name} active"]`)?.getBoundingClientRect()
    return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }, name)
  if (at === undefined) throw new Error(`the switch of ${name} is not in sight`)
  for (const type of ['mouseMoved', 'mousePressed', 'mouseReleased']) {
    await page.send('Input.dispatchMouseEvent', { type, ...at, button: 'left', clickCount: 1 })
  }
}

/** How far the wheel is turned, in pixels. */
const wheeled = 16_000

/** Turns the wheel for two seconds. */
export async function scrolling({ page }: Measured): Promise<Figures> {
  await quiet(page)
  await page.evaluate(() => bench.awaitScroll())
  const gesture = { x: 700, y: 450, yDistance: -wheeled, speed: wheeled / 2, gestureSourceType: 'mouse' } as const
  await page.send('Input.synthesizeScrollGesture', gesture)
  const { dropped, blank } = await page.evaluate(() => bench.scrolled())
  const moved = await page.evaluate(() => {
    let sum = 0
    for (let around = document.querySelector(bench.sight.row); around !== null; around = around.parentElement) {
      sum += around.scrollTop
      around.scrollTop = 0
    }
    return sum
  })
  if (moved < wheeled / 2) throw new Error(`the wheel moved ${moved} px only`)
  await quiet(page)
  return { dropped, blank }
}

/** Waits until half a second has passed without a long task. */
export async function quiet(page: Page): Promise<void> {
  await until(page, () => performance.now() - Math.max(0, ...bench.longTasks().map((t) => t.start + t.duration)) > 500)
  await sleep(100)
}

export function longest(tasks: readonly { duration: number }[]): number {
  return Math.max(0, ...tasks.map(({ duration }) => duration))
}

/** Focuses the search box. Runs in the page. */
function toSearch(): void {
  document.querySelector<HTMLInputElement>('input[type=search], input[name=q]')?.focus()
}

/** Not awaited: a busy page takes a key when it can, and the next key does not wait for that. */
function press(page: Page, letter: string): void {
  const code = letter.toUpperCase()
  const key = { key: letter, code: `Key${code}`, windowsVirtualKeyCode: code.charCodeAt(0) }
  const pressed = page.send('Input.dispatchKeyEvent', { type: 'keyDown', text: letter, ...key })
  const released = page.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key })
  Promise.all([pressed, released]).catch(() => undefined) // if the page is gone, waiting for the keys fails
}

async function erase(page: Page): Promise<void> {
  const key = { key: 'Backspace', code: 'Backspace', windowsVirtualKeyCode: 8 }
  await page.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key })
  await page.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key })
}
