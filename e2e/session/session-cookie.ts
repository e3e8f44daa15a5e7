import type { BrowserContext, Page } from '@playwright/test'
import { pageHeader, proofHeader } from '#api/console-server.ts'
import { expect, type Site } from '#e2e/rig/fixture.ts'

/** On plain http a browser sends cookies to every port of a host name, so the cookie's name includes the port. */
export const cookieName = ({ origin }: Site) => `query-admin-${new URL(origin).port}`

/** The only cookie of this browser, as it is sent. */
export async function cookieOf(context: BrowserContext): Promise<string> {
  const cookies = await context.cookies()
  expect(cookies).toHaveLength(1)
  return `${cookies[0]?.name}=${cookies[0]?.value}`
}

/** The page's proof, the second half of its session's credential. */
export async function proofOf(page: Page): Promise<string> {
  const proofs = await page.evaluate(() =>
    Object.entries(localStorage).filter(([key]) => key.startsWith('query-admin proof ')),
  )
  expect(proofs).toHaveLength(1)
  return String(proofs[0]?.[1])
}

/** Requests the tokens with the two halves of a session's credential. Returns the status. */
export async function statusWith({ origin }: Site, cookie: string, proof: string): Promise<number> {
  const headers = { cookie, [proofHeader]: proof, [pageHeader]: '/', 'sec-fetch-site': 'same-origin' }
  return (await fetch(`${origin}_/token`, { headers })).status
}
