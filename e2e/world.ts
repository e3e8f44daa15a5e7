import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import { openReference } from '#reference/embedded.ts'
import { parseReadings } from '#reference/readings.ts'
import { direct, type Direct } from './direct.ts'
import { openWire, type Faulty, type Wire } from './faulty.ts'
import { guard, remembered, type Guard } from './guard.ts'
import { start } from './processes.ts'

export { expect }

/** What a file of tests chooses for its world. */
export interface WorldOptions {
  /** A preset, or a preset and changes. */
  readings: string
  /** Whether the service begins with its example tokens and users. */
  examples: boolean
}

/** A fresh service, the built host before it, and a hand on the wire between them. */
export interface World {
  /** Where the console is, ending in `/`. */
  origin: string
  admin: { email: string; password: string; bearer: string }
  /** The wire: counts, and fails where it is told to. */
  wire: Faulty
  service: Direct
}

/** The console's host, and the wire behind it. */
export interface Site {
  wire: Wire
  origin: string
}

interface Fixtures extends WorldOptions {
  world: World
  watch: Guard
  /** The console's page, signed in by bearer. */
  signedIn: Page
}

/** The three services that everything is tried with. */
export const presets = ['documented', 'bare', 'query-server'] as const

/** What a service that hides something is asked through instead. */
const open = 'users-list=offered,sign-in=offered,users-administration=on,tokens-administration=on'

const admin = { email: 'root@example.test', password: 'correct horse battery' }

export const test = base.extend<Fixtures, { site: Site }>({
  readings: ['documented', { option: true }],
  examples: [false, { option: true }],

  // Without a bearer of its own the host remembers nothing from one test to the next, so that a worker needs one only.
  site: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const wire = await openWire()
      const host = await start('host', {
        env: { PORT: '0', QUERY_SERVICE_URL: wire.url },
        ready: /Query Admin +\S+\/\n/,
      })
      await use({ wire, origin: /http:\/\/[^/]+\//.exec(host.said())?.[0] ?? '' })
      await Promise.all([host.stop(), wire.close()])
    },
    { scope: 'worker' },
  ],

  world: async ({ readings, examples, site }, use) => {
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
    await site.wire.stand(reference.fetch)
    await use({
      origin: site.origin,
      wire: site.wire,
      admin: { ...admin, bearer: reference.bearer },
      service: direct(truth.fetch, reference.bearer, readings.startsWith('query-server') ? 's' : 'ms'),
    })
    for (const opened of [reference, truth]) opened.close()
    await rm(dir, { recursive: true })
  },

  baseURL: async ({ world }, use) => use(world.origin),

  watch: [
    async ({ context, page, world, readings }, use) => {
      const watched = guard(context)
      // The page asks once whether there is a list of users; such a service has none.
      if (readings.startsWith('bare')) watched.allowFailure('/_/user', 404)
      await use(watched)
      if (page.url().startsWith(world.origin)) {
        const kept = await remembered(page)
        expect(kept, 'no secret outlives the page').not.toContain(world.admin.bearer)
        expect(kept, 'no secret outlives the page').not.toContain(world.admin.password)
      }
      watched.settle()
    },
    { auto: true },
  ],

  signedIn: async ({ page, world }, use) => {
    await page.goto('.')
    await signIn(page, world.admin.bearer)
    await expect(page.getByRole('heading', { name: 'Tokens', level: 1 })).toBeVisible()
    await use(page)
  },
})

/** Pastes a bearer into the page that is open and presses the button. */
export async function signIn(page: Page, bearer: string): Promise<void> {
  await page.getByLabel('Bearer token').fill(bearer)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
