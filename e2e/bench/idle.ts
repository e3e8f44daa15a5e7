import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from '@playwright/test'

/** How long one sample of CPU use lasts, in milliseconds, and how many quiet samples in a row are required. */
const look = 200
const quietLooks = 3
/** The highest share of one core that a resting browser uses. */
const resting = 0.05
/** How long a browser may take to rest, in milliseconds. */
const patience = 20_000

/**
 * Waits until a new browser is at rest. After its start Chromium loads some four hundred files of its own interface in
 * another process, for which the page is not responsible.
 * @throws {Error} when it does not rest in time.
 */
export async function atRest(browser: Browser): Promise<void> {
  const system = await browser.newBrowserCDPSession()
  const used = async () => {
    const { processInfo } = await system.send('SystemInfo.getProcessInfo')
    return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0)
  }
  let quiet = 0
  let before = await used()
  for (const end = performance.now() + patience; quiet < quietLooks;) {
    if (performance.now() > end) throw new Error(`the browser is not at rest after ${patience / 1000} s`)
    await sleep(look)
    const now = await used()
    quiet = now - before < (resting * look) / 1000 ? quiet + 1 : 0
    before = now
  }
  await system.detach()
}
