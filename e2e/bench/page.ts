import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from '@playwright/test'

/** No step of a trial takes longer, in milliseconds: a page that hangs ends the benchmark. */
const patience = 180_000

/**
 * A page that is measured without Playwright's instrumentation, which slows pages down, above all those with much
 * script: with its `Runtime` domain, each new `Error` (React creates some when it starts) makes the browser parse the
 * whole script again. Here only the `Page` domain is enabled; commands need none.
 */
export interface Page {
  /** Sends a DevTools protocol command. */
  send: <Answer = unknown>(method: string, params?: object) => Promise<Answer>
  /** Runs `run` in the page and returns its result as JSON; promises are awaited. @throws {Error} what `run` throws. */
  evaluate: <Given, Answer>(run: (given: Given) => Answer, given?: Given) => Promise<Awaited<Answer>>
}

/** Everything that a browser has to have when it opens our page: somebody is signed in. */
export interface SignedIn {
  cookies: { name: string; value: string; url: string }[]
  /** The second half of the session's credential, and the key under which the page stores it. */
  proof: readonly [key: string, value: string]
}

/**
 * Opens a page of 1440 by 900 pixels, in which `script` runs before the page's own scripts. When the page or the browser
 * dies, whatever waits for it fails at once.
 */
export async function openPage(browser: Browser, { cookies, proof }: SignedIn, script: string): Promise<Page> {
  const system = await browser.newBrowserCDPSession()
  const { browserContextId } = await system.send('Target.createBrowserContext')
  await system.send('Storage.setCookies', { browserContextId, cookies })
  const { targetId } = await system.send('Target.createTarget', { url: 'about:blank', browserContextId })
  const { sessionId } = await system.send('Target.attachToTarget', { targetId, flatten: false })
  const waiting = new Map<number, (answer: { result?: unknown; error?: { message: string } }) => void>()
  let death: string | undefined
  const die = (message: string) => {
    death ??= message
    for (const answer of waiting.values()) answer({ error: { message: death } })
  }
  browser.on('disconnected', () => die('The browser died (disconnected).'))
  await system.send('Target.setDiscoverTargets', { discover: true })
  system.on('Target.targetCrashed', ({ targetId: crashed, status }) => {
    if (crashed === targetId) die(`The page died (Target.targetCrashed: ${status}).`)
  })
  system.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, ...answer } = JSON.parse(message) as { id: number; result?: unknown; error?: { message: string } }
    waiting.get(id)?.(answer)
    waiting.delete(id)
  })
  let last = 0
  const send: Page['send'] = (method, params = {}) =>
    new Promise((resolve, reject) => {
      if (death !== undefined) {
        reject(new Error(death))
        return
      }
      const id = (last += 1)
      const late = setTimeout(() => reject(new Error(`no answer to ${method} ${JSON.stringify(params)}`)), patience)
      waiting.set(id, ({ result, error }) => {
        clearTimeout(late)
        return error ? reject(new Error(error.message)) : resolve(result as never)
      })
      const message = JSON.stringify({ id, method, params })
      system.send('Target.sendMessageToTarget', { sessionId, message }).catch(reject)
    })
  const page: Page = {
    send,
    async evaluate(run, given) {
      const expression = `(${run.toString()})(${JSON.stringify(given) ?? ''})`
      const params = { expression, awaitPromise: true, returnByValue: true }
      const answer = await send<{ result: { value?: unknown; description?: string } }>('Runtime.evaluate', params)
      if ('exceptionDetails' in answer) throw new Error(answer.result.description)
      return answer.result.value as never
    },
  }
  const size = { width: 1440, height: 900, deviceScaleFactor: 1, mobile: false }
  await send('Emulation.setDeviceMetricsOverride', size)
  await send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value: 'reduce' }] })
  await send('Emulation.setFocusEmulationEnabled', { enabled: true })
  await send('Page.enable') // without it no script is added
  const signedIn = `localStorage.setItem(${JSON.stringify(proof[0])}, ${JSON.stringify(proof[1])});`
  await send('Page.addScriptToEvaluateOnNewDocument', { source: signedIn + script })
  return page
}

export async function until<Given>(page: Page, holds: (given: Given) => boolean, given?: Given): Promise<void> {
  const end = Date.now() + patience
  while (!(await page.evaluate(holds, given))) {
    if (Date.now() > end) throw new Error(`still not: ${holds.toString()}`)
    await sleep(50)
  }
}

/**
 * Waits until a new browser is at rest: it used less than a twentieth of a core for 0.6 s. After its start Chromium loads
 * some four hundred files of its own interface in another process, for which no page is responsible.
 */
export async function atRest(browser: Browser): Promise<void> {
  const system = await browser.newBrowserCDPSession()
  let [quiet, before] = [0, Number.NaN]
  const end = Date.now() + patience
  while (quiet < 3) {
    if (Date.now() > end) throw new Error('the browser does not come to rest: something else keeps the machine busy')
    await sleep(200)
    const { processInfo } = await system.send('SystemInfo.getProcessInfo')
    const used = processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0)
    quiet = used - before < 0.01 ? quiet + 1 : 0
    before = used
  }
  await system.detach()
}
