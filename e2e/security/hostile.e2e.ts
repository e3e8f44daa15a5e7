import type { Page } from '@playwright/test'
import { sample, seeded } from '#api/testing/full-length.ts'
import { canary, hostility } from './hostile-service.ts'
import { raised } from './payloads.ts'
import { toUsers } from '#e2e/users/users-page.ts'
import { expect, test } from '#e2e/rig/fixture.ts'

/**
 * What counts as one hostile answer: a row that the page has put into its table, or, without a name, into its count of
 * rows that cannot be shown; each row is read, checked and drawn on its own. A refusal counts as one too. The number of
 * HTTP answers is logged as well.
 */
const rowsPerList = sample(66, 198)
const lists = sample(4, 500)
const refusals = sample(36, 1_000)
const seed = Number(process.env['HOSTILE_SEED'] ?? 11)

const pages = [
  { path: '/_/token', key: 'name', table: 'Tokens', label: 'GET /_/token' },
  { path: '/_/user', key: 'email', table: 'Users', label: 'GET /_/user' },
] as const

test('hostile answers are shown as text: nothing runs, nothing is injected, nothing crashes', async ({
  signedIn: page,
  site,
  watch,
}) => {
  test.setTimeout(180 * 60_000)
  const made = hostility(seeded(seed))
  const [logged, crashes, dialogs]: [string[], string[], string[]] = [[], [], []]
  page.on('console', (message) => logged.push(message.text()))
  page.on('crash', () => crashes.push('crashed'))
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  for (const { path } of pages) {
    for (const status of [400, 409, 418, 422, 429, 500, 503]) watch.allowFailure(path, status)
  }
  const count = { rows: 0, unnamed: 0, lists: 0, refusals: 0 }
  for (const { key, table, label } of pages) {
    if (table === 'Users') await toUsers(page)
    await expect(page.getByText(/^Refreshed /)).toBeVisible()
    const perPage = { lists: Math.ceil(lists / 4), refusals: refusals / 4 }
    for (let at = 0; at < perPage.lists; at += 1) {
      const mark = `mark-${table}-${at}`
      const { body, named, unnamed } = made.list(key, rowsPerList, mark)
      site.proxy.fail(label, { status: 200, body })
      await page.getByRole('button', { name: 'Refresh', exact: true }).click()
      await expect(page.locator(`[data-name="${mark}"]`)).toBeAttached({ timeout: 20_000 })
      // What counts the rows without a name is fetched the first time there are any.
      await expect.poll(async () => (await drawn(page, table)).unnamed, mark).toBe(unnamed)
      expect(await drawn(page, table), mark).toEqual({
        rows: named,
        unnamed,
        strange: [],
        raised: false,
        leaked: false,
      })
      count.rows += named
      count.unnamed += unnamed
      count.lists += 1
      if (count.lists % 50 === 0) console.log(`hostile: ${count.lists} lists`) // progress of a long test
    }
    for (let at = 0; at < perPage.refusals; at += 1) {
      const mark = `refused-${table}-${at}.`
      const { status, body, type } = made.refusal(mark)
      site.proxy.fail(label, { status, body, headers: { 'content-type': type } })
      await page.getByRole('button', { name: 'Refresh', exact: true }).click()
      await expect(page.getByRole('main').getByText(mark)).toBeAttached({ timeout: 20_000 })
      expect(await drawn(page, table), mark).toMatchObject({ strange: [], raised: false, leaked: false })
      count.refusals += 1
    }
    site.proxy.heal()
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await expect(page.getByText(`refused-${table}`)).toHaveCount(0)
  }
  expect([crashes, dialogs]).toEqual([[], []])
  expect(logged.filter((text) => text.includes(canary))).toEqual([])
  expect(await page.evaluate(() => 'polluted' in {} || 'isAdmin' in {})).toBe(false)
  const all = count.rows + count.unnamed + count.refusals
  console.log(
    `hostile: ${all} (${count.rows} rows drawn, ${count.unnamed} without a name counted, ${count.refusals} refusals; ${count.lists} lists), seed ${seed}: 0 crashes, 0 injected nodes, 0 leaks`,
  )
})

/** What the page shows of the last answer. `strange`: elements and attributes that the page itself never uses. */
async function drawn(page: Page, table: string) {
  return page.evaluate(
    ({ table, canary, raised }) => {
      const own =
        /^(main|header|nav|section|div|span|p|h[1-3]|a|b|bdi|button|input|label|fieldset|legend|table|thead|tbody|tr|th|td|caption|i|svg|path|circle|rect|line|polyline|polygon|ellipse|g|ul|ol|li|dl|dt|dd|code|time|form|footer|aside|output|search|noscript|dialog|kbd|select|option)$/
      const attributes =
        /^(class|role|aria-[a-z]+|data-[a-z-]+|title|type|tabindex|id|for|name|value|placeholder|href|scope|colspan|autocomplete|spellcheck|checked|disabled|hidden|translate|xmlns|width|height|viewBox|fill|stroke|stroke-[a-z]+|d|cx|cy|r|rx|ry|x|y|x1|x2|y1|y2|points|inputmode|lang|dir|open|enterkeyhint)$/
      const strange: string[] = []
      for (const node of document.body.querySelectorAll('*')) {
        if (!own.test(node.localName)) strange.push(`<${node.localName}>`)
        for (const { name, value } of node.attributes) {
          // The heights of the bars and the columns of the table: measures alone.
          const isMeasure =
            name === 'style' && node.closest('.bar, .chip, table') !== null && /^[a-z\d\s:;,()%/.-]*$/.test(value)
          if (!(attributes.test(name) || isMeasure) || name.startsWith('on')) strange.push(`${node.localName} ${name}`)
          if (name === 'href' && !value.startsWith('#')) strange.push(`${node.localName} href ${value}`)
        }
      }
      const banner = [...document.querySelectorAll('.banner')].map((node) => node.textContent).join(' ')
      const unnamed = /(\d+) rows? in the response (?:has|have|cannot) /.exec(banner)?.[1]
      return {
        rows: document.querySelectorAll(`table[aria-label=${table}] [data-name]`).length,
        unnamed: Number(unnamed ?? 0),
        strange: [...new Set(strange)],
        raised: raised in window,
        leaked: document.documentElement.outerHTML.includes(canary),
      }
    },
    { table, canary, raised },
  )
}
