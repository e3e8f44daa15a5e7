import { expectFits } from './fits.ts'
import {
  rowButton,
  askToDelete,
  askToReplace,
  expires,
  goOn,
  nameOf,
  newToken,
  openMenu,
  switchOf,
  valueOf,
} from '#e2e/tokens/tokens-page.ts'
import { emailOf, newUser, toUsers, userSwitch } from '#e2e/users/users-page.ts'
import { accountMenu, expect, signIn, test, type Site } from '#e2e/rig/fixture.ts'

test.use({ examples: true, permissions: ['clipboard-read', 'clipboard-write'] })

/** Long names without spaces, which some services allow. */
const [long, longest] = ['w'.repeat(60), 'W'.repeat(200)]
const mail = `${'m'.repeat(60)}@example.test`

const beginWithLongNames = async ({ service }: Site) => {
  for (const name of [long, longest]) await service.addToken({ name })
}

test('the sign-in page fits', async ({ page, site }) => {
  await page.goto('.')
  await expect(page.getByLabel('Your access token')).toBeVisible()
  await expectFits(page, 'sign-in', 0)
  await signIn(page, `${site.admin.bearer} x`)
  await expectFits(page, 'sign-in with an error', 1)
})

test('names are drawn in another font while the web fonts are not there', async ({ page, site, watch }) => {
  watch.expectFailure('.woff2', 'net::ERR_FAILED')
  await page.route('**/*.woff2', (route) => route.abort())
  await page.goto('.')
  await signIn(page, site.admin.bearer)
  await expect(nameOf(page, 'grafana')).toBeVisible()
})

test('tokens with any name fit: rows, menu, sheets, dialogs, notes and toasts', async ({ page, site }) => {
  test.setTimeout(300_000)
  await beginWithLongNames(site)
  await page.goto('.')
  await signIn(page, site.admin.bearer)
  await expect(nameOf(page, long)).toBeVisible()
  await expectFits(page, 'tokens', 2)
  await accountMenu(page).click()
  await expect(page.getByRole('menu', { name: 'Account menu' })).toBeVisible()
  await expectFits(page, 'the menu of the header', 21)
  await page.keyboard.press('Escape')
  await openMenu(page, longest)
  await expectFits(page, 'the menu of a row', 3)
  await page.keyboard.press('Escape')
  await rowButton(page, 'Reveal', longest).click()
  await expect(valueOf(page, longest)).not.toHaveText('')
  await rowButton(page, 'Copy', long).click()
  await expect(page.getByRole('button', { name: 'Clear the clipboard' })).toBeVisible()
  await expectFits(page, 'a value and a toast', 4)
  await switchOf(page, longest, 'write').click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectFits(page, 'the warning of a switch', 5)
  await goOn(page)
  await expect(switchOf(page, longest, 'write')).toBeChecked()
  await expectFits(page, 'a verdict', 6)
  const replace = await askToReplace(page, longest)
  await expectFits(page, 'the question of a replacement', 7)
  await replace.getByRole('button', { name: 'Cancel' }).click()
  const remove = await askToDelete(page, longest)
  await expectFits(page, 'the question of a deletion', 8)
  await remove.getByRole('button', { name: 'Cancel' }).click()
  await nameOf(page, longest).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.getByText('Raw data').click()
  await expectFits(page, 'the sheet of a token', 9)
  await page.getByRole('button', { name: 'Change the expiry' }).click()
  await expectFits(page, 'the sheet of a token with its presets', 23)
  await page.keyboard.press('Escape')
  const form = await newToken(page, longest)
  await expires(form, 'Custom…')
  await form.getByRole('button', { name: 'Create token' }).click()
  await expectFits(page, 'a new token whose name is taken', 10)
  await page.keyboard.press('Escape')
  await expectFits(page, 'the question before changes are discarded', 20)
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await site.service.changeToken({ name: long, write: true })
  await switchOf(page, long, 'active').click()
  await goOn(page)
  await expect(page.getByRole('button', { name: 'Save my change' })).toBeVisible()
  await expectFits(page, 'a conflict', 11)
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: 'Select all shown' }).check()
  await expectFits(page, 'a selection', 12)
  await page.getByRole('button', { name: 'Activity' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectFits(page, 'what was done', 13)
})

test('an import and its report with new values fit', async ({ signedIn: page }) => {
  test.setTimeout(300_000)
  await page.getByRole('button', { name: 'More for tokens' }).click()
  await page.getByRole('menuitem', { name: 'Import…' }).click()
  await page.getByLabel(/^Or paste/).fill(`name|active\n${long}|yes\n${longest}|no\ngrafana|yes`)
  await expectFits(page, 'an import', 24)
  await page.getByRole('button', { name: 'Preview' }).click()
  await expectFits(page, 'the preview of an import', 25)
  await page.getByRole('button', { name: 'Import 2', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Copy all' })).toBeVisible()
  await expectFits(page, 'a report with new values', 26)
})

test('users and the Service page fit', async ({ signedIn: page, site }) => {
  test.setTimeout(300_000)
  await site.service.addUser({ email: mail, password: 'a long enough one', admin: true, active: true })
  await toUsers(page)
  await expect(emailOf(page, mail)).toBeVisible()
  await expectFits(page, 'users', 14)
  await userSwitch(page, mail, 'active').click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectFits(page, 'the question before deactivating', 15)
  await page.keyboard.press('Escape')
  await emailOf(page, mail).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectFits(page, 'the form of a user', 16)
  await page.keyboard.press('Escape')
  const form = await newUser(page, 'odd', '')
  await form.getByRole('button', { name: 'Create user' }).click()
  await expectFits(page, 'a new user with an odd email', 17)
  await form.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'Service', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Service', level: 1 })).toBeVisible()
  await expectFits(page, 'the Service page', 18)
})

test.describe('a service without a list of users', () => {
  test.use({ readings: 'bare' })
  test('its page fits', async ({ signedIn: page }) => {
    await toUsers(page)
    await expect(page.getByRole('form', { name: 'Act on an account' })).toBeVisible()
    await expectFits(page, 'users without a list', 19)
  })
})
