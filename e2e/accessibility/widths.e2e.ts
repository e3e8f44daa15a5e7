import type { Locator } from '@playwright/test'
import { rowButton, askToReplace, goOn, nameOf, switchOf, toastOf, valueOf } from '#e2e/tokens/tokens-page.ts'
import { rows, showLong } from '#e2e/list/long-list.ts'
import { newUser, toUsers } from '#e2e/users/users-page.ts'
import { expect, test, waitUntilIdle } from '#e2e/rig/fixture.ts'

test.use({ examples: true })

test('the hit area of a switch is larger than the switch', async ({ signedIn: page, site }) => {
  const box = await switchOf(page, 'ci-deploy', 'active').boundingBox()
  await page.mouse.click((box?.x ?? 0) - 7, (box?.y ?? 0) - 5)
  await goOn(page)
  await expect(switchOf(page, 'ci-deploy', 'active')).not.toBeChecked()
  expect(await site.service.token('ci-deploy')).toMatchObject({ active: false })
})

test('at 320 × 256 px, the size of a page at 400 %, nothing is sticky', async ({ signedIn: page }) => {
  const sticky = () =>
    [...document.querySelectorAll('*')].filter((element) => getComputedStyle(element).position === 'sticky').length
  await expect(nameOf(page, 'grafana')).toBeVisible()
  expect(await page.evaluate(sticky)).toBeGreaterThan(0)
  await page.setViewportSize({ width: 320, height: 256 })
  await expect(nameOf(page, 'grafana')).toBeVisible()
  expect(await page.evaluate(sticky)).toBe(0)
  await nameOf(page, 'grafana').click()
  await expect(page.getByRole('dialog', { name: 'grafana', exact: true })).toBeVisible()
  expect(await page.evaluate(sticky)).toBe(0)
})

test.describe('on a small screen', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })
  test('every action of a row is visible and large enough to touch', async ({ signedIn: page, site }) => {
    await switchOf(page, 'ci-deploy', 'active').tap()
    await goOn(page)
    await expect(switchOf(page, 'ci-deploy', 'active')).not.toBeChecked()
    expect(await site.service.token('ci-deploy')).toMatchObject({ active: false })
    await rowButton(page, 'Reveal', 'grafana').tap()
    await expect(valueOf(page, 'grafana')).toHaveText(await site.service.value('grafana'))
    await nameOf(page, 'grafana').tap()
    await expect(page.getByRole('dialog', { name: 'grafana', exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Close' }).tap()

    const long = 'w'.repeat(200)
    await site.service.addToken({ name: long })
    await page.getByRole('button', { name: 'Refresh', exact: true }).tap()
    await rowButton(page, 'Copy', long).tap()
    await expect(toastOf(page)).toBeVisible()
    const question = await askToReplace(page, long)
    await expect(question).toBeVisible()
    const toast = (await page.locator('.toast').boundingBox()) ?? { y: NaN, height: NaN }
    const buttons = (await question.getByRole('button').first().boundingBox()) ?? { y: NaN }
    expect(toast.y + toast.height, 'a toast covers no button of a dialog').toBeLessThanOrEqual(buttons.y)
  })

  test('a phone shows the list at once, and whatever is tapped is 44 px high', async ({ signedIn: page }) => {
    const first = page.locator('tbody[data-index="0"] > tr')
    expect((await first.boundingBox())?.y).toBeLessThanOrEqual(250)
    const updated = await first.locator('.c-upd').evaluate((cell) => {
      const { fontSize, content } = getComputedStyle(cell, '::before')
      return { fontSize, content, height: cell.getBoundingClientRect().height }
    })
    expect(updated.fontSize).toBe('13px')
    expect(updated.content).toMatch(/Updated.+13 mo ago/)
    expect(updated.height, 'one line').toBeLessThan(20)
    /** What is hit 21 px above and below the middle of each control in sight is that control, or its label. */
    const small = await page.evaluate(() => {
      const controls = document.querySelectorAll<HTMLElement>('button, a, input, select')
      return [...controls].flatMap((control) => {
        const { left, top, width, height, bottom } = control.getBoundingClientRect()
        if (!control.checkVisibility() || width <= 1 || top < 0 || bottom > innerHeight - 22) return []
        if (left < 0 || left + width > innerWidth || getComputedStyle(control).clipPath !== 'none') return []
        const hits = [-21, 21].map((by) => document.elementFromPoint(left + width / 2, top + height / 2 + by))
        const isHit = hits.every((hit) => hit !== null && (control.contains(hit) || hit === control.closest('label')))
        return isHit ? [] : [`${control.getAttribute('aria-label') ?? control.textContent} ${height}`]
      })
    })
    expect(small).toEqual([])
  })

  test('the selection bar and a toast together cover at most 72 px', async ({ signedIn: page }) => {
    await page.getByRole('checkbox', { name: 'Select ci-deploy', exact: true }).tap()
    await page.getByRole('button', { name: 'More', exact: true }).tap()
    await page.getByRole('menuitem', { name: 'Export CSV' }).tap()
    await expect(toastOf(page)).toBeVisible()
    for (const box of [await page.locator('.selbar').boundingBox(), await page.locator('.toast').boundingBox()])
      expect(box?.y).toBeGreaterThanOrEqual(740 - 72)
  })

  test('the buttons of a note about a generated password are whole', async ({ signedIn: page }) => {
    const email = 'li@example.test'
    await toUsers(page)
    const sheet = await newUser(page, email, '')
    await sheet.getByRole('button', { name: 'Generate' }).tap()
    await sheet.getByRole('button', { name: 'Create user' }).tap()
    const isCut = (node: Element) => node.scrollWidth > node.clientWidth
    const copy = page.getByRole('button', { name: `Copy password of ${email}` })
    await expect(copy).toBeVisible()
    expect(await copy.evaluate(isCut)).toBe(false)
    await waitUntilIdle(page)
    page.once('dialog', (leaving) => void leaving.accept())
    await page.reload()
    const renew = page.getByRole('button', { name: `New password… of ${email}` })
    await expect(renew).toBeVisible()
    expect(await renew.evaluate(isCut)).toBe(false)
  })

  test.describe('whose service breaks values', () => {
    test.use({ readings: 'query-server' })
    test('in a low sheet what is said of a broken value keeps its height, and lies over nothing', async ({
      signedIn: page,
    }) => {
      await nameOf(page, 'search-indexer').tap()
      const said = page.getByRole('dialog', { name: 'search-indexer', exact: true }).locator('.callout')
      await expect(said.getByRole('button', { name: /^Repair/ })).toBeVisible()
      const heights = await said.evaluate(({ scrollHeight, clientHeight }) => ({ scrollHeight, clientHeight }))
      expect(heights.scrollHeight).toBeLessThanOrEqual(heights.clientHeight)
    })
  })

  test('an expiry is not cut off in its card, even beside a scrollbar', async ({ signedIn: page, site }) => {
    // The longest ones: `in 10 months`, `24 Sept 2027`.
    const september = Date.UTC(new Date().getFullYear() + 1, 8, 24, 12)
    const later = (body: string) => body.replace(/"expiration_date":\d+/g, `"expiration_date":${september}`)
    site.proxy.fail('GET /_/token', { change: later }, Infinity)
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await expect(page.getByText(/^24 Sept/).first()).toBeVisible()
    await page.evaluate(() => (document.documentElement.style.width = '345px'))
    const beyond = await page.evaluate(() => {
      const dates = [...document.querySelectorAll('tbody[data-index] .c-exp > span')]
      const over = dates.filter(
        (date) => date.getBoundingClientRect().right > date.closest('tr')!.getBoundingClientRect().right - 4,
      )
      return { dates: dates.length, over: over.map((date) => date.textContent) }
    })
    expect(beyond.dates).toBeGreaterThan(10)
    expect(beyond.over).toEqual([])
  })
})

test('names look clickable, disabled buttons keep their place, and “Try again” is clear of the search box', async ({
  signedIn: page,
  site,
  watch,
}) => {
  const name = nameOf(page, 'grafana')
  await expect(name).toHaveCSS('cursor', 'pointer')
  await expect(name).toHaveCSS('text-decoration-line', 'none')
  await name.hover()
  await expect(name).toHaveCSS('text-decoration-line', 'underline')

  await page.getByRole('checkbox', { name: 'Select grafana' }).check()
  await expect(page.getByRole('button', { name: 'Deactivate' })).toHaveClass(/ghost/)
  const moved = await page.evaluate(() => {
    const boxes = () =>
      [...document.querySelectorAll('button, a, input')].map((element) =>
        JSON.stringify(element.getBoundingClientRect()),
      )
    const before = boxes()
    for (const button of document.querySelectorAll<HTMLButtonElement>('.btn')) button.disabled = true
    const after = boxes()
    for (const button of document.querySelectorAll<HTMLButtonElement>('.btn')) button.disabled = false
    return after.filter((box, at) => box !== before[at])
  })
  expect(moved).toEqual([])

  // A banner, and a page of its own above the last list.
  const boxOf = (element: Locator) => element.evaluate((box) => box.getBoundingClientRect())
  for (const status of [500, 404]) {
    watch.expectFailure('/_/token', status)
    site.proxy.fail('GET /_/token', { status })
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    // The other one stands until there is an answer.
    await expect(page.getByText(status === 500 ? /\(500\)/ : /\b404\b/).first()).toBeVisible()
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 900 })
      const again = page.getByRole('button', { name: 'Try again' })
      await expect(again).toBeVisible()
      const [button, search] = await Promise.all([boxOf(again), boxOf(page.getByLabel('Search tokens'))])
      // On a phone a banner stands below.
      const apart = Math.max(search.top - button.bottom, button.top - search.bottom)
      expect(apart, `${width} px`).toBeGreaterThanOrEqual(8)
    }
  }
})

test('when rows become cards or cards become rows, they still fill the window', async ({ signedIn: page, site }) => {
  const { ownCount: own } = await showLong(page, site)
  /** The last row that is visible at the bottom of the window. */
  const lowest = () =>
    page.evaluate(() => {
      const rows = [...document.querySelectorAll('tbody[data-index]')].map((row) => row.getBoundingClientRect())
      return Math.max(...rows.map(({ bottom }) => bottom)) - innerHeight
    })
  const all = page.getByRole('table', { name: 'Tokens' })
  const height = async () => (await all.boundingBox())?.height ?? 0
  await page.setViewportSize({ width: 360, height: 800 })
  await expect.poll(height).toBeGreaterThan((own + rows) * 100)
  await page.setViewportSize({ width: 1440, height: 1200 })
  await expect.poll(height).toBeLessThan((own + rows) * 45)
  await expect.poll(lowest).toBeGreaterThanOrEqual(0)
})
