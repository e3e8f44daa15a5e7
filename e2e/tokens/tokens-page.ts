import { expect, type Locator, type Page } from '@playwright/test'

/** The button with a token's name, which opens its sheet. */
export const nameOf = (page: Page, name: string) => page.getByRole('button', { name: `Edit ${name}`, exact: true })

/** A switch in a token's row. */
export const switchOf = (page: Page, name: string, flag: 'active' | 'write') =>
  page.getByRole('switch', { name: `${name} ${flag}`, exact: true })

/** The row of a token. */
export const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ has: nameOf(page, name) })

/** A button in a token's row. */
export const rowButton = (page: Page, act: 'Copy' | 'Reveal' | 'Hide' | 'More for', name: string) =>
  page.getByRole('button', { name: `${act} ${name}`, exact: true })

/** The revealed value of a token. */
export const valueOf = (page: Page, name: string) =>
  page.getByRole('textbox', { name: `Value of ${name}`, exact: true })

/** All names in the table, from the top. */
export const namesIn = (page: Page) =>
  page
    .getByRole('table', { name: 'Tokens' })
    .getByRole('rowheader')
    .getByRole('button', { name: /^Edit / })

/** Opens the form of a new token. */
export async function newToken(page: Page, name?: string): Promise<Locator> {
  await page.getByRole('button', { name: /^(New|Create the first) token$/ }).click()
  const sheet = page.getByRole('dialog', { name: 'New token' })
  if (name !== undefined) await sheet.getByLabel('Name', { exact: true }).fill(name)
  return sheet
}

/** The open sheet of a token. */
export const sheetOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

/** Chooses another expiry in the sheet of a token. */
export async function changeExpiry(sheet: Locator, choice: string): Promise<void> {
  await sheet.getByRole('button', { name: 'Change the expiry' }).click()
  await expires(sheet, choice)
}

/** Chooses an expiry in the open form. */
export async function expires(sheet: Locator, choice: string): Promise<void> {
  await sheet.getByRole('group', { name: 'Expires' }).getByText(choice, { exact: true }).click()
}

/** Opens the dialog before a deletion, through the token's menu. */
export async function askToDelete(page: Page, name: string): Promise<Locator> {
  await openMenu(page, name)
  await page.getByRole('menuitem', { name: `Delete ${name}`, exact: true }).click()
  return page.getByRole('alertdialog', { name: `Delete “${name}”?` })
}

/** Opens a token's menu, and waits until its first entry has the focus. */
export async function openMenu(page: Page, name: string): Promise<void> {
  await rowButton(page, 'More for', name).click()
  await expect(
    page
      .getByRole('menu', { name: `More for ${name}`, exact: true })
      .getByRole('menuitem')
      .first(),
  ).toBeFocused()
}

/** Confirms the warning before a save that may issue a new value. */
export async function goOn(page: Page, options: { timeout?: number } = {}): Promise<void> {
  const warning = page.getByRole('alertdialog')
  await warning
    .getByRole('button', { name: /^(Save changes|Activate|Deactivate|Set expiry|Turn write on|Turn write off)$/ })
    .click(options)
}

/** Presses a switch in a token's row, and confirms the warning, if there is one: some are given once. */
export async function flip(
  page: Page,
  name: string,
  flag: 'active' | 'write',
  options: { timeout?: number } = {},
): Promise<void> {
  const at = switchOf(page, name, flag)
  const before = await at.getAttribute('aria-checked')
  await at.click()
  const warning = page.getByRole('alertdialog')
  const isBegun = async () =>
    (await warning.isVisible()) ||
    (await at.getAttribute('aria-busy')) === 'true' ||
    (await at.getAttribute('aria-checked')) !== before
  await expect.poll(isBegun, options).toBe(true)
  if (await warning.isVisible()) await goOn(page, options)
}

/** Opens the dialog before a value is replaced, through the token's menu. */
export async function askToReplace(page: Page, name: string): Promise<Locator> {
  await openMenu(page, name)
  await page.getByRole('menuitem', { name: 'Replace value…', exact: true }).click()
  return page.getByRole('alertdialog', { name: `Replace the value of “${name}”?` })
}

/** Copies a new value from its note. Returns the content of the clipboard. */
export async function copyNew(page: Page, name: string): Promise<string> {
  const copy = page.getByRole('button', { name: `Copy new value of ${name}`, exact: true })
  await copy.click()
  // Wait for the note to go: a toast about an earlier copy may still be there.
  await expect(copy).toHaveCount(0)
  return clipboard(page)
}

/** Where a row says for a moment that its save was verified, with *Undo*. */
export const savedOf = (page: Page, name: string) => rowOf(page, name).locator('.c-upd .saved')

/** What the toast says. */
export const toastOf = (page: Page) => page.locator('.toast > p')

/** Copies a value in its row, and says what the clipboard then holds. */
export async function copyOf(page: Page, name: string): Promise<string> {
  await rowButton(page, 'Copy', name).click()
  await expect(toastOf(page)).toHaveText(`Copied “${name}”.`)
  return clipboard(page)
}

/** The content of the clipboard. */
export const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
