import type { Page } from '@playwright/test'

/** The places in a browser that could contain a secret, apart from memory and disk. */
export type Places = Record<string, string>

/** The current content of each place. `logged`: console messages so far; `exported`: files that the page saved. */
export async function placesOf(page: Page, logged: readonly string[], exported: readonly string[]): Promise<Places> {
  const session = await page.context().newCDPSession(page)
  const { entries } = await session.send('Page.getNavigationHistory')
  await session.detach()
  const inPage = await page.evaluate(async () => {
    const nodes = [...document.querySelectorAll('*')]
    const fields = nodes.filter((node) => node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement)
    const workers = await navigator.serviceWorker.getRegistrations()
    return {
      'the address': location.href,
      'history.state': JSON.stringify(history.state),
      'the title': document.title,
      localStorage: JSON.stringify(Object.entries(localStorage)),
      sessionStorage: JSON.stringify(Object.entries(sessionStorage)),
      IndexedDB: JSON.stringify(await indexedDB.databases()),
      'the Cache API': JSON.stringify(await caches.keys()),
      'cookies that scripts read': document.cookie,
      'performance entries': JSON.stringify(performance.getEntries()),
      attributes: nodes.flatMap((node) => [...node.attributes].map(({ value }) => value)).join('\n'),
      'text and form values': [document.documentElement.textContent, ...fields.map(({ value }) => value)].join('\n'),
      'service workers': JSON.stringify(workers.map(({ scope }) => scope)),
    }
  })
  await page.emulateMedia({ media: 'print' })
  const printed = await page.evaluate(() => document.body.innerText)
  await page.emulateMedia({ media: null })
  const urls = entries.map(({ url, title }) => `${url} ${title}`)
  return {
    ...inPage,
    'the address': [inPage['the address'], ...urls].join('\n'),
    'the console': logged.join('\n'),
    print: printed,
    exports: exported.join('\n'),
  }
}
