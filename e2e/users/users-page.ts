import type { Locator, Page } from '@playwright/test'

/** The button with a user's email, which opens their sheet. */
export const emailOf = (page: Page, email: string) => page.getByRole('button', { name: `Edit ${email}`, exact: true })

/** The open sheet of a user. */
export const userSheet = (page: Page, email: string) => page.getByRole('dialog', { name: email, exact: true })

/** On a service without a list of users: the form for an account by its email. */
export const accountForm = (page: Page) => page.getByRole('form', { name: 'Act on an account' })

/** Opens the sheet of an account by its email. */
export async function openAccount(page: Page, email: string) {
  await accountForm(page).getByLabel('Email', { exact: true }).fill(email)
  await accountForm(page).getByRole('button', { name: 'Edit' }).click()
  return userSheet(page, email)
}

/** Answers a flag that nobody knows, in an open sheet. */
export const answer = (sheet: Locator, flag: 'Admin' | 'Active', to: 'On' | 'Off') =>
  sheet.getByRole('group', { name: flag }).getByText(to, { exact: true }).click()

/** A switch in a user's row. */
export const userSwitch = (page: Page, email: string, flag: 'admin' | 'active') =>
  page.getByRole('switch', { name: `${email} ${flag}`, exact: true })

/** Goes to the users page. */
export async function toUsers(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Users' }).click()
  await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor()
}

/** Opens the dialog before a deletion, through the row's menu. */
export async function askToDeleteUser(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: `More for ${email}`, exact: true }).click()
  await page.getByRole('menuitem', { name: `Delete ${email}`, exact: true }).click()
}

/** Opens the form of a new user, and fills in email and password. */
export async function newUser(page: Page, email: string, password: string) {
  await page.getByRole('button', { name: 'New user' }).click()
  const sheet = page.getByRole('dialog', { name: 'New user' })
  await sheet.getByLabel('Email', { exact: true }).fill(email)
  await sheet.getByLabel('Password', { exact: true }).fill(password)
  return sheet
}

/** Signs in by email and password, on the open sign-in page. */
export async function signInByPassword(page: Page, email: string, password: string): Promise<void> {
  await page.getByText('Email and password').click()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Tokens', level: 1 }).waitFor()
}

/** Types the email that an action asks for because it may lock somebody out, and confirms. */
export async function typeEmail(page: Page, email: string, action: string): Promise<void> {
  const question = page.getByRole('alertdialog')
  await question.getByLabel('Type the email to continue').fill(email)
  await question.getByRole('button', { name: action, exact: true }).click()
}
