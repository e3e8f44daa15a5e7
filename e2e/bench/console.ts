import { chromium } from '@playwright/test'
import { browserArgs } from '#e2e/rig/browser.ts'
import { start } from '#e2e/rig/processes.ts'

/** A cookie, as the browser is given it. */
export interface SentCookie {
  name: string
  value: string
  url: string
}

/** Our built console server in front of the service, with somebody signed in. */
export interface OurConsole {
  origin: string
  cookies: SentCookie[]
  /** The second half of the session's credential, and the key under which the page stores it. */
  proof: readonly [key: string, value: string]
  stop: () => Promise<void>
}

export async function openConsole(service: string, executablePath: string): Promise<OurConsole> {
  const env = { PORT: '0', QUERY_SERVICE_URL: service, SESSION_IDLE_MINUTES: '1440', SESSION_HOURS: '24' }
  const host = await start('host', { env, ready: /Query Admin +\S+\/\n/ })
  const origin = /https?:\/\/[^/]+\//.exec(host.output())?.[0] ?? ''
  const browser = await chromium.launch({ executablePath, args: browserArgs })
  try {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(origin)
    await page.getByLabel('Your access token').fill('bench.bearer')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Tokens', level: 1 }).waitFor()
    const cookies = (await context.cookies()).map(({ name, value }) => ({ name, value, url: origin }))
    const kept = await page.evaluate(() => Object.entries(localStorage))
    const proof = kept.find(([key]) => key.startsWith('query-admin proof ')) ?? ['', '']
    return { origin, cookies, proof, stop: host.stop }
  } finally {
    await browser.close()
  }
}
