import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import { direct, type Direct } from './direct.ts'
import { openFaulty, type Faulty } from './faulty.ts'
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

/** A fresh service, a fresh host before it, and a hand on the wire between them. */
export interface World {
  /** Where the console is, ending in `/`. */
  origin: string
  admin: { email: string; password: string; bearer: string }
  /** The wire: counts, and fails where it is told to. */
  wire: Faulty
  service: Direct
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

export const test = base.extend<Fixtures>({
  readings: ['documented', { option: true }],
  examples: [false, { option: true }],

  world: async ({ readings, examples }, use) => {
    const dir = await mkdtemp(join(tmpdir(), 'query-admin-e2e-'))
    const reference = await openReference(dir, readings, examples)
    // The same store through a service that lists users and signs in: the one tried may do neither.
    const hides = /^bare|=absent|administration=off/.test(readings)
    const truth = hides ? await openReference(dir, `${readings},${open}`, examples) : reference
    const wire = await openFaulty(reference.url)
    const host = await start('host', {
      env: { PORT: '0', HOME: dir, QUERY_SERVICE_URL: wire.url },
      ready: /Query Admin {2}http:\/\/[^/]+\/\n/,
    })
    const origin = /http:\/\/[^/]+\//.exec(host.said())?.[0] ?? ''
    const unit = readings.startsWith('query-server') ? 's' : 'ms'
    await use({
      origin,
      admin: { ...admin, bearer: reference.bearer },
      wire,
      service: direct(truth.url, reference.bearer, unit),
    })
    await Promise.all([host.stop(), wire.close(), reference.stop(), truth === reference ? undefined : truth.stop()])
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

async function openReference(dir: string, readings: string, examples: boolean) {
  const reference = await start('reference', {
    args: [
      '--port=0',
      `--dir=${dir}`,
      `--readings=${readings}`,
      `--admin-email=${admin.email}`,
      `--admin-password=${admin.password}`,
      ...(examples ? [] : ['--empty']),
    ],
    env: { HOME: dir },
    ready: /Bearer: .+\n/,
  })
  const said = reference.said()
  const found = (what: RegExp) => what.exec(said)?.[1] ?? ''
  return { ...reference, url: found(/at (http:\S+)/), bearer: found(/Bearer: (.+)/) }
}
