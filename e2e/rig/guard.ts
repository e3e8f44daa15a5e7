import type { BrowserContext, ConsoleMessage, Page } from '@playwright/test'

/** A failure that a test expects: the end of the address, and the status or Chromium's net error. */
export interface ExpectedFailure {
  url: string
  status: number | string
}

/** Watches everything that a browser reports. Only expected failures may happen, and each of them must. */
export interface Guard {
  expectFailure(url: string, status: number | string): void
  /** Allows a failure without requiring it: a background call may race with the end of the test. */
  allowFailure(url: string, status: number | string): void
  /** Expects that a part of the page fails while it is drawn. */
  expectFault(): void
  /** @throws {Error} with all unexpected failures, and the expected ones that did not happen. */
  settle(): void
}

/** Watches all pages of a context from now on. Violations of the content security policy count as failures. */
export async function guard(context: BrowserContext): Promise<Guard> {
  const failures: string[] = []
  const expected: (ExpectedFailure & { hasHappened: boolean; mustHappen: boolean })[] = []
  let faults: number | undefined
  const isExpected = (url: string, status: string) => {
    const { pathname, search } = new URL(url)
    const found = expected.filter(
      (failure) => String(failure.status) === status && `${pathname}${search}`.endsWith(failure.url),
    )
    for (const failure of found) failure.hasHappened = true
    // A test that goes offline may interrupt the page while it loads code in advance. Back online, the page reads its
    // list at once, and the browser may still be cut off.
    const isCutOff =
      status === 'net::ERR_INTERNET_DISCONNECTED' && /\/(assets\/[^/]+\.js|_\/token|_\/user)$/.test(pathname)
    return found.length > 0 || isCutOff
  }
  const onConsole = (message: ConsoleMessage) => {
    const failed = /^Failed to load resource: (?:the server responded with a status of (\d+)|(net::\w+))/.exec(
      message.text(),
    )
    const status = failed?.[1] ?? failed?.[2]
    if (status !== undefined && isExpected(message.location().url, status)) return
    // Sign-out sends this header, and Chromium logs it.
    if (message.text().startsWith('Clear-Site-Data header on ')) return
    if (message.text() === 'A part of the page failed.' && faults !== undefined) return void (faults += 1)
    failures.push(`console ${message.type()}: ${message.text()} (${message.location().url})`)
  }
  context.on('console', onConsole)
  // Chromium's message depends on the kind of violation, so the page logs each one itself.
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, lineNumber }) =>
      console.error(`policy violated: ${violatedDirective} by ${blockedURI}, ${sourceFile}:${lineNumber}`),
    )
  })
  context.on('weberror', (error) => failures.push(`error on the page: ${error.error().stack ?? error.error().message}`))
  context.on('requestfailed', (request) => {
    const error = request.failure()?.errorText ?? ''
    // The page aborts requests itself: signing in ends the list after its status line.
    if (error !== 'net::ERR_ABORTED' && !isExpected(request.url(), error)) failures.push(`${error}: ${request.url()}`)
  })
  const expectFailure: Guard['expectFailure'] = (url, status) =>
    void expected.push({ url, status, hasHappened: false, mustHappen: true })
  const allowFailure: Guard['allowFailure'] = (url, status) =>
    void expected.push({ url, status, hasHappened: false, mustHappen: false })
  return {
    expectFailure,
    allowFailure,
    expectFault: () => void (faults = 0),
    settle() {
      if (faults === 0) failures.push('expected, but did not happen: a fault in a part of the page')
      for (const failure of expected) {
        if (failure.mustHappen && !failure.hasHappened)
          failures.push(`expected, but did not happen: ${failure.status} of ${failure.url}`)
      }
      if (failures.length > 0) throw new Error(`The browser reported unexpected failures:\n${failures.join('\n')}`)
    },
  }
}

/** The page's address, and everything that outlives the page in this browser. No secret may be in it. */
export async function storedIn(page: Page): Promise<string> {
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
