import type { Page, Response } from '@playwright/test'
import { newToken } from '#e2e/tokens/tokens-page.ts'
import { toUsers } from '#e2e/users/users-page.ts'
import { expect, signIn, signOut, type Site } from '#e2e/rig/fixture.ts'
import type { Guard } from '#e2e/rig/guard.ts'

/** What the service stores of a row: all its fields, with the value of a token, and whether the service accepts that. */
export type Stored = Readonly<Record<string, unknown>> | undefined

/** What an admin does to three rows, or to one. */
export interface KillAct {
  names: readonly string[]
  prepare?: (site: Site) => Promise<void>
  run: (page: Page) => Promise<void>
  stored: (site: Site, name: string) => Promise<Stored>
  /** Whether a row is as asked. */
  isDone: (before: Stored, after: Stored) => boolean
  /** The kill comes with one of its requests: the first that writes, or a later one. */
  firstWrite: number
  requests: number
}

const tokens = ['a', 'b', 'c'] as const
const emails = tokens.map((name) => `${name}@example.test`)

const storedToken = async ({ service }: Site, name: string): Promise<Stored> => {
  const token = await service.token(name)
  if (token === undefined) return undefined
  const value = await service.value(name)
  return { ...token, value, isAccepted: await service.accepts(value) }
}

const addTokens = async ({ service }: Site) => {
  for (const name of tokens) await service.addToken({ name })
}

/** Values that the service rejects: an update more than a second after the one before spoils them. */
const spoilTokens = async (site: Site) => {
  for (const name of tokens) await site.service.addToken({ name, active: false })
  await expect(async () => {
    for (const name of tokens) {
      if ((await storedToken(site, name))?.['isAccepted'] === false)
        await site.service.changeToken({ name, active: (await site.service.token(name))?.active !== true })
      await site.service.changeToken({ name, active: true })
      expect((await storedToken(site, name))?.['isAccepted']).toBe(false)
    }
  }).toPass()
}

/** Does this to all rows of the page, by a button of the selection bar or an entry of its menu, and confirms it. */
const onAll = (entry: string, confirmLabel: string) => async (page: Page) => {
  await page.getByRole('checkbox', { name: 'Select all shown' }).check()
  const bar = page.getByRole('region', { name: 'Selected tokens' })
  const button = bar.getByRole('button', { name: entry, exact: true })
  await expect(bar.getByRole('button').first()).toBeVisible()
  if (await button.isVisible()) await button.click()
  else {
    await bar.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: entry, exact: true }).click()
  }
  await page.getByRole('alertdialog').getByRole('button', { name: confirmLabel, exact: true }).click()
}

/** Chooses a file of users whose passwords are generated. */
export async function chooseUsers(page: Page, names: readonly string[] = emails) {
  if (!(await page.getByRole('heading', { name: 'Users', level: 1 }).isVisible())) await toUsers(page)
  await page.getByRole('button', { name: 'More for users' }).click()
  await page.getByRole('menuitem', { name: 'Import…' }).click()
  const sheet = page.getByRole('dialog', { name: 'Import users' })
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    sheet.getByRole('button', { name: 'Choose a file…' }).click(),
  ])
  const file = `email,admin\n${names.map((email) => `${email},no`).join('\n')}\n`
  await chooser.setFiles({ name: 'users.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  return sheet
}

export const killActs = {
  create: {
    names: ['a'],
    run: async (page) => (await newToken(page, 'a')).getByRole('button', { name: 'Create token' }).click(),
    stored: storedToken,
    isDone: (_, after) => after !== undefined,
    firstWrite: 2,
    requests: 3,
  },
  deactivate: {
    names: tokens,
    prepare: addTokens,
    run: onAll('Deactivate', 'Deactivate'),
    stored: storedToken,
    isDone: (_, after) => after?.['active'] === false,
    firstWrite: 2,
    requests: 5,
  },
  delete: {
    names: tokens,
    prepare: addTokens,
    run: onAll('Delete…', 'Delete 3 tokens'),
    stored: storedToken,
    isDone: (_, after) => after === undefined,
    firstWrite: 2,
    requests: 5,
  },
  replace: {
    names: tokens,
    prepare: addTokens,
    run: onAll('Replace values…', 'Replace values'),
    stored: storedToken,
    isDone: (before, after) => after !== undefined && after['value'] !== before?.['value'],
    firstWrite: 4,
    requests: 13,
  },
  repair: {
    names: tokens,
    prepare: spoilTokens,
    run: onAll('Repair 3 values', 'Repair'),
    stored: storedToken,
    isDone: (_, after) => after?.['isAccepted'] === true,
    firstWrite: 4,
    requests: 8,
  },
  import: {
    names: emails,
    async run(page) {
      await (await chooseUsers(page)).getByRole('button', { name: 'Import 3', exact: true }).click()
    },
    stored: ({ service }, email) => service.user(email).then((user) => user && { ...user }),
    isDone: (_, after) => after?.['active'] === true && after['admin'] === false,
    firstWrite: 2,
    requests: 10,
  },
} satisfies Record<string, KillAct>

const paths = ['/_/token', '/console-rows/_/token', '/_/user', '/console-rows/_/user', '/console-session']
const failures = [401, 403, 500, 502, 503, 504, 'net::ERR_CONNECTION_REFUSED', 'net::ERR_CONNECTION_RESET']
const brokenAnswers = [
  'net::ERR_EMPTY_RESPONSE',
  'net::ERR_INCOMPLETE_CHUNKED_ENCODING',
  'net::ERR_SOCKET_NOT_CONNECTED',
]

/** Every request may fail in every way. */
export function allowDeaths(watch: Guard): void {
  for (const path of paths) for (const what of [...failures, ...brokenAnswers]) watch.allowFailure(path, what)
}

const isListRead = (answer: Response) =>
  answer.request().method() === 'GET' && /\/_\/(token|user)$/.test(new URL(answer.url()).pathname)

/** Signs in if that is needed, waits until no job runs, closes what is open, and reads the list. */
export async function recover(page: Page, { admin }: Pick<Site, 'admin'>): Promise<void> {
  const signedOut = page.getByRole('dialog', { name: 'Signed out' })
  const failed = page.locator('.banner.error, .blank').getByRole('button', { name: 'Try again' })
  const again = failed.or(page.getByRole('button', { name: 'Refresh', exact: true })).first()
  const stop = page.getByRole('button', { name: 'Stop', exact: true })
  const short = { timeout: 1000 }
  await expect(async () => {
    if (await signedOut.or(page.getByLabel('Your access token')).first().isVisible()) await signIn(page, admin.bearer)
    await expect(signedOut).toHaveCount(0, short)
    await expect(stop).toHaveCount(0, short)
    await closeDialogs(page)
    // The answer of this read, and not the text of an earlier one, tells whether the session lasts.
    const [answer] = await Promise.all([page.waitForResponse(isListRead, { timeout: 5000 }), again.click(short)])
    expect(answer.status()).toBe(200)
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0, short)
    await expect(page.getByText(/^Refreshed just now/)).toBeVisible(short)
    await expect(page.getByText('Saving…').or(signedOut).or(failed)).toHaveCount(0, short)
  }).toPass({ timeout: 60_000 })
}

/** Closes what is open. */
export async function closeDialogs(page: Page): Promise<void> {
  for (const name of ['Cancel', 'Discard', 'Close']) {
    const button = page.getByRole('button', { name, exact: true }).last()
    if (await button.isVisible()) await button.click()
  }
  await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 2000 })
}

/** A line that the page says of a row. `section`: of the report. */
export interface Line {
  name: string
  text: string
  section?: string
}

/** Everything that the page says of the rows of its only job: its notes, the report, and Activity. */
export async function linesOf(page: Page, names: readonly string[]): Promise<Line[]> {
  const lines: Line[] = []
  for (const name of names) {
    const notes = page.getByRole('button', { name: `Dismiss note of ${name}`, exact: true }).locator('xpath=..')
    for (const text of await notes.locator('p').allInnerTexts()) lines.push({ name, text })
  }
  await page.getByRole('button', { name: 'Activity', exact: true }).click()
  const activity = page.getByRole('dialog', { name: 'Activity' })
  await expect(activity.getByRole('listitem')).toHaveCount(1)
  const report = activity.getByRole('button', { name: /^Report of/ })
  if (!(await report.isVisible())) {
    for (const text of await activity.getByRole('listitem').locator('p').allInnerTexts())
      lines.push({ name: names[0] ?? '', text })
  } else {
    await report.click()
    const items = page.locator('.job-list ul[aria-label] > li')
    await expect(items).toHaveCount(names.length)
    const read = (all: (HTMLElement | SVGElement)[]) =>
      all.map((item) => ({
        name: item.querySelector('.name')?.textContent ?? '',
        text: item.querySelector('.job-message')?.textContent ?? '',
        section: item.parentElement?.getAttribute('aria-label') ?? '',
      }))
    lines.push(...(await items.evaluateAll(read)))
  }
  await closeDialogs(page)
  return lines
}

/** What a line says wrongly of a row; undefined: nothing. */
export function faultOf({ text, section }: Line, isDone: boolean, before: Stored, after: Stored): string | undefined {
  const isUnchanged = JSON.stringify(before) === JSON.stringify(after)
  if (section === 'Done' && !isDone) return 'done'
  if (section === 'Failed' && isDone && !isUnchanged) return 'failed'
  if (section === 'Not started' && !isUnchanged) return 'not started'
  if (section === 'Under way') return 'under way'
  if (/not created again|The old one is deleted/.test(text) && !/may or may not/.test(text) && after !== undefined)
    return 'missing'
  if (
    /^(Created|It is created|Saved|It is saved|Deleted\.|It is deleted|Value replaced|Repaired)(?! with|, but)/.test(
      text,
    ) &&
    !isDone &&
    section !== 'Needs repair' &&
    section !== 'Not as asked'
  )
    return 'done in words'
  if (/^Not (saved|created|deleted)/.test(text) && isDone && !isUnchanged) return 'not done in words'
  return undefined
}

/** What the page asks when one signs out, without doing it; empty: nothing is lost. */
export async function signOutQuestion(page: Page): Promise<string> {
  await signOut(page)
  const question = page.getByRole('alertdialog', { name: 'Sign out?' })
  await expect(question.or(page.getByRole('heading', { name: 'Sign in' })).first()).toBeVisible()
  if (!(await question.isVisible())) return ''
  const text = await question.locator('p').first().innerText()
  await question.getByRole('button', { name: 'Cancel' }).click()
  return text
}

/** The number at the beginning of a sentence with these words; 0: there is none. */
export const countIn = (text: string, sentence: RegExp): number => Number(sentence.exec(text)?.[1] ?? 0)
