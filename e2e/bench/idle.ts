import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from '@playwright/test'

/** How long a look at the processes lasts, and how many quiet ones follow on each other, in milliseconds. */
const look = 200
const quietLooks = 3
/** The share of one core that a browser at rest uses, at most. */
const resting = 0.05
/** How long a browser may take to come to rest, in milliseconds. */
const patience = 20_000

/**
 * Waits until a browser that was just started is at rest. Chromium loads some four hundred files of its own interface
 * in a process beside the page's, which is nothing that a page can do anything about.
 * @throws {Error} where it never rests.
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
