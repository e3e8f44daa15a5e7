import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import { sessionPath, pageHeader, type ServerSessionResponse } from '#api/console-server.ts'
import type { SignInRequest } from '#api/credentials.ts'
import { openReference } from '#reference-service/embedded.ts'
import { parseReadings } from '#reference-service/readings.ts'
import { proofStorageKey } from '#web/session/console-server.ts'
import { laterFiles } from './built-files.ts'
import { direct, type Direct } from './direct-service.ts'
import { openFaultProxy, type FaultProxy, type SharedFaultProxy } from './fault-proxy.ts'
import { openHost, type Front, type Host } from './front-servers.ts'
import { guard, storedIn, type Guard } from './guard.ts'
import { sampled } from './sample.ts'

export { expect }

/** What a test file chooses for its site. */
export interface SiteOptions {
  /** A preset, with or without changes: `documented,value-on-put=new`. */
  readings: string
  /** Whether the service starts with its example tokens and users. */
  examples: boolean
  /**
   * A console server of the test's own, started with these settings. For tests that restart it, or whose refused
   * sign-ins would count in a shared one.
   */
  ownHost: Record<string, string> | undefined
}

/** A fresh service, the built console server in front of it, and faults between them. */
export interface Site {
  /** The address of the console, ending in `/`. */
  origin: string
  /** The test's own console server, if it has one. */
  host: Host | undefined
  admin: { email: string; password: string; bearer: string }
  /** Between console server and service: counts calls and injects faults. */
  proxy: FaultProxy
  service: Direct
}

/** The console server that tests share, and the faulty service behind it. */
export interface SharedSite {
  proxy: SharedFaultProxy
  front: Front
}

interface Watched {
  watch: Guard
  /** The console's page, signed in by bearer. */
  signedIn: Page
}

/** The three kinds of service that flows are tested with. */
export const presets = ['documented', 'bare', 'query-server'] as const

/**
 * Declares tests that do not depend on readings: on one preset, which the seed and `at` choose; in a deep run on each.
 */
export function onePreset(at: number, declare: () => void): void {
  for (const readings of sampled(presets, 1, at)) {
    test.describe(readings, () => {
      test.use({ readings })
      declare()
    })
  }
}

/** Changes to readings with which a service hides nothing. */
const unrestricted = 'users-list=offered,sign-in=offered,turned-off=none'

const admin = { email: 'root@example.test', password: 'correct horse battery' }

/** A site without a browser. */
export const siteTest = base.extend<SiteOptions & { site: Site }, { sharedSite: SharedSite }>({
  readings: ['documented', { option: true }],
  examples: [false, { option: true }],
  ownHost: [undefined, { option: true }],

  // One console server serves all tests of a worker: each test's browser context has its own cookies.
  sharedSite: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads its names
    async ({}, provide) => {
      const proxy = await openFaultProxy()
      const front = await openHost(proxy.url)
      await provide({ proxy, front })
      await Promise.all([front.stop(), proxy.close()])
    },
    { scope: 'worker' },
  ],

  site: async ({ readings, examples, sharedSite, ownHost }, provide) => {
    const { proxy, front } = sharedSite
    const dir = await mkdtemp(join(tmpdir(), 'query-admin-e2e-'))
    const openedAs = (text: string) =>
      openReference({
        dir,
        readings: parseReadings(text),
        adminEmail: admin.email,
        adminPassword: admin.password,
        empty: !examples,
        passwordCost: { memoryCost: 8, timeCost: 1 },
      })
    const reference = await openedAs(readings)
    // The same store without restrictions: the service under test may not list users.
    const truth = await openedAs(`${readings},${unrestricted}`)
    await proxy.serve(reference.fetch)
    const host = ownHost === undefined ? undefined : await openHost(proxy.url, ownHost)
    await provide({
      origin: (host ?? front).origin,
      host,
      proxy,
      admin: { ...admin, bearer: reference.bearer },
      service: direct(truth.fetch, reference.bearer, readings.startsWith('query-server') ? 's' : 'ms'),
    })
    await host?.stop()
    for (const opened of [reference, truth]) opened.close()
    await rm(dir, { recursive: true })
  },

  baseURL: async ({ site }, provide) => provide(site.origin),
})

/** A site with Playwright's own page, which is watched. */
export const test = siteTest.extend<Watched>({
  watch: [
    async ({ context, page, site, readings }, provide) => {
      const watched = await guard(context)
      // The page asks once whether there is a list of users.
      if (/^bare|users-list=absent/.test(readings)) watched.allowFailure('/_/user', 404)
      await provide(watched)
      if (!page.isClosed() && page.url().startsWith(site.origin)) {
        const kept = await storedIn(page)
        expect(kept, 'no secret outlives the page').not.toContain(site.admin.bearer)
        expect(kept, 'no secret outlives the page').not.toContain(site.admin.password)
      }
      watched.settle()
    },
    { auto: true },
  ],

  signedIn: async ({ page, site }, provide) => {
    await openSignedIn(page, site)
    await expect(page.getByRole('heading', { name: 'Tokens', level: 1 })).toBeVisible()
    // Wait for the first list: a refresh before that would join its request.
    await expect(page.getByText(/^Refreshed /)).toBeVisible()
    await provide(page)
  },
})

/** Opens the page in a session, as after a reload. The session starts with the request that the page would send. */
export async function openSignedIn(page: Page, { origin, admin: { bearer } }: Site): Promise<void> {
  const url = new URL(sessionPath, origin).href
  const data: SignInRequest = { by: 'bearer', bearer }
  // `page.request` shares the browser's cookies; no script can read this one.
  const answer = await page.request.post(url, { data, headers: { [pageHeader]: '/' } })
  const { proof = '' } = (await answer.json()) as ServerSessionResponse
  const kept = await page.addInitScript(([at, text]) => localStorage.setItem(at, text), [
    proofStorageKey(origin),
    proof,
  ] as const)
  await page.goto('.')
  await kept.dispose() // only for the first load: a later sign-out must last
}

/** Signs in with an access token, on the open sign-in form. The demo's form opens on email and password. */
export async function signIn(page: Page, bearer: string): Promise<void> {
  await page.getByRole('group', { name: 'How to sign in' }).getByText('Access token', { exact: true }).click()
  await page.getByLabel('Your access token').fill(bearer)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Opens the menu of the header and presses _Sign out_ in it. */
export async function signOut(page: Page): Promise<void> {
  await accountMenu(page).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}

/** The button of the header that opens the menu with the way out. */
export const accountMenu = (page: Page) => page.getByRole('button', { name: /^Account menu/ })

/**
 * Waits until a signed-in page has all of its code, and has fetched nothing for a second. A test that breaks the network
 * calls this first: code that the page loads while idle would fail. Playwright's `networkidle` may be reached before the
 * sign-in.
 */
export async function waitUntilIdle(page: { evaluate(inPage: () => string[]): Promise<string[]> }): Promise<void> {
  const fetched = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  const files = laterFiles()
  const missing = async () => {
    const urls = await fetched()
    return files.filter((file) => !urls.some((url) => url.endsWith(file)))
  }
  await expect.poll(missing, { message: 'files still to come', timeout: 60_000 }).toEqual([])
  let before = 0
  const isSame = async () => {
    const now = (await fetched()).length
    const was = before
    before = now
    return now === was
  }
  await expect.poll(isSame, { intervals: [1000] }).toBe(true)
}
