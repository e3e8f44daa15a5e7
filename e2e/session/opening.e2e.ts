import { test, type Page } from '@playwright/test'
import { expectAccessible } from '#e2e/accessibility/expect-accessible.ts'
import { openHost, type Host } from '#e2e/rig/front-servers.ts'
import { openProxy, passwordFile, proxies, documentedLines, withoutProxy } from '#e2e/rig/proxies.ts'
import type { WebServer } from '#e2e/rig/web-server.ts'
import { expect } from '#e2e/rig/fixture.ts'

let host: Host
test.beforeAll(async () => {
  host = await openHost('http://127.0.0.1:9')
})
test.afterAll(() => host.stop())

const notStarted = (page: Page) => page.getByRole('heading', { name: 'Query Admin hasn’t started' })
const signIn = (page: Page) => page.getByRole('heading', { name: 'Sign in' })

const stillLoading = (page: Page) => page.getByText('Still loading…')

test('while the script is on its way the page is empty, also for screen readers, then still loading, and after 30 s it says that it hasn’t started', async ({
  page,
}) => {
  const pass = (milliseconds: number) =>
    page.evaluate((time) => {
      for (const animation of document.getAnimations()) animation.currentTime = time
    }, milliseconds)
  await page.route('**/*.js', () => undefined) // neither loaded nor failed
  await page.goto(host.origin, { waitUntil: 'commit' })
  await expect(page.locator('#root h1')).toBeHidden()
  expect(await page.locator('body').ariaSnapshot()).toBe('')
  await pass(6_000)
  await expect(stillLoading(page)).toBeVisible()
  await expect(notStarted(page)).toBeHidden()
  await pass(30_000)
  await expect(notStarted(page)).toBeVisible()
  await expect(stillLoading(page)).toBeHidden()
  await expectAccessible(page, 'no script')
})

test('when the script doesn’t arrive, the page says at once that it hasn’t started', async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto(host.origin)
  await expect(notStarted(page)).toBeVisible()
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('the page says at once that it hasn’t started', async ({ page }) => {
    await page.goto(host.origin)
    await expect(notStarted(page)).toBeVisible()
    await expect(stillLoading(page)).toBeHidden()
  })
})

test('once the script runs the words are gone', async ({ page }) => {
  await page.goto(host.origin)
  await expect(signIn(page)).toBeVisible()
  await expect(page.getByText('hasn’t started')).toHaveCount(0)
})

test('where the browser blocks storage, the page says that', async ({ page }) => {
  await page.addInitScript(() => {
    const blocked = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    Object.defineProperty(window, 'localStorage', { get: blocked })
    Object.defineProperty(window, 'sessionStorage', { get: blocked })
  })
  await page.goto(host.origin)
  await expect(page.getByRole('alert')).toContainText('This browser blocks storage for this page.')
  await expect(page.getByText('hasn’t started')).toHaveCount(0)
})

test('if the first request gets no answer, the page shows that it is opening, then why it can’t, and tries again', async ({
  page,
}) => {
  let abort = () => {}
  const aborted = new Promise<void>((resolve) => (abort = resolve))
  await page.route('**/console-host.json', async (route) => {
    await aborted
    await route.abort()
  })
  await page.goto(host.origin)
  await expect(page.getByText('Opening…')).toHaveCSS('opacity', '1')
  abort()
  await expect(page.getByText(/^The console server is unreachable\./)).toBeVisible()
  await expectAccessible(page, 'not opened')
  await page.unroute('**/console-host.json')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(signIn(page)).toBeVisible()
})

test('a browser without AbortSignal.any is told that it is too old, and sends nothing', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(AbortSignal, 'any'))
  const sent: string[] = []
  page.on('request', (request) => sent.push(new URL(request.url()).pathname))
  await page.goto(host.origin)
  await expect(page.getByRole('heading', { name: 'This browser is too old' })).toBeVisible()
  await expectAccessible(page, 'too old')
  expect(sent).not.toContain('/console-host.json')
})

for (const name of proxies) {
  test.describe(name, () => {
    test.skip(withoutProxy(name) !== undefined, withoutProxy(name))
    let proxy: WebServer | undefined
    test.afterEach(async () => {
      await proxy?.stop()
      proxy = undefined
    })
    const lines = documentedLines(name)

    test('with the documented lines the console opens with and without the slash', async ({ page, request }) => {
      proxy = await openProxy(name, lines, host.origin)
      await page.goto(`${proxy.origin}admin`)
      await expect(signIn(page)).toBeVisible()
      expect(page.url()).toMatch(/\/admin\/(#.*)?$/)
      const moved = await request.get(`${proxy.origin}admin?a=//evil.example`, { maxRedirects: 0 })
      expect(moved.status()).toBe(301)
      expect(moved.headers()['location']).toMatch(/\/admin\/(\?a=|$)/)
      // A call with an Origin: the console server checks it by the Host that the proxy passes on.
      await page.getByLabel('Your access token').fill('nobody')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByText('The service is unreachable.')).toBeVisible()
    })

    test('with basic authentication in front the console opens', async ({ browser }) => {
      const { file, username, password, forget } = await passwordFile()
      const asking = {
        nginx: `auth_basic staff; auth_basic_user_file "${file}";`,
        apache: `<Location />\nAuthType Basic\nAuthName staff\nAuthUserFile "${file}"\nRequire valid-user\n</Location>`,
      }[name]
      proxy = await openProxy(name, `${lines}\n${asking}`, host.origin)
      const page = await browser.newPage({ httpCredentials: { username, password } })
      await page.goto(`${proxy.origin}admin/`)
      await expect(signIn(page)).toBeVisible()
      await expect(page.getByText('Your session stays on the console server')).toBeVisible()
      await page.close()
      await forget()
    })

    test('a redirect to a login page, or an error, instead of the first answer is named, and nobody is asked for a token', async ({
      page,
    }) => {
      const at = '/admin/console-host.json'
      const [redirected, failing] = {
        nginx: [`location = ${at} { return 302 /login; }`, `location = ${at} { return 503; }`],
        apache: [`ProxyPass ${at} !\nRedirect 302 ${at} /login`, `ProxyPass ${at} !\nRedirect 503 ${at}`],
      }[name]
      proxy = await openProxy(name, `${redirected}\n${lines}`, host.origin)
      await page.goto(`${proxy.origin}admin/`)
      await expect(page.getByText('A server in front of the console redirects to another page.')).toBeVisible()
      await expect(page.locator('input')).toHaveCount(0)
      await proxy.stop()
      proxy = await openProxy(name, `${failing}\n${lines}`, host.origin)
      await page.goto(`${proxy.origin}admin/`)
      await expect(page.getByText('A server in front of the console answered 503.')).toBeVisible()
      await expect(page.locator('input')).toHaveCount(0)
    })

    const slash = '/admin/ opens, /admin doesn’t'
    const broken: [what: string, changed: string, path: string, says: string][] = {
      nginx: [
        ['a Host without its port', lines.replace('$http_host', '$host'), 'admin/', '$http_host'],
        ['a Host of its own', lines.replace(/.*\$http_host.*\n/, ''), 'admin/', '$http_host'],
        ['no Host', lines.replace('$http_host', '""'), 'admin/', '$http_host'],
        ['no slash', lines.replace(/return 301 .*?;/, 'proxy_pass http://127.0.0.1:4173/;'), 'admin', slash],
      ] satisfies [string, string, string, string][],
      apache: [
        ['a Host of its own', lines.replace('ProxyPreserveHost On', ''), 'admin/', 'ProxyPreserveHost On'],
        ['no slash', 'ProxyPreserveHost On\nProxyPass /admin http://127.0.0.1:4173', 'admin', slash],
      ] satisfies [string, string, string, string][],
    }[name]
    for (const [what, changed, path, says] of broken) {
      test(`behind a proxy that passes on ${what} the page names what to change`, async ({ page }) => {
        proxy = await openProxy(name, changed, host.origin)
        await page.goto(proxy.origin + path)
        await expect(page.getByText(says)).toBeVisible()
        await expect(page.locator('body')).not.toContainText('127.0.0.1')
      })
    }
  })
}
