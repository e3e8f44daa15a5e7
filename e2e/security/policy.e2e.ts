import type { Page } from '@playwright/test'
import { guard } from '#e2e/rig/guard.ts'
import { expect, test } from '#e2e/rig/fixture.ts'

/**
 * For each directive an attempt that violates it. Each must be blocked, and must fail the test. There is none for
 * `script-src`, because trusted types block the attempt first.
 */
const acts: Record<string, (page: Page) => Promise<unknown>> = {
  'require-trusted-types-for': (page) =>
    page.evaluate(() => {
      try {
        document.body.insertAdjacentHTML('beforeend', '<img src=data:, onerror=window.hit=true>')
      } catch {
        // The error repeats the event.
      }
    }),
  'trusted-types': (page) =>
    page.evaluate(() => {
      const { trustedTypes } = globalThis as unknown as { trustedTypes: { createPolicy: (name: string) => void } }
      try {
        trustedTypes.createPolicy('of-somebody-else')
      } catch {
        // The error repeats the event.
      }
    }),
  'style-src-elem': (page) =>
    page.evaluate(() => document.head.append(Object.assign(document.createElement('style'), { textContent: 'a{}' }))),
  'style-src-attr': (page) => page.evaluate(() => document.body.setAttribute('style', 'color: red')),
  'img-src': (page) =>
    page.evaluate(() => {
      document.body.append(Object.assign(document.createElement('img'), { src: 'http://127.0.0.1:9/' }))
    }),
  'connect-src': (page) => page.evaluate(() => fetch('http://127.0.0.1:9/').catch(() => undefined)),
  'media-src': (page) =>
    page.evaluate(() => {
      document.body.append(Object.assign(document.createElement('video'), { src: 'http://127.0.0.1:9/' }))
    }),
  'frame-src': (page) =>
    page.evaluate(() => {
      document.body.append(Object.assign(document.createElement('iframe'), { src: 'http://127.0.0.1:9/' }))
    }),
  'base-uri': (page) =>
    page.evaluate(() => {
      document.head.append(Object.assign(document.createElement('base'), { href: 'http://127.0.0.1:9/' }))
    }),
  'form-action': (page) =>
    page.evaluate(() => {
      const form = Object.assign(document.createElement('form'), { action: 'http://127.0.0.1:9/' })
      document.body.append(form)
      form.submit()
    }),
}

test('a violation of the content security policy is blocked, and fails its test', async ({ browser, site }) => {
  for (const [directive, act] of Object.entries(acts)) {
    const context = await browser.newContext()
    const watched = await guard(context)
    const page = await context.newPage()
    await page.goto(site.origin)
    await act(page)
    const noticed = () => {
      try {
        watched.settle()
        return 'nothing'
      } catch (error) {
        return (error as Error).message
      }
    }
    await expect.poll(noticed, directive).toContain(`policy violated: ${directive} `)
    expect(await page.evaluate(() => 'hit' in window)).toBe(false)
    await context.close()
  }
  console.log(
    `policy: ${Object.keys(acts).length} of ${Object.keys(acts).length} kinds of violation noticed, 0 executed`,
  )
})
