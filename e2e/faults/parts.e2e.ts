import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessible } from '#e2e/accessibility/expect-accessible.ts'
import { storedIn } from '#e2e/rig/guard.ts'
import { expect, openSignedIn, test, waitUntilIdle } from '#e2e/rig/world.ts'

test.use({ examples: true })

interface Chunk {
  file: string
  name?: string
  imports?: string[]
}
const built = join(import.meta.dirname, '..', '..', 'dist')
const chunks = JSON.parse(readFileSync(join(built, '.vite', 'manifest.json'), 'utf8')) as Record<string, Chunk>
const chunkOf = (name: string) => Object.values(chunks).find((chunk) => chunk.name === name)
const fileOf = (name: string) => basename(chunkOf(name)?.file ?? 'no such file')
/** A file that a part shares with others, but not the first one. */
const sharedBy = (name: string) =>
  basename(chunks[chunkOf(name)?.imports?.findLast((key) => key !== 'index.html') ?? '']?.file ?? 'no such file')

/** Opens the Service page, whose file does not arrive at first. */
async function openService(page: Page, context: BrowserContext, file: string) {
  await page.getByRole('link', { name: 'Service' }).click()
  // Several parts of the page are in that file; one press loads them all.
  const failed = page.getByRole('alert').filter({ hasText: 'Part of this page could not be loaded.' })
  await expect(failed.first()).toBeInViewport()
  await waitUntilIdle(page) // another try joins a load in the background that is under way
  await context.unroute(`**/${file}`)
  await failed.first().getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Service', level: 1 })).toBeVisible()
  await expect(failed).toHaveCount(0)
}

test('a part whose file does not arrive says so, and is loaded when it is tried again, without a reload', async ({
  page,
  context,
  world,
  watch,
}) => {
  const file = fileOf('service-page')
  watch.expectFailure(file, 'net::ERR_FAILED')
  await context.route(`**/${file}`, (route) => route.abort())
  await openSignedIn(page, world)
  await openService(page, context, file)
})

test('a file that several parts share is loaded again, too', async ({ page, context, world, watch }) => {
  const file = sharedBy('service-page')
  watch.expectFailure(file, 'net::ERR_FAILED')
  await context.route(`**/${file}`, (route) => route.abort())
  await openSignedIn(page, world)
  await openService(page, context, file)
})

test('a fault while a page is drawn leaves the rest; nothing of the error is shown, kept or printed; another try opens the page', async ({
  signedIn: page,
  watch,
}) => {
  watch.expectFault()
  const printed: string[] = []
  page.on('console', (message) => printed.push(message.text()))
  const secret = 'eyJhbGciOi-secret'
  await page.getByLabel('Search tokens').fill('graf')
  await page.evaluate((text) => {
    const real = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, 'format') ?? {}
    const mend = () => Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', real)
    Object.assign(globalThis, { mend })
    Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', {
      ...real,
      get() {
        throw new Error(`cannot draw ${text}`)
      },
    })
  }, secret)
  await page.getByRole('link', { name: 'Users' }).click()
  const failed = page.getByRole('alert').filter({ hasText: 'A fault in the console stopped this part of the page.' })
  await expect(failed).toBeInViewport()
  await expectAccessible(page, 'a failed part')
  await expect(page.getByRole('button', { name: /^Account menu/ })).toBeVisible()
  await expect(failed.getByRole('button', { name: 'Reload', exact: true })).toBeVisible()
  expect(await page.content()).not.toContain(secret)
  expect(await storedIn(page)).not.toContain(secret)
  expect(printed.join('\n')).not.toContain(secret)
  await page.evaluate('mend()')
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
  await expect(failed).toBeHidden()
})
