import { expect, type Locator, type Page } from '@playwright/test'
import { rowButton, askToDelete, expires, newToken, rowOf, switchOf, valueOf } from '#e2e/tokens/tokens-page.ts'
import { emailOf, newUser } from '#e2e/users/users-page.ts'
import type { Site } from '#e2e/rig/fixture.ts'

/** What an admin does, and what the page shows of it. */
export interface Operation {
  /** The call that the fault strikes. It may be made only once. */
  call: string
  /** The name of its row. */
  target: string
  /** Starts it, without waiting for the outcome. */
  act: (page: Page) => Promise<void>
  /** Where the page shows the outcome; the first one counts. */
  end: (page: Page) => Locator
  /** The form that is filled in. It stays open after a failure. */
  form?: (page: Page) => Locator
  /** Expects the form to keep its input. `signedOut`: a 401 clears passwords and nothing else. */
  kept?: (page: Page, signedOut: boolean) => Promise<void>
  /** Puts the service back to where it was. */
  restore?: (site: Site, target: string) => Promise<void>
}

/** The rows that the operations are about, one each. */
export const targets = {
  listed: 'listed',
  switched: 'to-switch',
  deleted: 'to-delete',
  revealed: 'to-reveal',
  user: 'li@example.test',
} as const

const password = 'long enough to be one'

/** Creates these rows in a fresh service. */
export async function prepare({ service }: Site): Promise<void> {
  for (const name of [targets.listed, targets.switched, targets.deleted, targets.revealed]) {
    await service.addToken({ name })
  }
  await service.addUser({ email: targets.user, password, admin: false, active: true })
}

const readAgain = (page: Page) => page.locator('.page-head').getByRole('button', { name: 'Refresh', exact: true })
/** The note under a row, or above the table, with its name, where no row shows it. */
const noteOf = (page: Page, row: Locator) =>
  page.locator('tbody').filter({ has: row }).locator('.callout > p').or(page.locator('.list > .callout > p'))
const toast = (page: Page) => page.locator('.toast > p')
/** Where a row says for a moment that its save was verified. */
const saved = (row: Locator) => row.locator('.c-upd .saved > span')
/** Why an action stopped, in the confirmation that then opens once more. */
export const askedAgain = (page: Page) =>
  page
    .getByRole('alertdialog')
    .filter({ has: page.getByRole('button', { name: /^(Save my change|Delete anyway|Delete without checking)$/ }) })
    .locator('.body > p')
    .first()
const deletionEnded = (page: Page) => noteOf(page, rowOf(page, targets.deleted)).or(toast(page)).or(askedAgain(page))
const switchEnded = (page: Page) => {
  const row = rowOf(page, targets.switched)
  return noteOf(page, row).or(saved(row)).or(toast(page)).or(askedAgain(page))
}
const sheet = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

/** Presses the button of the confirmation, which opens at once. */
const confirm = (page: Page, button: string): Promise<void> =>
  page.getByRole('alertdialog').getByRole('button', { name: button, exact: true }).click()

/**
 * Refreshes the list. Waits for the answer, and until the page was busy with it: before that it shows the former list.
 */
async function readList(page: Page): Promise<void> {
  const busy = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          if (document.querySelector('.page-head .ib[aria-busy]') === null) return
          observer.disconnect()
          resolve()
        })
        observer.observe(document, { subtree: true, childList: true, attributeFilter: ['aria-busy'] })
      }),
  )
  const asked = page.waitForRequest((request) => /\/_\/(token|user)$/.test(request.url()))
  await readAgain(page).click()
  await (await asked).response()
  await busy
}

const list = (call: string, target: string): Operation => ({
  call,
  target,
  act: readList,
  end: (page) => page.locator('.page-head .ib:not([aria-busy])'),
})

/** The eight operations, in the order in which one page runs them. The last three are on the users page. */
export const operations = {
  'list tokens': list('GET /_/token', targets.listed),
  'create token': {
    call: 'POST /_/token',
    target: 'typed with care',
    async act(page) {
      const form = await newToken(page, 'typed with care')
      await expires(form, '90 days')
      await form.getByRole('switch', { name: 'Write' }).click()
      await form.getByRole('button', { name: 'Create token' }).click()
    },
    form: (page) => sheet(page, 'New token'),
    end: (page) => noteOf(page, rowOf(page, 'typed with care')).or(toast(page)),
    async kept(page) {
      const form = sheet(page, 'New token')
      await expect(form.getByLabel('Name', { exact: true })).toHaveValue('typed with care')
      await expect(form.getByRole('radio', { name: '90 days' })).toBeChecked()
      await expect(form.getByRole('switch', { name: 'Write' })).toBeChecked()
    },
    async restore({ service }, target) {
      if (await service.token(target)) await service.deleteToken(target)
    },
  },
  'update token': {
    call: 'PUT /_/token',
    target: targets.switched,
    async act(page) {
      await switchOf(page, targets.switched, 'active').click()
      await confirm(page, 'Deactivate')
    },
    end: (page) => switchEnded(page),
    async restore({ service }, target) {
      if ((await service.token(target))?.active === false) await service.changeToken({ name: target, active: true })
    },
  },
  'delete token': {
    call: 'DELETE /_/token',
    target: targets.deleted,
    async act(page) {
      await askToDelete(page, targets.deleted)
      await confirm(page, 'Delete token')
    },
    end: (page) => deletionEnded(page),
    async restore({ service }, target) {
      if (!(await service.token(target))) await service.addToken({ name: target })
    },
  },
  'reveal value': {
    call: 'GET /_/token/value',
    target: targets.revealed,
    act: (page) => rowButton(page, 'Reveal', targets.revealed).click(),
    end: (page) => page.locator('.secret .err').or(valueOf(page, targets.revealed).filter({ hasText: /\S/ })),
  },
  'list users': list('GET /_/user', targets.user),
  'create user': {
    call: 'POST /_/user',
    target: 'new@example.test',
    async act(page) {
      const form = await newUser(page, 'new@example.test', password)
      await form.getByRole('switch', { name: 'Admin' }).click()
      await form.getByRole('button', { name: 'Create user' }).click()
    },
    form: (page) => sheet(page, 'New user'),
    end: (page) => noteOf(page, emailOf(page, 'new@example.test')).or(toast(page)),
    async kept(page, signedOut) {
      const form = sheet(page, 'New user')
      await expect(form.getByLabel('Email', { exact: true })).toHaveValue('new@example.test')
      await expect(form.getByLabel('Password', { exact: true })).toHaveValue(signedOut ? '' : password)
      await expect(form.getByRole('switch', { name: 'Admin' })).toBeChecked()
    },
    async restore({ service }, target) {
      if (await service.user(target)) await service.deleteUser(target)
    },
  },
  'update user': {
    call: 'PUT /_/user',
    target: targets.user,
    async act(page) {
      await emailOf(page, targets.user).click()
      const form = sheet(page, targets.user)
      await form.getByRole('button', { name: 'Password: set a new one…' }).click()
      await form.getByLabel('New password', { exact: true }).fill(password)
      await form.getByRole('switch', { name: 'Admin' }).click()
      await form.getByRole('button', { name: 'Save changes' }).click()
    },
    form: (page) => sheet(page, targets.user),
    end: (page) => noteOf(page, emailOf(page, targets.user)).or(askedAgain(page)),
    async kept(page, signedOut) {
      const form = sheet(page, targets.user)
      await expect(form.getByLabel('New password', { exact: true })).toHaveValue(signedOut ? '' : password)
      await expect(form.getByRole('switch', { name: 'Admin' })).toBeChecked()
    },
    async restore({ service }, target) {
      if ((await service.user(target))?.admin === true) {
        await service.changeUser({ email: target, admin: false, active: true })
      }
    },
  },
} satisfies Record<string, Operation>

export type OperationName = keyof typeof operations

/** Closes everything that is open, refreshes the list, and expects rows that can be changed again. */
export async function recover(page: Page, target: string): Promise<void> {
  for (const close of [
    page.getByRole('alertdialog').getByRole('button', { name: 'Cancel', exact: true }),
    page.getByRole('dialog').getByRole('button', { name: /^(Cancel|Discard)$/ }),
    page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }),
    page.getByRole('button', { name: `Hide ${target}`, exact: true }).last(),
    page.getByRole('button', { name: new RegExp(`^(Dismiss note of|Accept) ${target}$`) }),
    page.locator('.toast').getByRole('button', { name: 'Dismiss' }),
  ]) {
    if (await close.isVisible()) await close.click()
  }
  await readList(page)
  await expect(readAgain(page)).not.toHaveAttribute('aria-busy')
  const anySwitch = page.getByRole('switch').first()
  await expect(anySwitch).not.toHaveAttribute('aria-disabled', 'true')
  await expect(anySwitch).toBeVisible()
  await expect(page.locator('.banner.error, .banner.unknown, .banner.warning, .blank, .skeleton')).toHaveCount(0)
}
