import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'

/** Presses Export CSV, which a selection bar has in its menu, and reads the file that the browser saves. */
export async function exportedBy(page: Page, within: Page | Locator = page): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), pressExport(page, within)])
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}

async function pressExport(page: Page, within: Page | Locator): Promise<void> {
  const more = within.getByRole('button', { name: 'More', exact: true })
  const button = within.getByRole('button', { name: 'Export CSV' })
  await button.or(more).filter({ visible: true }).first().click()
  if (!(await button.isVisible())) await page.getByRole('menuitem', { name: 'Export CSV' }).click()
}
