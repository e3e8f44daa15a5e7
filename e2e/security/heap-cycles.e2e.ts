import { randomBytes } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { sample } from '#api/testing/full-length.ts'
import { heldInHeap, textsInHeap } from './heap.ts'
import { secretFinder } from './secret-parts.ts'
import { rowButton, valueOf } from '#e2e/tokens/tokens-page.ts'
import { emailOf, newUser, toUsers } from '#e2e/users/users-page.ts'
import { expect, signOut, test } from '#e2e/rig/fixture.ts'

test.use({ examples: true, permissions: ['clipboard-read', 'clipboard-write'] })

/** Pastes through the keyboard: no script of the page gets the text from the test. */
async function insert(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).focus()
  await page.keyboard.insertText(text)
}

async function enter(page: Page, bearer: string): Promise<void> {
  await insert(page, 'Your access token', bearer)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Tokens', level: 1 })).toBeVisible()
}

test('the search of the heap finds a planted text in every kind of place', async ({ page }) => {
  await page.goto('.')
  // As character codes: the source of a script is in the heap too.
  const made = (text: string) => `String.fromCharCode(${Array.from(text, (char) => char.charCodeAt(0)).join()})`
  const places: Record<string, (text: string) => string> = {
    'as it is': made,
    'the 16 characters in its middle': (text) => `${made(text)}.slice(2, 18)`,
    'deep in a long text': (text) => `"x".repeat(70_001) + ${made(text)} + "y"`,
    'in halves that were joined': (text) => `${made(text.slice(0, 9))} + (${made(text.slice(9))} + "joined")`,
    'in a closure': (text) => `((kept) => () => kept)(${made(text)})`,
    'as a key': (text) => `({ [${made(text)}]: 1 })`,
    'in a promise': (text) => `Promise.resolve(${made(text)})`,
    'in a field': (text) => `Object.assign(document.createElement("input"), { kept: ${made(text)} })`,
  }
  const planted = Object.entries(places).map(
    ([place, plant]) => [place, randomBytes(15).toString('base64url'), plant] as const,
  )
  for (const [, text, plant] of planted) await page.evaluate(`void (window.held ??= []).push(${plant(text)})`)
  const texts = await textsInHeap(page)
  for (const [place, text] of planted) expect(texts.some(secretFinder([text])), place).toBe(true)
  await page.evaluate('void (window.held = undefined)')
  expect(
    await heldInHeap(
      page,
      planted.map(([, text]) => text),
    ),
  ).toEqual([])
  console.log(`heap: a planted text is found in ${planted.length} of ${planted.length} kinds of places, and gone after`)
})

test('values that were revealed, hidden and copied leave the heap; the access token leaves it with the sign-in form', async ({
  page,
  site,
}) => {
  const times = sample(4, 100)
  test.setTimeout(30 * 60_000)
  await page.goto('.')
  await enter(page, site.admin.bearer)
  expect(await heldInHeap(page, [site.admin.bearer]), 'signed in').toEqual([])
  const value = await site.service.value('grafana')
  const secrets = [value, site.admin.bearer]
  for (let time = 0; time < times; time += 1) {
    await rowButton(page, 'Reveal', 'grafana').click()
    await expect(valueOf(page, 'grafana')).not.toHaveText('')
    await page.getByRole('button', { name: 'Hide grafana', exact: true }).click()
    await expect(valueOf(page, 'grafana')).toHaveCount(0)
  }
  await rowButton(page, 'Copy', 'grafana').click()
  await expect(page.getByText('Copied “grafana”.').first()).toBeVisible()
  expect(await heldInHeap(page, secrets)).toEqual([])
  expect(site.proxy.callsTo('GET /_/token/value')).toHaveLength(times + 1)
  // The same search finds the value while it is shown. That proves that it can.
  await rowButton(page, 'Reveal', 'grafana').click()
  await expect(valueOf(page, 'grafana')).not.toHaveText('')
  expect(await heldInHeap(page, secrets)).not.toEqual([])
  console.log(`heap: 0 texts with 16 characters of a value or the bearer after ${times} times shown and hidden`)
})

test('bearers and passwords are not in the heap after signing in, nor after signing out', async ({ page, site }) => {
  const times = sample(2, 20)
  test.setTimeout(30 * 60_000)
  const { bearer, email, password } = site.admin
  await page.goto('.')
  let looks = 0
  const look = async (when: string) => {
    expect(await heldInHeap(page, [bearer, password]), when).toEqual([])
    looks += 1
  }
  for (let time = 0; time < times; time += 1) {
    if (time % 2 === 0) {
      await page.getByText('Access token', { exact: true }).click() // the page remembers the other way
      await enter(page, bearer)
    } else {
      await page.getByText('Email and password').click()
      await page.getByLabel('Email', { exact: true }).fill(email)
      await insert(page, 'Password', password)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByRole('heading', { name: 'Tokens', level: 1 })).toBeVisible()
    }
    await look(`signed in, time ${time}`)
    await signOut(page)
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await look(`signed out, time ${time}`)
  }
  console.log(
    `heap: 0 texts with 16 characters of bearer or password in ${looks} looks over ${times} sign-ins and -outs`,
  )
})

/** Types a random password into an open form, or lets the page generate one. */
async function choosePassword(sheet: Locator, label: string, how: 'typed' | 'generated'): Promise<string> {
  const field = sheet.getByLabel(label, { exact: true })
  if (how === 'generated') {
    await sheet.getByRole('button', { name: 'Generate' }).click()
    return field.inputValue()
  }
  const typed = randomBytes(15).toString('base64url')
  await field.focus()
  await sheet.page().keyboard.type(typed)
  return typed
}

const passwordForms = [
  {
    what: 'a new user',
    label: 'Password',
    open: (page: Page, time: number) => newUser(page, `user-${time}@example.test`, ''),
    send: 'Create user',
    cancel: ['Cancel'],
  },
  {
    what: 'a new password',
    label: 'New password',
    open: async (page: Page) => {
      await emailOf(page, 'li@example.test').click()
      const sheet = page.getByRole('dialog', { name: 'li@example.test', exact: true })
      await sheet.getByRole('button', { name: 'Password: set a new one…' }).click()
      return sheet
    },
    send: 'Save changes',
    cancel: ['Discard', 'Close'],
  },
]

for (const { what, label, open, send, cancel } of passwordForms) {
  test(`the password of ${what} leaves the heap: typed or generated, sent or cancelled`, async ({ page, site }) => {
    const times = sample(4, 100)
    test.setTimeout(30 * 60_000)
    await site.service.addUser({ email: 'li@example.test', password: 'was long enough', admin: false, active: true })
    await page.goto('.')
    await enter(page, site.admin.bearer)
    await toUsers(page)
    const passwords: string[] = []
    for (let time = 0; time < times; time += 1) {
      const [sent, cancelled] = time % 2 === 0 ? (['typed', 'generated'] as const) : (['generated', 'typed'] as const)
      const first = await open(page, time)
      passwords.push(await choosePassword(first, label, sent))
      await first.getByRole('button', { name: send }).click()
      await expect(first).toBeHidden()
      if (sent === 'generated') {
        // Until then it is where it is kept, and nowhere else.
        const kept = page.getByText(/Copy the password now/)
        await expect(kept).toBeVisible()
        await page.getByRole('button', { name: /^Show password of / }).click()
        await expect(page.getByRole('textbox', { name: /^Password of / })).toHaveText(passwords.at(-1) ?? '')
        const act = time % 4 === 1 ? 'Copy' : 'Dismiss'
        await page.getByRole('button', { name: new RegExp(`^${act} password of `) }).click()
        await expect(kept).toHaveCount(0)
      }
      const second = await open(page, times + time)
      passwords.push(await choosePassword(second, label, cancelled))
      for (const name of cancel) await second.getByRole('button', { name }).click()
      await expect(second).toBeHidden()
    }
    expect(await heldInHeap(page, passwords)).toEqual([])
    // The same search finds a password while its form is open. That proves that it can.
    const last = await open(page, 2 * times)
    passwords.push(await choosePassword(last, label, 'typed'))
    expect(await heldInHeap(page, passwords)).not.toEqual([])
    console.log(`heap: 0 texts with 16 characters of ${2 * times} passwords, half of them sent for ${what}`)
  })
}
