import type { Locator, Page } from '@playwright/test'
import { askToDelete, askToReplace, changeExpiry, nameOf, openMenu, savedOf, sheetOf, switchOf } from './tokens-page.ts'
import { sampled } from '#e2e/rig/sample.ts'
import { expect, signIn, test, type Site } from '#e2e/rig/fixture.ts'

const carried = 'documented,list-secret=carried,administrators=and-tokens'
const refuses = 'You signed in with the value of this token. The service may reject you from now on'
/** A deletion cannot be undone by anybody, and its dialog says so. */
const ends = { deletion: '.', other: ', and only another admin can undo that.' }
const typed = (question: Locator) => question.getByLabel('Type the name to continue')
const signedOut = (page: Page) => page.getByRole('dialog', { name: 'Signed out' })

/** Signs in with the value of the token `mine`, which can administer under these readings. `other` is another token. */
async function enter(page: Page, { service }: Site): Promise<void> {
  for (const name of ['mine', 'other']) await service.addToken({ name })
  await page.goto('.')
  await signIn(page, await service.value('mine'))
  await expect(nameOf(page, 'mine')).toBeVisible()
}

/** Leaves the dialog, and the sheet under it without its change. */
async function cancel(page: Page, question: Locator): Promise<void> {
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  const discard = page.getByRole('dialog').getByRole('button', { name: 'Discard' })
  if (!(await discard.isVisible())) return
  await discard.click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** For each action: how to open its dialog, the button that confirms, and what is then sent. */
const ways: readonly (readonly [string, string, string, (page: Page, name: string) => Promise<Locator>])[] = [
  [
    'deactivating it',
    'Deactivate',
    'PUT /_/token',
    async (page, name) => {
      await switchOf(page, name, 'active').click()
      return page.getByRole('alertdialog', { name: `Deactivate “${name}”?` })
    },
  ],
  [
    'turning its write on',
    'Turn write on',
    'PUT /_/token',
    async (page, name) => {
      await switchOf(page, name, 'write').click()
      return page.getByRole('alertdialog', { name: `Turn write on for “${name}”?` })
    },
  ],
  [
    'editing it',
    'Set expiry',
    'PUT /_/token',
    async (page, name) => {
      await nameOf(page, name).click()
      const sheet = sheetOf(page, name)
      await changeExpiry(sheet, '90 days')
      await sheet.getByRole('button', { name: 'Save changes' }).click()
      return page.getByRole('alertdialog', { name: `Set the expiry of “${name}”?` })
    },
  ],
  ['replacing its value', 'Replace value', 'DELETE /_/token', askToReplace],
  ['deleting it', 'Delete token', 'DELETE /_/token', askToDelete],
]

test.describe('signed in with the value of a token', () => {
  test.use({ readings: carried })

  test('each action on it asks for its name and says what will happen, and Cancel sends nothing; on another token it does not', async ({
    page,
    site,
  }) => {
    await enter(page, site)
    const before = await site.service.token('mine')
    for (const [what, action, sends, ask] of ways) {
      await test.step(what, async () => {
        const other = await ask(page, 'other')
        await expect(other.getByRole('button', { name: action, exact: true })).toBeEnabled()
        await expect(other.getByText(refuses)).toHaveCount(0)
        await expect(typed(other)).toHaveCount(0)
        await cancel(page, other)
        const question = await ask(page, 'mine')
        const go = question.getByRole('button', { name: action, exact: true })
        const end = ends[action === 'Delete token' ? 'deletion' : 'other']
        await expect(question.getByText(`${refuses}${end}`, { exact: true })).toBeVisible()
        await expect(typed(question)).toBeFocused()
        await expect(go).toBeDisabled()
        for (const wrong of ['min', 'Mine', 'mine ', 'other']) {
          await typed(question).fill(wrong)
          await expect(go).toBeDisabled()
        }
        await typed(question).press('Enter')
        await typed(question).fill('mine')
        await expect(go).toBeEnabled()
        expect(site.proxy.callsTo(sends)).toHaveLength(0)
        await cancel(page, question)
        expect(site.proxy.callsTo(sends)).toHaveLength(0)
        expect(await site.service.token('mine')).toEqual(before)
      })
    }
  })

  test('that the admin was warned before does not apply to it; an edit is sent once the name is typed, and the session continues', async ({
    page,
    site,
  }) => {
    await enter(page, site)
    await switchOf(page, 'other', 'active').click()
    const off = page.getByRole('alertdialog', { name: 'Deactivate “other”?' })
    await off.getByRole('button', { name: 'Deactivate' }).click()
    await expect(savedOf(page, 'other')).toContainText('Saved')
    await switchOf(page, 'mine', 'active').click()
    const question = page.getByRole('alertdialog', { name: 'Deactivate “mine”?' })
    await expect(question.getByText(refuses)).toBeVisible()
    await expect(question.getByRole('button', { name: 'Deactivate' })).toBeDisabled()
    await question.getByRole('button', { name: 'Cancel' }).click()

    await switchOf(page, 'mine', 'write').click()
    const write = page.getByRole('alertdialog', { name: 'Turn write on for “mine”?' })
    await typed(write).fill('mine')
    await write.getByRole('button', { name: 'Turn write on', exact: true }).click()
    await expect(savedOf(page, 'mine')).toContainText('Saved')
    expect(await site.service.token('mine')).toMatchObject({ write: true })
    await switchOf(page, 'other', 'active').click()
    await expect.poll(() => site.service.token('other')).toMatchObject({ active: true })
  })

  for (const [what, action, sends, ask] of sampled(
    ways.filter(([one]) => /deactivat|replac|delet/.test(one)),
    1,
  )) {
    test(`${what} is sent once the name is typed, and then the page says that the service rejects the sign-in`, async ({
      page,
      site,
      watch,
    }) => {
      await enter(page, site)
      const question = await ask(page, 'mine')
      await typed(question).fill('mine')
      watch.expectFailure('/_/token', 401)
      await question.getByRole('button', { name: action, exact: true }).click()
      await expect(signedOut(page)).toBeVisible()
      expect(site.proxy.callsTo(sends)).toHaveLength(1)
      const held = await site.service.token('mine')
      if (action === 'Deactivate') expect(held).toMatchObject({ active: false })
      else expect(held).toBeUndefined()
    })
  }
})

test.describe('signed in with the value of a token, on a service that counts seconds', () => {
  test.use({ readings: `${carried},moments=s` })
  test('repairing it asks too', async ({ page, site }) => {
    await enter(page, site)
    // In the second of its creation, an update leaves a value that still agrees with its row.
    const held = await site.service.token('mine')
    await expect.poll(() => Math.floor(Date.now() / 1000)).toBeGreaterThan(held?.updated_at ?? Number.POSITIVE_INFINITY)
    await site.service.changeToken({ name: 'mine', write: true })
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await expect(switchOf(page, 'mine', 'write')).toBeChecked()
    await openMenu(page, 'mine')
    await page.getByRole('menuitem', { name: 'Repair value of mine' }).click()
    const question = page.getByRole('alertdialog', { name: 'Repair “mine”?' })
    await expect(question.getByText(refuses)).toBeVisible()
    await expect(question.getByRole('button', { name: 'Repair', exact: true })).toBeDisabled()
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(site.proxy.callsTo('PUT /_/token')).toHaveLength(0)
  })
})

test.describe('a service that issues a new value with every update', () => {
  test.use({ readings: `${carried},value-on-put=new` })
  test('a switch of your own token ends the session, as the dialog said', async ({ page, site, watch }) => {
    await enter(page, site)
    await switchOf(page, 'mine', 'write').click()
    const question = page.getByRole('alertdialog', { name: 'Turn write on for “mine”?' })
    await expect(question.getByText(refuses)).toBeVisible()
    await typed(question).fill('mine')
    watch.expectFailure('/_/token', 401)
    await question.getByRole('button', { name: 'Turn write on', exact: true }).click()
    await expect(signedOut(page)).toBeVisible()
    expect(await site.service.token('mine')).toMatchObject({ write: true })
  })
})

test.describe('a service where only tokens with write can administer', () => {
  test.use({ readings: `${carried.replace('and-tokens', 'and-write-tokens')}` })
  test('turning off write for your own token asks for its name', async ({ page, site, watch }) => {
    await site.service.addToken({ name: 'mine', write: true })
    await page.goto('.')
    await signIn(page, await site.service.value('mine'))
    await switchOf(page, 'mine', 'write').click()
    const question = page.getByRole('alertdialog', { name: 'Turn write off for “mine”?' })
    await typed(question).fill('mine')
    watch.expectFailure('/_/token', 401)
    await question.getByRole('button', { name: 'Turn write off', exact: true }).click()
    await expect(signedOut(page)).toBeVisible()
  })
})
