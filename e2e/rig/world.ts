import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import { hostSessionPath, pageHeader, pageHeaderValue, type HostSessionAnswer } from '#contract/console-host.ts'
import type { SignInWay } from '#contract/session.ts'
import { openReference } from '#reference/embedded.ts'
import { parseReadings } from '#reference/readings.ts'
import { proofAt } from '#web/session/host-backend.ts'
import { direct, type Direct } from './direct-service.ts'
import { openWire, type Faulty, type Wire } from './faulty-service.ts'
import { openFront, openHost, type Front, type FrontName, type Host, type Mode } from './fronts.ts'
import { guard, remembered, type Guard } from './guard.ts'
import { withoutNginx } from './nginx.ts'
import { sampled } from './sample.ts'

export { expect }

/** What a file of tests chooses for its world. */
export interface WorldOptions {
  /** A preset, or a preset and changes. */
  readings: string
  /** Whether the service begins with its example tokens and users. */
  examples: boolean
  /**
   * A host of the test's own, started with these settings: where the shared one would count refused sign-ins, or has to
   * go away. Other web servers are shared all the same.
   */
  ownHost: Record<string, string> | undefined
}

/** A fresh service, the built host before it, and a hand on the wire between them. */
export interface World {
  /** Where the console is, ending in `/`. */
  origin: string
  /** Whether our host serves the page, or another web server. */
  mode: Mode
  /** The test's own host, where it has one. */
  host: Host | undefined
  admin: { email: string; password: string; bearer: string }
  /** The wire: counts, and fails where it is told to. */
  wire: Faulty
  service: Direct
}

/** The console's host, and the wire behind it. */
export interface Site {
  wire: Wire
  /** Undefined where it cannot be had on this machine. */
  front: Front | undefined
}

interface Fixtures extends WorldOptions {
  world: World
  watch: Guard
  /** The console's page, signed in by bearer. */
  signedIn: Page
}

/** The three services that everything is tried with. */
export const presets = ['documented', 'bare', 'query-server'] as const

/** Declares tests of what no reading changes: on one of them, by the seed and `at`, and on each in a deep run. */
export function onePreset(at: number, declare: () => void): void {
  for (const readings of sampled(presets, 1, at)) {
    test.describe(readings, () => {
      test.use({ readings })
      declare()
    })
  }
}

/** What a service that hides something is asked through instead. */
const open = 'users-list=offered,sign-in=offered,users-administration=on,tokens-administration=on'

const admin = { email: 'root@example.test', password: 'correct horse battery' }

/** What QUERY_ADMIN_E2E_MODE says: everything is tried in this mode. */
const everywhere: FrontName = process.env['QUERY_ADMIN_E2E_MODE'] === 'tab' ? 'nginx' : 'host'

export const test = base.extend<Fixtures, { served: FrontName; site: Site }>({
  readings: ['documented', { option: true }],
  examples: [false, { option: true }],
  ownHost: [undefined, { option: true }],
  served: [everywhere, { option: true, scope: 'worker' }],

  // A browser context of its own has no cookie of another test's session, so that a worker needs one host only.
  site: [
    async ({ served }, provide) => {
      const wire = await openWire()
      const front = await openFront(served, wire.url)
      await provide({ wire, front })
      await Promise.all([front?.stop(), wire.close()])
    },
    { scope: 'worker' },
  ],

  world: async ({ readings, examples, served, site, ownHost }, provide, info) => {
    const { wire, front } = site
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
    // The same store through a service that hides nothing: the one tried may list nobody.
    const truth = await openedAs(`${readings},${open}`)
    await wire.stand(reference.fetch)
    const host = served === 'host' && ownHost !== undefined ? await openHost(wire.url, ownHost) : undefined
    await provide({
      origin: (host ?? front).origin,
      mode: served === 'host' ? 'host' : 'tab',
      host,
      wire,
      admin: { ...admin, bearer: reference.bearer },
      service: direct(truth.fetch, reference.bearer, readings.startsWith('query-server') ? 's' : 'ms'),
    })
    await host?.stop()
    for (const opened of [reference, truth]) opened.close()
    await rm(dir, { recursive: true })
  },

  baseURL: async ({ world }, provide) => provide(world.origin),

  watch: [
    async ({ context, page, world, readings }, provide) => {
      const watched = await guard(context, world.mode)
      // The page asks once whether there is a list of users; such a service has none.
      if (readings.startsWith('bare')) watched.allowFailure('/_/user', 404)
      await provide(watched)
      if (!page.isClosed() && page.url().startsWith(world.origin)) {
        const kept = await remembered(page)
        expect(kept, 'no secret outlives the page').not.toContain(world.admin.bearer)
        expect(kept, 'no secret outlives the page').not.toContain(world.admin.password)
      }
      watched.settle()
    },
    { auto: true },
  ],

  signedIn: async ({ page, world }, provide) => {
    if (world.mode === 'host') await openInSession(page, world)
    else {
      await page.goto('.')
      await signIn(page, world.admin.bearer)
    }
    await expect(page.getByRole('heading', { name: 'Tokens', level: 1 })).toBeVisible()
    // The first list is there: a second reading asked for before would be the first one.
    await expect(page.getByText(/^Refreshed /)).toBeVisible()
    await provide(page)
  },
})

/** Opens the page in a session that was begun by the request that the page would make: as after a reload. */
async function openInSession(page: Page, { origin, admin: { bearer } }: World): Promise<void> {
  const url = new URL(hostSessionPath, origin).href
  const data: SignInWay = { by: 'bearer', bearer }
  // The cookie goes to the browser, whose requests these are; no script can read it.
  const answer = await page.request.post(url, { data, headers: { [pageHeader]: pageHeaderValue } })
  const { proof = '' } = (await answer.json()) as HostSessionAnswer
  const kept = await page.addInitScript(([at, text]) => localStorage.setItem(at, text), [
    proofAt(origin),
    proof,
  ] as const)
  await page.goto('.')
  await kept.dispose() // only at first: signing out is to stay
}

/** Pastes a bearer into the page that is open and presses the button. */
export async function signIn(page: Page, bearer: string): Promise<void> {
  await page.getByLabel('Your access token').fill(bearer)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Loads the page anew and is signed in then, which our host remembers and the page itself does not. */
export async function reload(page: Page, { mode, admin: { bearer } }: World): Promise<void> {
  await page.reload()
  if (mode === 'tab') await signIn(page, bearer)
}

/**
 * Waits until a second passes in which the page fetches nothing: what it fetches while it is idle would fail, and say so.
 * Playwright's `networkidle` may have been reached before the sign-in.
 */
export async function fetched(page: Page): Promise<void> {
  let before = 0
  const isSame = async () => {
    const now = await page.evaluate(() => performance.getEntriesByType('resource').length)
    const was = before
    before = now
    return now === was
  }
  await expect.poll(isSame, { intervals: [1000] }).toBe(true)
}
