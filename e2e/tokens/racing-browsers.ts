import type { Locator, Page } from '@playwright/test'
import type { HeldToken } from '#e2e/rig/direct-service.ts'
import { changeExpiry, goOn, nameOf, sheetOf, switchOf } from './tokens-page.ts'
import { expect, signIn, type Site } from '#e2e/rig/fixture.ts'

/** A console in its own browser. Its bearer identifies its requests. */
export interface Racer {
  page: Page
  bearer: string
}

/** The last click of a save, and what it requests. `sheet`: a date, which is known once it is sent. */
export interface Move {
  press: Locator
  wanted: Partial<HeldToken> | 'sheet'
}

/** What two browsers do to one row at the same time. In `again`, the first acts on what it read after its own save. */
export const kinds = ['two fields', 'two fields', 'one field', 'sheet', 'again'] as const
export type Kind = (typeof kinds)[number]

/** What a page says about its last save. */
export const noteOf = ({ page }: Racer) => page.locator('tr.note .callout p, .c-upd .saved')

/** Whether the page has taken its *Saved* back. */
export const isTakenBack = (racer: Racer) =>
  noteOf(racer).filter({ hasText: 'outside this page, or by the service.' }).isVisible()

/** Signs in as its own admin, and saves once: what nobody knows of updates is said before that, and not between a click and a save. */
export async function enter(page: Page, { service, origin }: Site, email: string): Promise<Racer> {
  await service.addUser({ email, password: 'was long enough', admin: true, active: true })
  const racer = { page, bearer: (await service.signIn(email, 'was long enough')) ?? '' }
  const name = `warm-${email}`
  await service.addToken({ name })
  await page.goto(origin)
  await signIn(page, racer.bearer)
  const active = switchOf(page, name, 'active')
  await active.click()
  await goOn(page)
  await expect(noteOf(racer)).toHaveText(/^Saved/)
  await service.deleteToken(name)
  return racer
}

/** The row as the service stores it now. */
export async function readAgain({ page }: Racer, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(nameOf(page, name)).toBeVisible()
}

/** Prepares both browsers up to their last click. */
export async function prepare(
  kind: Kind,
  [first, second]: readonly [Racer, Racer],
  name: string,
): Promise<[Move, Move]> {
  const flip = ({ page }: Racer, flag: 'active' | 'write') => switchOf(page, name, flag)
  /** Deactivating asks each time: the last click is in the dialog. */
  const off = async (racer: Racer): Promise<Move> => {
    await flip(racer, 'active').click()
    const press = racer.page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate', exact: true })
    await expect(press).toBeVisible()
    return { press, wanted: { active: false } }
  }
  const write = (racer: Racer): Move => ({ press: flip(racer, 'write'), wanted: { write: true } })
  switch (kind) {
    case 'two fields':
      return [await off(first), write(second)]
    case 'one field':
      return [await off(first), await off(second)]
    case 'sheet': {
      await nameOf(first.page, name).click()
      const sheet = sheetOf(first.page, name)
      await changeExpiry(sheet, '90 days')
      return [{ press: sheet.getByRole('button', { name: 'Save changes' }), wanted: 'sheet' }, write(second)]
    }
    case 'again':
      await (await off(first)).press.click()
      await expect(noteOf(first)).toHaveText(/^Saved/)
      await expect(noteOf(first)).toHaveCount(0)
      await readAgain(second, name)
      await expect(flip(second, 'active')).not.toBeChecked()
      return [write(first), { press: flip(second, 'active'), wanted: { active: true } }]
  }
}

/** Clicks after `ms` milliseconds, and waits for the page's answer. `at`: when it clicked, by this process's clock. */
export async function pressAfter(ms: number, racer: Racer, move: Move): Promise<{ at: number; note: string }> {
  await new Promise((resolve) => setTimeout(resolve, ms))
  const at = performance.now()
  await move.press.click()
  return { at, note: await answerTo(racer, move) }
}

async function answerTo(racer: Racer, { wanted }: Move): Promise<string> {
  const question = racer.page.getByRole('alertdialog')
  const said = await noteOf(racer)
    .or(question.getByText(/^Somebody /))
    .innerText()
  if (!(await question.isVisible())) return said
  // A conflict is asked about, over the list or the sheet.
  await question.getByRole('button', { name: 'Cancel', exact: true }).click()
  if (wanted === 'sheet') {
    await racer.page.getByRole('button', { name: 'Discard' }).click()
    await racer.page.keyboard.press('Escape')
  }
  return said
}
