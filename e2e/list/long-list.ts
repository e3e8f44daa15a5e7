import type { Page } from '@playwright/test'
import { expect, type Site } from '#e2e/rig/fixture.ts'

/** How many rows are added to the list of a service. */
export const rows = 1000
const secret = (at: number) => `eyJhbGciOi.${'canary'.repeat(3)}${at}.${'s3cret'.repeat(4)}${at}`

/**
 * Adds rows to the list of the service: `row-0000`, `row-0001` and so on, each with a value. `change` may change them.
 */
export function addRows(
  { proxy }: Site,
  count = rows,
): { change: (row: Record<string, unknown>, at: number) => object } {
  const added: ReturnType<typeof addRows> = { change: (row) => row }
  const made = Array.from({ length: count }, (_, at) => ({
    name: `row-${String(at).padStart(4, '0')}`,
    active: at % 3 !== 0,
    write: false,
    expiration_date: 2_000_000_000_000,
    created_at: 1_700_000_000_000,
    updated_at: 1_700_000_000_000 + at,
    token: secret(at),
  }))
  proxy.fail(
    'GET /_/token',
    {
      change: (body) => {
        const answer = JSON.parse(body) as { data: Record<string, unknown>[] }
        const data = [...answer.data, ...made.map((row, at) => added.change(row, at))]
        return JSON.stringify({ ...answer, data })
      },
    },
    Infinity,
  )
  return added
}

/** Shows a list with added rows. `own`: the number of the service's own rows. */
export async function showLong(
  page: Page,
  site: Site,
): Promise<{ ownCount: number; added: ReturnType<typeof addRows> }> {
  const ownCount = (await site.service.tokens()).length
  const added = addRows(site)
  await readAgain(page, ownCount + rows)
  // The code for virtual rows has loaded.
  await expect(page.locator('table.rows > tbody[aria-hidden=true]:not(.gap)')).toBeAttached()
  return { ownCount, added }
}

/** Refreshes the list, and waits until it shows `count` tokens. */
export async function readAgain(page: Page, count: number): Promise<void> {
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(page.getByText(`${count.toLocaleString('en')} tokens`)).toBeVisible()
  await expect(page.getByText(/^Refreshed /)).toBeVisible()
}

/**
 * Records from now on the names of all rows that change, if only for a moment. A new row index alone does not count: a
 * note under a row is a row too, and moves those below.
 */
export async function recordChangedRows(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const changed = new Set<string>()
    const shown = () =>
      new Map(
        [...document.querySelectorAll<HTMLElement>('tbody [data-name]')].map((name) => [
          name.dataset['name'] ?? '',
          name.closest('tbody')?.outerHTML.replace(/ (aria-rowindex|data-index)="\d+"/g, '') ?? '',
        ]),
      )
    const before = shown()
    const look = () => {
      for (const [name, html] of shown()) if (before.has(name) && before.get(name) !== html) changed.add(name)
    }
    const observer = new MutationObserver(look)
    const table = document.querySelector('table.rows')
    if (table === null) throw new Error('no table')
    observer.observe(table, { subtree: true, childList: true, attributes: true, characterData: true })
    Object.assign(window, { changed })
  })
  return () => page.evaluate(() => [...(window as unknown as { changed: Set<string> }).changed])
}
