import { loadavg } from 'node:os'
import type { Page } from '@playwright/test'
import { readAgain } from '#e2e/list/long-list.ts'
import { expect, test } from '#e2e/rig/fixture.ts'

const rows = 100_000
const day = 24 * 60 * 60 * 1000

test.skip(process.env['DEEP'] !== '1', 'figures of the deep run')
test.setTimeout(300_000)

/** What the page does during `act`: its longest task, and the longest time between two frames, in milliseconds. */
async function blocked(page: Page, act: () => Promise<void>): Promise<string> {
  await page.waitForTimeout(1000)
  await page.evaluate(() => {
    const seen = { task: 0, frame: 0, frames: 0, late: 0 }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.task = Math.max(seen.task, Math.round(duration))
    }).observe({ type: 'longtask' })
    let last = performance.now()
    const frame = (now: number) => {
      seen.frame = Math.max(seen.frame, Math.round(now - last))
      seen.frames += 1
      if (now - last > 20) seen.late += 1
      last = now
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })
  await act()
  await page.waitForTimeout(500)
  return page.evaluate(() => {
    const { task, frame, frames, late } = Reflect.get(window, 'seen') as Record<string, number>
    return `longest task ${task} ms, longest frame ${frame} ms, ${late} of ${frames} frames late`
  })
}

test('what blocks the page at 100,000 rows: searching, a bar, the palette', async ({ signedIn: page, site }) => {
  const now = Date.now()
  const data = Array.from({ length: rows }, (_, at) => ({
    name: `${['billing', 'ci-deploy', 'grafana', 'orders'][at % 4]}-${at}`,
    active: at % 3 !== 0,
    write: at % 5 === 0,
    expiration_date: now + ((at % 500) - 50) * day,
    created_at: now - day,
    updated_at: now - at,
  }))
  site.proxy.fail('GET /_/token', { change: () => JSON.stringify({ data }) }, Infinity)
  await readAgain(page, rows)
  const figures: string[] = []
  const measure = async (what: string, act: () => Promise<void>) => {
    figures.push(`${what}: ${await blocked(page, act)}`)
  }
  await measure('typing into the search', async () => {
    await page.getByRole('searchbox').focus()
    await page.keyboard.type('deploy 101', { delay: 120 })
    await expect(page.getByRole('button', { name: 'Edit ci-deploy-101', exact: true })).toBeVisible()
  })
  await page.getByRole('button', { name: 'Clear search' }).click()
  await measure('choosing a bar', async () => {
    await page.getByRole('button', { name: /30 days/ }).click()
    await expect(page.getByRole('button', { name: /30 days/ })).toHaveAttribute('aria-pressed', 'true')
  })
  await page.getByRole('button', { name: /30 days/ }).click()
  await measure('opening the palette', async () => {
    await page.keyboard.press('ControlOrMeta+k')
    await expect(page.getByRole('textbox', { name: 'Search or run' })).toBeFocused()
  })
  await measure('typing into the palette', async () => {
    await page.keyboard.type('deploy-101', { delay: 120 })
    await expect(page.getByRole('menuitem', { name: /Copy value/ })).toBeVisible()
  })
  console.log(`load ${loadavg()[0]?.toFixed(1)}\n${figures.join('\n')}`)
})

test('what a job of 100 rows costs and blocks, one of 1,000 and one of 10,000, and the list that is read after them', async ({
  signedIn: page,
  site,
}) => {
  test.setTimeout(1_200_000)
  const jobs = { few: 100, some: 1000, many: 10_000 }
  for (const [text, count] of Object.entries(jobs))
    for (let at = 0; at < count; at += 1) await site.service.addToken({ name: `${text}-${at}`, active: true })
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  for (const [text, count] of Object.entries(jobs)) {
    const tokens = `${count.toLocaleString('en')} tokens`
    await page.getByRole('searchbox').fill(text)
    await expect(page.getByRole('button', { name: `All ${count.toLocaleString('en')}` })).toBeVisible()
    await page.getByRole('checkbox', { name: 'Select all shown' }).check()
    const bar = page.getByRole('region', { name: 'Selected tokens' })
    await bar.getByRole('button', { name: 'Deactivate', exact: true }).click()
    const began = performance.now()
    const figures = await blocked(page, async () => {
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: /^Deactivate/ })
        .click()
      // Looking for a role computes those of all elements, as a task of the page.
      await page.locator('.sheet h2', { hasText: `${tokens} deactivated` }).waitFor({ timeout: 1_100_000 })
    })
    const each = (performance.now() - began - 1500) / count
    console.log(`load ${loadavg()[0]?.toFixed(1)}, ${tokens}: ${each.toFixed(1)} ms a row, ${figures}`)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
  }
  const figures = await blocked(page, async () => {
    await page.evaluate(() => performance.clearResourceTimings())
    await page.locator('[aria-label=Refresh]').click()
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/_/token')),
    )
  })
  console.log(`load ${loadavg()[0]?.toFixed(1)}, the list read again: ${figures}`)
})
