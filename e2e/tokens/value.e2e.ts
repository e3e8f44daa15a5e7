import { storedIn } from '#e2e/rig/guard.ts'
import { rowButton, flip, nameOf, switchOf, valueOf, toastOf } from './tokens-page.ts'
import { expect, presets, test } from '#e2e/rig/fixture.ts'

test.use({ examples: true, permissions: ['clipboard-read', 'clipboard-write'] })

for (const readings of presets) {
  test.describe(readings, () => {
    test.use({ readings })

    test('“Reveal” reads once, and after “Hide” the value is in neither page, address nor storage; “Copy” never puts it on the page', async ({
      signedIn: page,
      site,
    }) => {
      await expect(nameOf(page, 'grafana')).toBeVisible()
      expect(site.proxy.callsTo('GET /_/token/value')).toHaveLength(0)
      const value = await site.service.value('grafana')
      await rowButton(page, 'Reveal', 'grafana').click()
      await expect(valueOf(page, 'grafana')).toHaveText(value)
      expect(site.proxy.callsTo('GET /_/token/value')).toHaveLength(1)
      expect(await storedIn(page)).not.toContain(value)
      await page.getByRole('button', { name: 'Hide grafana', exact: true }).last().click()
      await expect(valueOf(page, 'grafana')).toHaveCount(0)
      await expect(rowButton(page, 'Reveal', 'grafana')).toBeFocused()
      expect(await page.content()).not.toContain(value)
      expect(await storedIn(page)).not.toContain(value)
      await rowButton(page, 'Reveal', 'grafana').click()
      await expect(valueOf(page, 'grafana')).toHaveText(value)
      expect(site.proxy.callsTo('GET /_/token/value')).toHaveLength(2)
      await page.getByRole('button', { name: 'Hide grafana', exact: true }).last().click()

      const other = await site.service.value('ci-deploy')
      await rowButton(page, 'Copy', 'ci-deploy').click()
      await expect(toastOf(page)).toHaveText('Copied “ci-deploy”.')
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(other)
      expect(await page.content()).not.toContain(other)
      expect(site.proxy.callsTo('GET /_/token/value')).toHaveLength(3)
      expect(await site.service.accepts(other)).toBe(true)
    })
  })
}

test('a revealed value hides when another is revealed, when its token is saved, and when the page is left; if the browser refuses to copy, it opens selected', async ({
  signedIn: page,
  site,
}) => {
  const value = await site.service.value('grafana')
  await rowButton(page, 'Reveal', 'grafana').click()
  await expect(valueOf(page, 'grafana')).toHaveText(value)
  await rowButton(page, 'Reveal', 'ci-deploy').click()
  await expect(valueOf(page, 'ci-deploy')).not.toHaveText('')
  expect(await page.content()).not.toContain(value)

  const other = await site.service.value('ci-deploy')
  await flip(page, 'ci-deploy', 'write')
  await expect(switchOf(page, 'ci-deploy', 'write')).not.toBeChecked()
  expect(await page.content()).not.toContain(other)

  await rowButton(page, 'Reveal', 'grafana').click()
  await expect(valueOf(page, 'grafana')).toHaveText(value)
  await page.getByRole('link', { name: 'Users' }).click()
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible()
  expect(await page.content()).not.toContain(value)
  await page.getByRole('link', { name: 'Tokens' }).click()
  await expect(nameOf(page, 'grafana')).toBeVisible()
  expect(await page.content()).not.toContain(value)

  const reads = site.proxy.callsTo('GET /_/token/value').length
  await page.evaluate(() => {
    navigator.clipboard.write = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    document.execCommand = () => false
  })
  await rowButton(page, 'Copy', 'grafana').click()
  await expect(toastOf(page)).toHaveText(
    'This browser refused to copy. The value of “grafana” is now selected: copy it with the keyboard.',
  )
  await expect(valueOf(page, 'grafana')).toHaveText(value)
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(value)
  expect(site.proxy.callsTo('GET /_/token/value')).toHaveLength(reads + 1)
})

for (const value of ['plain', 'two  spaces inside', ' ends in a space ', 'two\nlines', 'x'.repeat(2000)]) {
  test(`three clicks and Ctrl+A in a shown value select it and nothing else: ${JSON.stringify(value.slice(0, 20))}`, async ({
    signedIn: page,
    site,
  }) => {
    const body = JSON.stringify({ data: value })
    site.proxy.fail('GET /_/token/value', { status: 200, body }, Infinity)
    await rowButton(page, 'Reveal', 'grafana').click()
    const box = valueOf(page, 'grafana')
    await expect.poll(() => box.evaluate(({ textContent }) => textContent)).toBe(value)
    const selected = () => page.evaluate(() => getSelection()?.toString())
    const clear = () => page.evaluate(() => getSelection()?.removeAllRanges())
    await box.click({ clickCount: 3, position: { x: 12, y: 12 } })
    expect(await selected()).toBe(value)
    await clear()
    await box.focus()
    await page.keyboard.press('ControlOrMeta+a')
    expect(await selected()).toBe(value)
    await expect(page.getByText(/The value .*white space/)).toHaveCount(value === value.trim() ? 0 : 1)
  })
}

test('a value that is longer than its box ends in half a line, at 360 px too', async ({ signedIn: page, site }) => {
  for (const width of [1200, 360]) {
    await page.setViewportSize({ width, height: 740 })
    site.proxy.fail('GET /_/token/value', { status: 200, body: JSON.stringify({ data: 'x'.repeat(3000) }) })
    await rowButton(page, 'Reveal', 'grafana').click()
    await expect(valueOf(page, 'grafana')).toHaveText(/^x+$/)
    const cut = await valueOf(page, 'grafana').evaluate((box) => {
      const { paddingTop, lineHeight } = getComputedStyle(box)
      return ((box.clientHeight - Number.parseFloat(paddingTop)) / Number.parseFloat(lineHeight)) % 1
    })
    expect(cut).toBeGreaterThan(0.3)
    expect(cut).toBeLessThan(0.7)
    await page.getByRole('button', { name: 'Hide grafana', exact: true }).last().click()
  }
})

test('without the Clipboard API the fallback copies', async ({ page, site }) => {
  await page.addInitScript(() => Object.defineProperty(window, 'ClipboardItem', { value: undefined }))
  await page.goto('.')
  await page.getByLabel('Your access token').fill(site.admin.bearer)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await rowButton(page, 'Copy', 'grafana').click()
  await expect(page.getByText('Copied “grafana”.').first()).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await site.service.value('grafana'))
})

test('a selection that is dragged out of a value ends in it', async ({ signedIn: page, site }) => {
  const value = await site.service.value('grafana')
  await rowButton(page, 'Reveal', 'grafana').click()
  await expect(valueOf(page, 'grafana')).toHaveText(value)
  const from = await valueOf(page, 'grafana').boundingBox()
  const to = await nameOf(page, 'mobile-app').boundingBox()
  if (from === null || to === null) throw new Error('not in the page')
  await page.mouse.move(from.x + 6, from.y + 12)
  await page.mouse.down()
  await page.mouse.move(to.x + to.width + 200, to.y + to.height / 2, { steps: 12 })
  await page.mouse.up()
  const selectedText = () => page.evaluate(() => getSelection()?.toString() ?? '')
  await expect.poll(async () => value.includes(await selectedText())).toBe(true)
  const selected = await selectedText()
  expect(selected.length).toBeGreaterThan(value.length / 2)
  await page.keyboard.press('ControlOrMeta+c')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(selected)
  await page.getByRole('searchbox').fill('graf')
  await page.getByRole('searchbox').selectText()
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('graf')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('a shown value is not cut, in its row and in its sheet', async ({ signedIn: page, site }) => {
    const value = await site.service.value('grafana')
    const box = valueOf(page, 'grafana')
    const cut = async () => {
      await expect(box).toHaveText(value)
      return box.evaluate((node) => node.scrollHeight - node.clientHeight)
    }
    await rowButton(page, 'Reveal', 'grafana').click()
    expect(await cut()).toBe(0)
    await page.getByRole('button', { name: 'Hide grafana', exact: true }).last().click()
    await nameOf(page, 'grafana').click()
    await page.getByRole('button', { name: 'Reveal value of grafana' }).click()
    expect(await cut()).toBe(0)
  })
})
