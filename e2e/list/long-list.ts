import type { Page } from '@playwright/test'
import { expect, type World } from '#e2e/rig/world.ts'

/** How many rows a service is made to tell, beside those that it has. */
export const rows = 1000
const secret = (at: number) => `eyJhbGciOi.${'canary'.repeat(3)}${at}.${'s3cret'.repeat(4)}${at}`

/** The service tells more tokens than it has: from `row-0000` on, each carrying its value. */
export function long({ wire }: World): { change: (row: Record<string, unknown>, at: number) => object } {
  const told: ReturnType<typeof long> = { change: (row) => row }
  const made = Array.from({ length: rows }, (_, at) => ({
    name: `row-${String(at).padStart(4, '0')}`,
    active: at % 3 !== 0,
    write: false,
    expiration_date: 2_000_000_000_000,
    created_at: 1_700_000_000_000,
    updated_at: 1_700_000_000_000 + at,
    token: secret(at),
  }))
  wire.fail(
    'GET /_/token',
    {
      change: (body) => {
        const answer = JSON.parse(body) as { data: Record<string, unknown>[] }
        const data = [...answer.data, ...made.map((row, at) => told.change(row, at))]
        return JSON.stringify({ ...answer, data })
      },
    },
    Infinity,
  )
  return told
}

/** Shows such a list: `own` rows beside those made up, and what changes these. */
export async function showLong(page: Page, world: World): Promise<{ own: number; told: ReturnType<typeof long> }> {
  const own = (await world.service.tokens()).length
  const told = long(world)
  await readAgain(page, own + rows)
  // The code that says which rows are in sight is here.
  await expect(page.locator('table.rows > tbody[aria-hidden=true]:not(.gap)')).toBeAttached()
  return { own, told }
}

/** Reads the list again, until it shows so many. */
export async function readAgain(page: Page, count: number): Promise<void> {
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(page.getByText(`${count.toLocaleString('en')} tokens`)).toBeVisible()
  await expect(page.getByText(/^Refreshed /)).toBeVisible()
}

/**
 * From now on the rows that are shown otherwise, if only for a moment, are noted by their names. What opens under a row
 * is a row as well, so that those below it count on: that alone is not noted.
 */
export async function noteChanged(page: Page): Promise<() => Promise<string[]>> {
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
    const table = document.querySelector('table')
    if (table === null) throw new Error('no table')
    observer.observe(table, { subtree: true, childList: true, attributes: true, characterData: true })
    Object.assign(window, { changed })
  })
  return () => page.evaluate(() => [...(window as unknown as { changed: Set<string> }).changed])
}
