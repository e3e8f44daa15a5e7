import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import { hostSessionPath, pageHeader, type HostSessionAnswer } from '#contract/console-host.ts'
import type { SignInWay } from '#contract/session.ts'
import { openReference } from '#reference/embedded.ts'
import { parseReadings } from '#reference/readings.ts'
import { proofAt } from '#web/session/host-backend.ts'
import { direct, type Direct } from './direct-service.ts'
import { openFaultProxy, type FaultProxy, type SharedFaultProxy } from './fault-proxy.ts'
import { openFront, openHost, type Front, type FrontName, type Host, type Mode } from './fronts.ts'
import { guard, storedIn, type Guard } from './guard.ts'
import { withoutNginx } from './nginx.ts'
import { sampled } from './sample.ts'

export { expect }

/** What a test file chooses for its world. */
export interface WorldOptions {
  /** A preset, with or without changes: `documented,value-on-put=new`. */
  readings: string
  /** Whether the service starts with its example tokens and users. */
  examples: boolean
  /**
   * A console server of the test's own, started with these settings. For tests that restart it, or whose refused
   * sign-ins would count in a shared one. Other web servers are always shared.
   */
  ownHost: Record<string, string> | undefined
}

/** A fresh service, the built console server in front of it, and faults between them. */
export interface World {
  /** The address of the console, ending in `/`. */
  origin: string
  /** Whether our console server or another web server serves the page. */
  mode: Mode
  /** The test's own console server, if it has one. */
  host: Host | undefined
  admin: { email: string; password: string; bearer: string }
  /** Between console server and service: counts calls and injects faults. */
  proxy: FaultProxy
  service: Direct
}

/** What serves the page, and the faulty service behind it. */
export interface Site {
  proxy: SharedFaultProxy
  /** Undefined when it is not installed. */
  front: Front | undefined
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

/** What serves the page unless a test file chooses something else. */
const defaultFront: FrontName = process.env['QUERY_ADMIN_E2E_MODE'] === 'tab' ? 'nginx' : 'host'

/** The world without a browser. */
export const inWorld = base.extend<WorldOptions & { world: World }, { served: FrontName; site: Site }>({
  readings: ['documented', { option: true }],
  examples: [false, { option: true }],
  ownHost: [undefined, { option: true }],
  served: [defaultFront, { option: true, scope: 'worker' }],

  // One console server serves all tests of a worker: each test's browser context has its own cookies.
  site: [
    async ({ served }, provide) => {
      const proxy = await openFaultProxy()
      const front = await openFront(served, proxy.url)
      await provide({ proxy, front })
      await Promise.all([front?.stop(), proxy.close()])
    },
    { scope: 'worker' },
  ],

  world: async ({ readings, examples, served, site, ownHost }, provide, info) => {
    const { proxy, front } = site
    info.skip(front === undefined, withoutNginx() ?? '')
    if (front === undefined) return
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
    const host = served === 'host' && ownHost !== undefined ? await openHost(proxy.url, ownHost) : undefined
    await provide({
      origin: (host ?? front).origin,
      mode: served === 'host' ? 'host' : 'tab',
      host,
      proxy,
      admin: { ...admin, bearer: reference.bearer },
      service: direct(truth.fetch, reference.bearer, readings.startsWith('query-server') ? 's' : 'ms'),
    })
    await host?.stop()
    for (const opened of [reference, truth]) opened.close()
    await rm(dir, { recursive: true })
  },

  baseURL: async ({ world }, provide) => provide(world.origin),
})

/** The world with Playwright's own page, which is watched. */
export const test = inWorld.extend<Watched>({
  watch: [
    async ({ context, page, world, readings }, provide) => {
      const watched = await guard(context, world.mode)
      // The page asks once whether there is a list of users.
      if (/^bare|users-list=absent/.test(readings)) watched.allowFailure('/_/user', 404)
      await provide(watched)
      if (!page.isClosed() && page.url().startsWith(world.origin)) {
        const kept = await storedIn(page)
        expect(kept, 'no secret outlives the page').not.toContain(world.admin.bearer)
        expect(kept, 'no secret outlives the page').not.toContain(world.admin.password)
      }
      watched.settle()
    },
    { auto: true },
  ],

  signedIn: async ({ page, world }, provide) => {
    await openSignedIn(page, world)
    await expect(page.getByRole('heading', { name: 'Tokens', level: 1 })).toBeVisible()
    // Wait for the first list: a refresh before that would join its request.
    await expect(page.getByText(/^Refreshed /)).toBeVisible()
    await provide(page)
  },
})

/** Opens the page and signs in. */
export async function openSignedIn(page: Page, world: World): Promise<void> {
  if (world.mode === 'host') return openInSession(page, world)
  await page.goto('.')
  await signIn(page, world.admin.bearer)
}

/** Opens the page in a session, as after a reload. The session starts with the request that the page would send. */
async function openInSession(page: Page, { origin, admin: { bearer } }: World): Promise<void> {
  const url = new URL(hostSessionPath, origin).href
  const data: SignInWay = { by: 'bearer', bearer }
  // `page.request` shares the browser's cookies; no script can read this one.
  const answer = await page.request.post(url, { data, headers: { [pageHeader]: '/' } })
  const { proof = '' } = (await answer.json()) as HostSessionAnswer
  const kept = await page.addInitScript(([at, text]) => localStorage.setItem(at, text), [
    proofAt(origin),
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

/** Reloads the page, signed in: the console server keeps the session; in tab mode it signs in again. */
export async function reload(page: Page, { mode, admin: { bearer } }: World): Promise<void> {
  await page.reload()
  if (mode === 'tab') await signIn(page, bearer)
}

/**
 * Waits until the page has fetched nothing for a second. A test that breaks the network calls this first: code that the
 * page loads while idle would fail. Playwright's `networkidle` may be reached before the sign-in.
 */
export async function waitUntilIdle(page: Page): Promise<void> {
  let before = 0
  const isSame = async () => {
    const now = await page.evaluate(() => performance.getEntriesByType('resource').length)
    const was = before
    before = now
    return now === was
  }
  await expect.poll(isSame, { intervals: [1000] }).toBe(true)
}
