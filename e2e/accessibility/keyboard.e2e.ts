import type { Locator, Page } from '@playwright/test'
import { rowButton, nameOf, switchOf, valueOf } from '#e2e/tokens/tokens-page.ts'
import { emailOf, userSwitch } from '#e2e/users/users-page.ts'
import { accountMenu, expect, test } from '#e2e/rig/fixture.ts'

test.use({ examples: true, permissions: ['clipboard-read', 'clipboard-write'] })

/** Presses Tab until the focus is on an element. */
async function tabTo(page: Page, goal: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await expect(goal).toBeVisible()
  for (let pressed = 0; pressed < 250; pressed += 1) {
    if (await goal.evaluate((node) => node === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${goal.toString()} cannot be reached with ${key}`)
}

async function press(page: Page, goal: Locator, key = 'Enter', direction: 'Tab' | 'Shift+Tab' = 'Tab') {
  await tabTo(page, goal, direction)
  await page.keyboard.press(key)
}

test('all daily work can be done without a pointer', async ({ page, site }) => {
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await page.goto('.')
  await tabTo(page, page.getByLabel('Your access token'))
  await page.keyboard.insertText(site.admin.bearer)
  await page.keyboard.press('Enter')
  await expect(nameOf(page, 'grafana')).toBeVisible()

  await press(page, button('New token'))
  await tabTo(page, page.getByLabel('Name', { exact: true }))
  await page.keyboard.type('by hand')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('radio', { name: '30 days' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: '90 days' })).toBeChecked()
  await press(page, button('Create token'))
  await expect(nameOf(page, 'by hand')).toBeFocused()
  expect(await site.service.token('by hand')).toMatchObject({ active: true, write: false })

  await tabTo(page, page.getByLabel('Search tokens'), 'Shift+Tab')
  await page.keyboard.type('by ha')
  await page.keyboard.press('ArrowDown')
  await expect(nameOf(page, 'by hand')).toBeFocused()

  await press(page, switchOf(page, 'by hand', 'active'), 'Space')
  await press(page, button('Deactivate'))
  await expect(switchOf(page, 'by hand', 'active')).not.toBeChecked()
  await expect(switchOf(page, 'by hand', 'active')).toBeFocused()
  await press(page, switchOf(page, 'by hand', 'active'), 'Space')
  await press(page, button('Activate'))
  await expect(switchOf(page, 'by hand', 'active')).toBeChecked()

  const value = await site.service.value('by hand')
  await press(page, rowButton(page, 'Reveal', 'by hand'))
  await expect(valueOf(page, 'by hand')).toHaveText(value)
  await press(page, button('Copy shown value of by hand'))
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(value)
  await press(page, page.getByRole('button', { name: 'Hide by hand', exact: true }).last())
  await expect(valueOf(page, 'by hand')).toHaveCount(0)
  await expect(rowButton(page, 'Reveal', 'by hand')).toBeFocused()

  await press(page, nameOf(page, 'by hand'), 'Enter', 'Shift+Tab')
  await press(
    page,
    page.getByRole('dialog', { name: 'by hand', exact: true }).getByRole('switch', { name: 'Write' }),
    'Space',
  )
  // That saving may replace the value was said before.
  await press(page, button('Save changes'))
  await expect(nameOf(page, 'by hand')).toBeFocused()
  await expect(switchOf(page, 'by hand', 'write')).toBeChecked()

  await press(page, rowButton(page, 'More for', 'by hand'))
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: 'Delete by hand' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(button('Cancel')).toBeFocused()
  await press(page, button('Delete token'))
  await expect(nameOf(page, 'by hand')).toHaveCount(0)
  expect(await site.service.token('by hand')).toBeUndefined()

  await press(page, page.getByRole('link', { name: 'Users' }), 'Enter', 'Shift+Tab')
  await expect(emailOf(page, 'li.wei@example.test')).toBeVisible()
  await press(page, button('New user'))
  await tabTo(page, page.getByLabel('Email', { exact: true }))
  await page.keyboard.type('hand@example.test')
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type('correct donkey')
  await press(page, button('Create user'))
  await expect(emailOf(page, 'hand@example.test')).toBeFocused()
  await press(page, userSwitch(page, 'hand@example.test', 'admin'), 'Space')
  await expect(userSwitch(page, 'hand@example.test', 'admin')).toBeChecked()
  await press(page, button('More for hand@example.test'))
  await expect(page.getByRole('menuitem', { name: 'Open hand@example.test' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: 'Delete hand@example.test' })).toBeFocused()
  await page.keyboard.press('Enter')
  // The owner of the pasted access token is unknown, so deleting an admin asks for the email.
  await expect(page.getByLabel('Type the email to continue')).toBeFocused()
  await page.keyboard.type('hand@example.test')
  await press(page, button('Delete user'))
  await expect(emailOf(page, 'hand@example.test')).toHaveCount(0)
  expect(await site.service.user('hand@example.test')).toBeUndefined()

  await press(page, accountMenu(page), 'Enter', 'Shift+Tab')
  await expect(page.getByRole('menuitemradio', { name: 'System' })).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('the focus never leaves a sheet or a dialog', async ({ signedIn: page }) => {
  await nameOf(page, 'grafana').click()
  const sheet = page.getByRole('dialog', { name: 'grafana', exact: true })
  await expect(sheet).toBeVisible()
  for (let pressed = 0; pressed < 30; pressed += 1) {
    await page.keyboard.press('Tab')
    expect(await sheet.evaluate((node) => node.contains(document.activeElement))).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(nameOf(page, 'grafana')).toBeFocused()
})

test.describe('a service without a list of users', () => {
  test.use({ readings: 'bare', examples: false })

  test('an account is created, and one that was never seen is changed and deleted, without a pointer', async ({
    signedIn: page,
    site,
  }) => {
    const never = { email: 'never@example.test', password: 'was long enough', admin: true, active: true }
    await site.service.addUser(never)
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const field = (name: string) => page.getByLabel(name, { exact: true })
    const confirm = async (action: string) => {
      await expect(field('Type the email to continue')).toBeFocused()
      await page.keyboard.type(never.email)
      await press(page, page.getByRole('alertdialog').getByRole('button', { name: action, exact: true }))
    }
    await press(page, page.getByRole('link', { name: 'Users' }))
    await press(page, button('New user'))
    const created = page.getByRole('dialog', { name: 'New user' })
    await expect(created.getByLabel('Email', { exact: true })).toBeFocused()
    await page.keyboard.type('new@example.test')
    await tabTo(page, created.getByLabel('Password', { exact: true }))
    await page.keyboard.type('correct donkey')
    await press(page, button('Create user'))
    await expect(emailOf(page, 'new@example.test')).toBeFocused()
    expect(await site.service.signIn('new@example.test', 'correct donkey')).toBeDefined()

    await tabTo(page, field('Email'), 'Shift+Tab')
    await page.keyboard.type(never.email)
    await press(page, button('Edit'))
    const sheet = page.getByRole('dialog', { name: never.email })
    for (const flag of ['Admin', 'Active']) {
      await press(page, sheet.getByRole('group', { name: flag }).getByRole('radio').first(), 'Space')
      await expect(sheet.getByRole('switch', { name: flag })).toBeFocused()
    }
    await press(page, sheet.getByRole('switch', { name: 'Admin' }), 'Space', 'Shift+Tab')
    await expect(sheet.getByRole('switch', { name: 'Admin' })).not.toBeChecked()
    await press(page, button('Save changes'))
    await confirm('Save changes')
    await expect(emailOf(page, never.email)).toBeVisible()
    await expect(button('Edit')).toBeFocused()
    expect(await site.service.user(never.email)).toEqual({ email: never.email, admin: false, active: true })

    await tabTo(page, field('Email'), 'Shift+Tab')
    await page.keyboard.press('Control+a')
    await page.keyboard.type(never.email)
    await press(page, page.getByRole('form', { name: 'Act on an account' }).getByRole('button', { name: 'Delete…' }))
    await confirm('Delete without checking')
    await expect(emailOf(page, never.email)).toHaveCount(0)
    expect(await site.service.user(never.email)).toBeUndefined()
    expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true)
  })
})
