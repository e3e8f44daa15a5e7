import type { Page } from '@playwright/test'
import { storedIn } from '#e2e/rig/guard.ts'
import { expect, presets, test } from '#e2e/rig/fixture.ts'
import { expectAccessible } from '#e2e/accessibility/expect-accessible.ts'
import { heldInHeap } from '#e2e/security/heap.ts'
import { nameOf, namesIn } from './tokens-page.ts'

test.use({ examples: true })

const dialogOf = (page: Page) => page.getByRole('alertdialog', { name: 'Find a token by its value' })

async function openFind(page: Page) {
  await page.getByRole('button', { name: 'More for tokens' }).click()
  await page.getByRole('menuitem', { name: 'Find by value…' }).click()
  return dialogOf(page)
}

/** Types through the keyboard: no script of the page gets the text from the test. */
async function insert(page: Page, text: string): Promise<void> {
  await dialogOf(page).getByLabel('Value').focus()
  await page.keyboard.insertText(text)
  await page.keyboard.press('Enter')
}

for (const readings of presets) {
  test.describe(readings, () => {
    test.use({ readings })

    test('a value finds its token, and no secret of the search is in an address, a request line, storage or the heap', async ({
      signedIn: page,
      site,
    }) => {
      const carried = readings === 'query-server'
      const value = await site.service.value('grafana')
      const others = [await site.service.value('ci-deploy'), await site.service.value('mobile-app')]
      const urls: string[] = []
      page.on('request', (request) => urls.push(request.url()))
      const before = site.proxy.calls.length
      const dialog = await openFind(page)
      await insert(page, value)
      if (!carried) {
        await expect(dialog).toContainText(/Read the values of \d+ tokens\?/)
        expect(site.proxy.callsTo('GET /_/token/value')).toHaveLength(0)
        await expectAccessible(page, 'the question before values are read')
        await dialog.getByRole('button', { name: 'Read values' }).click()
      }
      await expect(dialog).toContainText('“grafana” has this value.')
      await expectAccessible(page, 'the token of a value')
      await expect(dialog.getByLabel('Value')).toHaveValue('')
      if (carried) expect(site.proxy.callsTo('GET /_/token/value')).toHaveLength(0)
      const end = value.slice(-20)
      expect(`${urls.join()} ${await storedIn(page)} ${await page.content()}`).not.toContain(end)
      const sent = site.proxy.calls.slice(before).map(({ path, body }) => path + body)
      expect(sent.join()).not.toContain(end)

      await dialog.getByRole('button', { name: 'Show it' }).click()
      await expect(nameOf(page, 'grafana')).toBeFocused()
      await expect(namesIn(page)).toHaveText(['grafana'])
      // All JWTs begin alike; only the end is unique.
      const ends = [value, ...others].map((secret) => secret.split('.').at(-1) ?? secret)
      expect(await heldInHeap(page, ends)).toEqual([])
      const opened = await openFind(page)
      await opened.getByLabel('Value').focus()
      await page.keyboard.insertText(value)
      expect(await heldInHeap(page, ends), 'the same search finds a value in the field').not.toEqual([])
      await opened.getByRole('button', { name: 'Close' }).click()
    })
  })
}

test('by keyboard: a value that belongs to nobody, and one that cannot be read', async ({
  signedIn: page,
  site,
  watch,
}) => {
  watch.allowFailure('/_/token/value?name=grafana', 500)
  site.proxy.fail('GET /_/token/value?name=grafana', { status: 500 })
  const dialog = await openFind(page)
  await insert(page, 'a value of nobody')
  await dialog.getByRole('button', { name: 'Read values' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText(/None of these \d+ tokens has this value\. 1 value could not be read\./)
  await expectAccessible(page, 'a value of no token')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'More for tokens' })).toBeFocused()
})

test.describe('where rows carry their values', () => {
  test.use({ readings: 'query-server', permissions: ['clipboard-read', 'clipboard-write'] })

  test('a value pasted into the search: two presses later its token is known', async ({ signedIn: page, site }) => {
    const value = await site.service.value('grafana')
    await page.evaluate((text) => navigator.clipboard.writeText(text), value)
    const box = page.getByRole('searchbox', { name: 'Search tokens' })
    await box.focus()
    await page.keyboard.press('ControlOrMeta+V')
    await expect(box).toHaveValue('')
    await expectAccessible(page, 'a value in the search')
    await page.getByRole('button', { name: 'Find by value…' }).click()
    await expect(dialogOf(page)).toContainText('“grafana” has this value.')
    expect(page.url()).not.toContain(value.slice(-20))
  })
})
