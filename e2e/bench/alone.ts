import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, CDPSession } from '@playwright/test'
import type { SentCookie } from './console.ts'

/**
 * A page that is measured without Playwright's instrumentation, which slows pages down, above all those with much
 * script: with its `Runtime` domain, each new `Error` (React creates some when it starts) makes the browser parse the
 * whole script again. Here only the `Page` domain is enabled; commands need none.
 */
export interface Page extends Thread {
  /** Calls `ask` for each worker of the page. */
  inWorkers: <Answer>(ask: (worker: Thread, address: string) => Promise<Answer>) => Promise<Answer[]>
}

/** A page, or a worker of one. */
export interface Thread {
  /** Sends a DevTools protocol command. */
  send: <Answer = unknown>(method: string, params?: object) => Promise<Answer>
  /** Runs `run` there and returns its result as JSON; promises are awaited. @throws {Error} what `run` throws. */
  evaluate: <Given, Answer>(run: (given: Given) => Answer, given?: Given) => Promise<Awaited<Answer>>
}

interface Message {
  id?: number
  method?: string
  params?: unknown
  result?: unknown
  error?: { message: string }
}

interface Attached {
  sessionId: string
  targetInfo: { type: string; url: string }
}

/** Opens a page of 1440 by 900 pixels, in which `script` runs before the page's own scripts. */
export async function openPage(browser: Browser, cookies: readonly SentCookie[], script: string): Promise<Page> {
  const system = await browser.newBrowserCDPSession()
  const { browserContextId } = await system.send('Target.createBrowserContext')
  await system.send('Storage.setCookies', { browserContextId, cookies: [...cookies] })
  const { targetId } = await system.send('Target.createTarget', { url: 'about:blank', browserContextId })
  const { sessionId } = await system.send('Target.attachToTarget', { targetId, flatten: false })
  const line = lineOver(system, sessionId)
  const page: Page = { ...threadAt(line), inWorkers: (ask) => inWorkers(line, ask) }
  const size = { width: 1440, height: 900, deviceScaleFactor: 1, mobile: false }
  await page.send('Emulation.setDeviceMetricsOverride', size)
  const features = [{ name: 'prefers-reduced-motion', value: 'reduce' }]
  await page.send('Emulation.setEmulatedMedia', { features })
  await page.send('Emulation.setFocusEmulationEnabled', { enabled: true })
  await page.send('Page.enable') // without it no script is added
  await page.send('Page.addScriptToEvaluateOnNewDocument', { source: script })
  return page
}

/** Navigates. Resolves when the new document has started to load. */
export async function goTo(page: Page, url: string): Promise<void> {
  const { errorText } = await page.send<{ errorText?: string }>('Page.navigate', { url })
  if (errorText !== undefined) throw new Error(`${url}: ${errorText}`)
}

export async function until<Given>(page: Page, holds: (given: Given) => boolean, given?: Given): Promise<void> {
  while (!(await page.evaluate(holds, given))) await sleep(50)
}

interface Line {
  send: (method: string, params?: object) => Promise<unknown>
  /** Calls `hear` for each event. Returns a function that stops it. */
  on: (hear: (message: Message) => void) => () => void
}

function threadAt({ send }: Line): Thread {
  return { send: send as Thread['send'], evaluate: evaluating(send as Thread['send']) }
}

interface Evaluated {
  result: { value?: unknown }
  exceptionDetails?: { text: string; exception?: { description?: string } }
}

function evaluating(send: Thread['send']): Thread['evaluate'] {
  return async (run, given) => {
    const expression = `(${run.toString()})(${JSON.stringify(given) ?? ''})`
    const params = { expression, awaitPromise: true, returnByValue: true }
    const { result, exceptionDetails: thrown } = await send<Evaluated>('Runtime.evaluate', params)
    if (thrown !== undefined) throw new Error(thrown.exception?.description ?? thrown.text)
    return result.value as never
  }
}

/** Attaches to the workers only now: attaching earlier would slow the load down. */
async function inWorkers<Answer>(
  page: Line,
  ask: (worker: Thread, address: string) => Promise<Answer>,
): Promise<Answer[]> {
  const asked: Promise<Answer>[] = []
  const stop = page.on(({ method, params }) => {
    if (method !== 'Target.attachedToTarget') return
    const { sessionId, targetInfo } = params as Attached
    if (targetInfo.type === 'worker') asked.push(ask(threadAt(lineThrough(page, sessionId)), targetInfo.url))
  })
  const attaching = { waitForDebuggerOnStart: false, flatten: false }
  await page.send('Target.setAutoAttach', { autoAttach: true, ...attaching })
  const answers = await Promise.all(asked)
  await page.send('Target.setAutoAttach', { autoAttach: false, ...attaching })
  stop()
  return answers
}

function lineOver(system: CDPSession, sessionId: string): Line {
  return lineBy(
    (message) => system.send('Target.sendMessageToTarget', { sessionId, message }),
    (hear) =>
      system.on('Target.receivedMessageFromTarget', (said) => said.sessionId === sessionId && hear(said.message)),
  )
}

function lineThrough(page: Line, sessionId: string): Line {
  return lineBy(
    (message) => page.send('Target.sendMessageToTarget', { sessionId, message }),
    (hear) =>
      page.on(({ method, params }) => {
        if (method !== 'Target.receivedMessageFromTarget') return
        const said = params as { sessionId: string; message: string }
        if (said.sessionId === sessionId) hear(said.message)
      }),
  )
}

/** Requests and their answers, over any channel for text. */
function lineBy(carry: (text: string) => Promise<unknown>, hears: (hear: (text: string) => void) => void): Line {
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>()
  const told = new Set<(message: Message) => void>()
  let last = 0
  hears((text) => {
    const message = JSON.parse(text) as Message
    const asker = waiting.get(message.id ?? 0)
    waiting.delete(message.id ?? 0)
    if (message.error === undefined) asker?.resolve(message.result)
    else asker?.reject(new Error(message.error.message))
    if (asker === undefined) for (const tell of told) tell(message)
  })
  return {
    send(method, params = {}) {
      const id = (last += 1)
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        carry(JSON.stringify({ id, method, params })).catch(reject)
      })
    },
    on(hear) {
      told.add(hear)
      return () => void told.delete(hear)
    },
  }
}
