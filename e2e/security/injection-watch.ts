import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { raised } from './payloads.ts'

/** A foreign origin that records its visits. */
export interface Foreign {
  origin: string
  visits: string[]
  close: () => void
}

export async function openForeign(): Promise<Foreign> {
  const visits: string[] = []
  const server = createServer((request, response) => {
    visits.push(request.url ?? '')
    response.setHeader('access-control-allow-origin', '*')
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    visits,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Records the signs that a payload ran: the flag, a dialog, a visit to `foreign`. */
export function watchRuns(page: Page, foreign: Foreign) {
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  const isRaised = () => page.evaluate((name) => name in window, raised)
  return async (): Promise<string[]> => {
    // A payload that navigates takes the page away while it is asked: then the page that follows is asked.
    const flag = await isRaised().catch(async () => {
      await page.waitForLoadState()
      return isRaised()
    })
    return [...(flag ? ['the flag'] : []), ...dialogs.map((message) => `dialog ${message}`), ...foreign.visits]
  }
}

/** Serves the page without its content security policy, like a web server that forgets the header. */
export async function withoutPolicy(page: Page, origin: string): Promise<void> {
  await page.route(origin, async (route) => {
    const headers = { ...route.request().headers(), 'sec-fetch-mode': 'navigate' } // a browser adds it itself
    const answer = await route.fetch({ headers })
    const { 'content-security-policy': _, ...others } = answer.headers()
    await route.fulfill({ response: answer, headers: others })
  })
}
