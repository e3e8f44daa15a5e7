import type { Page } from '@playwright/test'
import { actOf, expires, flip, goOn, nameOf, newToken, switchOf, valueOf } from '#e2e/tokens/tokens-page.ts'
import { emailOf, newUser, toUsers } from '#e2e/users/users-page.ts'
import { rows, showLong } from '#e2e/list/long-list.ts'
import { expect, test } from '#e2e/rig/world.ts'

test.use({ examples: true })

/** Nothing scrolls sideways, at any width that is asked for. */
async function fits(page: Page, what: string, widths = [320, 360, 768, 1440, 2560]) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const wide = await page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('[role=dialog], main, .sheet, .dialog, .selbar')]
        .filter((node) => node.scrollWidth > node.clientWidth)
        .map((node) => `${node.tagName}.${node.className}: ${node.scrollWidth} > ${node.clientWidth}`),
    )
    expect.soft(wide, `${what} at ${width} px`).toEqual([])
  }
}

test('the door fits', async ({ page }) => {
  await page.goto('.')
  await expect(page.getByLabel('Your access token')).toBeVisible()
  await fits(page, 'the door')
})

test('tokens fit, with a value and a verdict open', async ({ signedIn: page }) => {
  await expect(nameOf(page, 'grafana')).toBeVisible()
  await fits(page, 'tokens')
  await actOf(page, 'Reveal', 'grafana').click()
  await expect(valueOf(page, 'grafana')).not.toHaveText('')
  await flip(page, 'ci-deploy', 'write')
  await expect(page.getByRole('button', { name: 'Dismiss note of ci-deploy' })).toBeVisible()
  await fits(page, 'a value and a verdict')
})

test('what is said of rows that are selected fits', async ({ signedIn: page, world }) => {
  await showLong(page, world)
  await page.getByRole('checkbox', { name: 'Select all that are shown' }).check()
  await page.getByRole('checkbox', { name: 'Select ci-deploy', exact: true }).uncheck()
  await expect(page.getByRole('button', { name: /^Select all/ })).toBeVisible()
  await fits(page, 'a selection')
})

test('the form of a token fits', async ({ signedIn: page }) => {
  const form = await newToken(page, 'w'.repeat(120))
  await expires(form, 'Date, time…')
  await fits(page, 'new token')
})

test('users, their form and the service page fit', async ({ signedIn: page }) => {
  await toUsers(page)
  await expect(emailOf(page, 'li.wei@example.test')).toBeVisible()
  await fits(page, 'users')
  await newUser(page, 'odd', 'short')
  await fits(page, 'new user')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Service', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Service', level: 1 })).toBeVisible()
  await fits(page, 'service')
})

test.describe('a service without a list of users', () => {
  test.use({ readings: 'bare' })
  test('the desk fits', async ({ signedIn: page }) => {
    await toUsers(page)
    await expect(page.getByRole('form', { name: 'Act on an account' })).toBeVisible()
    await fits(page, 'desk')
  })
})

test('a switch is larger to the pointer than to the eye', async ({ signedIn: page, world }) => {
  const box = await switchOf(page, 'ci-deploy', 'active').boundingBox()
  await page.mouse.click((box?.x ?? 0) - 7, (box?.y ?? 0) - 5)
  await goOn(page)
  await expect(switchOf(page, 'ci-deploy', 'active')).not.toBeChecked()
  expect(await world.service.token('ci-deploy')).toMatchObject({ active: false })
})

test.describe('on a small screen', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })
  test('every act of a row is in reach', async ({ signedIn: page, world }) => {
    await switchOf(page, 'ci-deploy', 'active').tap()
    await goOn(page)
    await expect(switchOf(page, 'ci-deploy', 'active')).not.toBeChecked()
    expect(await world.service.token('ci-deploy')).toMatchObject({ active: false })
    await actOf(page, 'Reveal', 'grafana').tap()
    await expect(valueOf(page, 'grafana')).toHaveText(await world.service.value('grafana'))
    await nameOf(page, 'grafana').tap()
    await expect(page.getByRole('dialog', { name: 'Edit grafana' })).toBeVisible()
  })

  test('beside a scrollbar too, an expiry stands whole in its card', async ({ signedIn: page, world }) => {
    // As long as they come: `in 10 months`, `24 Sept 2027`.
    const september = Date.UTC(new Date().getFullYear() + 1, 8, 24, 12)
    const later = (body: string) => body.replace(/"expiration_date":\d+/g, `"expiration_date":${september}`)
    world.wire.fail('GET /_/token', { change: later }, Infinity)
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await expect(page.getByText(/^24 Sept/).first()).toBeVisible()
    await page.evaluate(() => (document.documentElement.style.width = '345px'))
    const beyond = await page.evaluate(() => {
      const dates = [...document.querySelectorAll('tbody[data-index] .exp span')]
      const over = dates.filter(
        (date) => date.getBoundingClientRect().right > date.closest('tr')!.getBoundingClientRect().right - 4,
      )
      return { dates: dates.length, over: over.map((date) => date.textContent) }
    })
    expect(beyond.dates).toBeGreaterThan(10)
    expect(beyond.over).toEqual([])
  })
})

test('rows that become cards, and cards that become rows, fill the window', async ({ signedIn: page, world }) => {
  const { own } = await showLong(page, world)
  /** The lowest row of which something is to be seen at the lower edge of the window. */
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
