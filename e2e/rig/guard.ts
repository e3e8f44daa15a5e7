import type { BrowserContext, ConsoleMessage, Page } from '@playwright/test'
import type { Mode } from './fronts.ts'

/** A failure that a test foresees: part of the address after the host, and the status, or Chromium's own net error. */
export interface Foreseen {
  url: string
  status: number | string
}

/** Watches everything a browser says. Nothing may be said that was not announced, and nothing announced may stay away. */
export interface Guard {
  expectFailure(url: string, status: number | string): void
  /** Allowed, but need not come: a background call that races with the test's end. */
  allowFailure(url: string, status: number | string): void
  /**
   * A sign-in that does not succeed. Our host answers it with a status of its own; before another web server the page
   * meets the service's own answers, which are announced as well.
   */
  expectRefusal(atHost: number, ...inTab: [url: string, status: number | string][]): void
  /** An answer of the service's that is no answer: our host makes a 502 of it, the page itself reads it otherwise. */
  expectUnreadable(url: string): void
  /** @throws with everything that was wrong. */
  settle(): void
}

/** Watches all pages of a context from now on; whatever the policy stops on one of them is wrong, too. */
export async function guard(context: BrowserContext, mode: Mode): Promise<Guard> {
  const wrong: string[] = []
  const expected: (Foreseen & { came: boolean; must: boolean })[] = []
  const foresaw = (url: string, status: string) => {
    const { pathname, search } = new URL(url)
    const found = expected.filter((one) => String(one.status) === status && `${pathname}${search}`.endsWith(one.url))
    for (const one of found) one.came = true
    // A test that goes offline may catch the page while it fetches code in advance.
    const isAhead = status === 'net::ERR_INTERNET_DISCONNECTED' && /\/assets\/[^/]+\.js$/.test(pathname)
    return found.length > 0 || isAhead
  }
  const heard = (message: ConsoleMessage) => {
    const failed = /^Failed to load resource: (?:the server responded with a status of (\d+)|(net::\w+))/.exec(
      message.text(),
    )
    const status = failed?.[1] ?? failed?.[2]
    if (status !== undefined && foresaw(message.location().url, status)) return
    // Signing out asks for it.
    if (message.text().startsWith('Clear-Site-Data header on ')) return
    wrong.push(`console ${message.type()}: ${message.text()} (${message.location().url})`)
  }
  context.on('console', heard)
  // What a worker asks for fails without a line on the page's console.
  context.on('response', (response) => {
    const status = response.status()
    if (status >= 400 && !foresaw(response.url(), String(status))) wrong.push(`${status}: ${response.url()}`)
  })
  // Chromium's own line on a violation depends on its kind, so the page says each one itself.
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, lineNumber }) =>
      console.error(`policy violated: ${violatedDirective} by ${blockedURI}, ${sourceFile}:${lineNumber}`),
    )
  })
  context.on('weberror', (error) => wrong.push(`error on the page: ${error.error().stack ?? error.error().message}`))
  context.on('requestfailed', (request) => {
    const said = request.failure()?.errorText ?? ''
    // The page's own abort: signing in ends the list after its status line.
    if (said !== 'net::ERR_ABORTED' && !foresaw(request.url(), said)) wrong.push(`${said}: ${request.url()}`)
  })
  const expectFailure: Guard['expectFailure'] = (url, status) =>
    void expected.push({ url, status, came: false, must: true })
  const allowFailure: Guard['allowFailure'] = (url, status) =>
    void expected.push({ url, status, came: false, must: false })
  // That is how the page finds out where it stands.
  if (mode === 'tab') allowFailure('/console-host.json', 404)
  return {
    expectFailure,
    allowFailure,
    expectRefusal(atHost, ...inTab) {
      if (mode === 'host') expectFailure('/console-session', atHost)
      else for (const [url, status] of inTab) expectFailure(url, status)
    },
    expectUnreadable(url) {
      if (mode === 'host') expectFailure(url, 502)
    },
    settle() {
      for (const one of expected) {
        if (one.must && !one.came) wrong.push(`announced and never came: ${one.status} of ${one.url}`)
      }
      if (wrong.length > 0) throw new Error(`The browser said what nobody announced:\n${wrong.join('\n')}`)
    },
  }
}

/** Everything that outlives a page in this browser, and its address: no secret may be in it. */
export async function remembered(page: Page): Promise<string> {
  const kept = await page.evaluate(async () => {
    const databases = await indexedDB.databases()
    const cached = await caches.keys()
    return JSON.stringify([
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      document.cookie,
      databases,
      cached,
      history.state,
      document.title,
    ])
  })
  return `${page.url()} ${kept} ${JSON.stringify(await page.context().cookies())}`
}
