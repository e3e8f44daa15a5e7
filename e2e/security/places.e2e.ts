import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { foundOnDisk } from './disk.ts'
import { exportedBy } from '#e2e/rig/csv-export.ts'
import { guard } from '#e2e/rig/guard.ts'
import { placesOf } from './places.ts'
import { secretFinder } from './secret-parts.ts'
import { rowButton, valueOf } from '#e2e/tokens/tokens-page.ts'
import { newUser, signInByPassword, toUsers } from '#e2e/users/users-page.ts'
import { expect, signIn, signOut, test } from '#e2e/rig/fixture.ts'

test.use({ examples: true })

/** A browser with its own profile on disk, and with its cache turned on. */
const profile = test.extend<{ dir: string }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
  dir: async ({}, provide) => {
    const dir = await mkdtemp(join(tmpdir(), 'query-admin-profile-'))
    await provide(dir)
    await rm(dir, { recursive: true, maxRetries: 5 })
  },
})

profile(
  'no storage of a browser and no file of its profile contains a secret',
  async ({ playwright, launchOptions, site, dir }) => {
    profile.setTimeout(120_000)
    const { bearer, email, password } = site.admin
    const [shown, copied] = [await site.service.value('grafana'), await site.service.value('ci-deploy')]
    const set = 'Zq7-kestrel-harbour-41'
    const secrets = [bearer, password, shown, copied, set]
    const [logged, exported]: [string[], string[]] = [[], []]
    let looks = 0
    const places = new Set<string>()
    const look = async (page: Page, when: string, except: readonly string[] = []) => {
      for (const [place, holds] of Object.entries(await placesOf(page, logged, exported))) {
        if (except.includes(place)) continue
        expect(secrets.filter((secret) => secretFinder([secret])(holds)).length, `${place}, ${when}`).toBe(0)
        looks += 1
        places.add(place)
      }
    }

    const context = await playwright.chromium.launchPersistentContext(dir, {
      ...launchOptions,
      baseURL: site.origin,
      permissions: ['clipboard-read', 'clipboard-write'],
      reducedMotion: 'reduce',
    })
    const watched = await guard(context)
    const page = context.pages()[0] ?? (await context.newPage())
    page.on('console', (message) => logged.push(message.text()))
    await page.goto('.')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByLabel('Your access token').fill('almost')
    await signIn(page, bearer)
    await expect(rowButton(page, 'Reveal', 'grafana')).toBeVisible()
    await look(page, 'signed in')
    await rowButton(page, 'Reveal', 'grafana').click()
    await expect(valueOf(page, 'grafana')).toHaveText(shown)
    await look(page, 'shown', ['text and form values'])
    await page.getByRole('button', { name: 'Hide grafana', exact: true }).click()
    await expect(valueOf(page, 'grafana')).toHaveCount(0)
    await rowButton(page, 'Copy', 'ci-deploy').click()
    await expect(page.getByText('Copied “ci-deploy”.').first()).toBeVisible()
    await page.getByRole('checkbox', { name: 'Select all shown' }).check()
    exported.push((await exportedBy(page)).text)
    expect(exported[0]).toContain('ci-deploy')
    await toUsers(page)
    const sheet = await newUser(page, 'new@example.test', set)
    await sheet.getByRole('button', { name: 'Create user' }).click()
    await expect(sheet).toBeHidden()
    await page.getByRole('button', { name: 'Activity', exact: true }).click()
    exported.push((await exportedBy(page)).text)
    expect(exported[1]).toContain('ci-deploy')
    await page.keyboard.press('Escape')
    await look(page, 'hidden, copied and set')
    await signOut(page)
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await look(page, 'signed out')
    await signInByPassword(page, email, password)
    await look(page, 'signed in by password')
    await signOut(page)
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await look(page, 'signed out again')
    watched.settle()

    // Cacheable answers of another server are found. That proves that this profile keeps answers, and that we find
    // them.
    const planted = await plant(page)
    await context.close()
    const disk = await foundOnDisk(dir, secrets)
    expect(disk.hits).toEqual([])
    for (const [how, text] of Object.entries(planted))
      expect((await foundOnDisk(dir, [text])).hits, how).not.toEqual([])
    const { files, bytes, unpacked } = disk
    const kinds = Object.keys(planted).length
    console.log(
      `places: 0 of ${looks} looks into ${places.size} places found a secret; 0 of ${files} files of the profile (${(bytes / 1e6).toFixed(1)} MB, ${unpacked} unpacked) hold 16 characters of one; ${kinds} of ${kinds} planted answers found there`,
    )
  },
)

/** Lets the browser fetch cacheable texts, plain and compressed, and returns them. */
async function plant(page: Page): Promise<Record<string, string>> {
  const texts: Record<string, string> = {}
  const packs = { identity: (text: Buffer) => text, gzip: gzipSync, br: brotliCompressSync }
  const server = createServer((request, response) => {
    const how = request.url?.slice(1) as keyof typeof packs
    if (!(how in packs)) return void response.end('<!doctype html>')
    const text = (texts[how] = randomBytes(30).toString('base64url'))
    response.writeHead(200, { 'content-encoding': how, 'cache-control': 'max-age=3600', 'content-type': 'text/plain' })
    response.end(packs[how](Buffer.from(`{"token":"${text}"}`.repeat(20))))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  for (const how of Object.keys(packs)) await page.goto(origin + how)
  server.closeAllConnections()
  server.close()
  return texts
}
