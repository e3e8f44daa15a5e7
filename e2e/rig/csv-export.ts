import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'

/** Presses Export CSV, and reads the file that the browser saves. */
export async function exportedBy(page: Page, within: Page | Locator = page): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    within.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}
