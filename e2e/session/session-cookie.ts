import type { BrowserContext, Page } from '@playwright/test'
import { pageHeader, pageHeaderValue, proofHeader } from '#contract/console-host.ts'
import { expect, type World } from '#e2e/rig/world.ts'

/** On plain http a cookie goes to every port of its name's, so ours says which it is for. */
export const cookieName = ({ origin }: World) => `query-admin-${new URL(origin).port}`

/** The one cookie of this browser, as it would be sent. */
export async function cookieOf(context: BrowserContext): Promise<string> {
  const cookies = await context.cookies()
  expect(cookies).toHaveLength(1)
  return `${cookies[0]?.name}=${cookies[0]?.value}`
}

/** The other half of the session that this page is in. */
export async function proofOf(page: Page): Promise<string> {
  const proofs = await page.evaluate(() =>
    Object.entries(localStorage).filter(([key]) => key.startsWith('query-admin proof ')),
  )
  expect(proofs).toHaveLength(1)
  return String(proofs[0]?.[1])
}

/** Asks for the tokens with the halves of a session that somebody kept; the status. */
export async function statusWith({ origin }: World, cookie: string, proof: string): Promise<number> {
  const headers = { cookie, [proofHeader]: proof, [pageHeader]: pageHeaderValue, 'sec-fetch-site': 'same-origin' }
  return (await fetch(`${origin}_/token`, { headers })).status
}
