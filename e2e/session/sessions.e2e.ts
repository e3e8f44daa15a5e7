import type { Page, Request, Response } from '@playwright/test'
import { cookieName, proofOf, statusWith } from './session-cookie.ts'
import { rowButton, nameOf, valueOf } from '#e2e/tokens/tokens-page.ts'
import { signInByPassword, toUsers } from '#e2e/users/users-page.ts'
import { expect, signIn, signOut, test } from '#e2e/rig/fixture.ts'

/** The session on the console server: its cookie, and what the page knows of it. */

test.use({ examples: true, ownHost: {} })

const signInHeading = (page: Page) => page.getByRole('heading', { name: 'Sign in' })

test('the cookie has 256 random bits, is for this port only, not for scripts or other sites, and is new at each sign-in', async ({
  page,
  context,
  site,
}) => {
  const given: [id: string, proof: string][] = []
  for (let time = 0; time < 3; time += 1) {
    await page.goto('.')
    const [answer] = await Promise.all([
      page.waitForResponse((said) => said.url().endsWith('/console-session') && said.request().method() === 'POST'),
      signIn(page, site.admin.bearer),
    ])
    expect(answer.status()).toBe(201)
    const cookies = (await answer.headersArray()).filter(({ name }) => name.toLowerCase() === 'set-cookie')
    expect(cookies).toHaveLength(1)
    const [, id = ''] = new RegExp(`^${cookieName(site)}=([\\w-]{43}); Path=/; HttpOnly; SameSite=Strict$`).exec(
      cookies[0]?.value ?? '',
    ) ?? ['', '']
    expect(Buffer.from(id, 'base64url')).toHaveLength(32)
    await expect(nameOf(page, 'grafana')).toBeVisible()
    given.push([id, await proofOf(page)])
    expect(await page.evaluate(() => document.cookie)).toBe('')
    expect(await context.cookies()).toMatchObject([
      { name: cookieName(site), path: '/', domain: '127.0.0.1', expires: -1, httpOnly: true, sameSite: 'Strict' },
    ])
    await signOut(page)
    await expect(signInHeading(page)).toBeVisible()
    expect(await context.cookies()).toEqual([])
  }
  expect(new Set(given.flat()).size).toBe(6)
  for (const [id, proof] of given) expect(await statusWith(site, `${cookieName(site)}=${id}`, proof)).toBe(401)
})

test('a reload and a second tab are signed in without another sign-in', async ({ signedIn: page, context }) => {
  const signIns: string[] = []
  context.on('request', (asked) => {
    if (asked.url().endsWith('/console-session') && asked.method() === 'POST') signIns.push(asked.url())
  })
  await page.reload()
  await expect(nameOf(page, 'grafana')).toBeVisible()
  const second = await context.newPage()
  await second.goto('.')
  await expect(nameOf(second, 'grafana')).toBeVisible()
  expect(signIns).toEqual([])
})

test('the page is the same file for everybody; between it and the list stands one request', async ({
  signedIn: page,
  site,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const answer = await page.reload()
  await expect(nameOf(page, 'grafana')).toBeVisible()
  expect(await answer?.text()).toBe(await (await fetch(site.origin)).text())
  expect(asked.filter((path) => /^\/(console-|_)/.test(path))).toEqual(['/console-host.json', '/_/token'])
})

for (const by of ['bearer', 'password'] as const) {
  test(`signed in by ${by}, the page never receives or sends the access token, in no body, header or storage`, async ({
    page,
    context,
    site,
  }) => {
    const { bearer, email, password } = site.admin
    const passing: Promise<string>[] = []
    let signIns = 0
    const onRequest = (asked: Request) => {
      const isSignIn = asked.url().endsWith('/console-session') && asked.method() === 'POST'
      if (isSignIn) signIns += 1
      const body = isSignIn ? '' : asked.postData()
      passing.push(asked.allHeaders().then((headers) => JSON.stringify([asked.url(), headers, body])))
    }
    const onResponse = (said: Response) => {
      const body = said.body().then(String, () => '')
      passing.push(Promise.all([said.allHeaders(), body]).then((all) => JSON.stringify([said.url(), ...all])))
    }
    context.on('request', onRequest).on('response', onResponse)
    await page.goto('.')
    if (by === 'bearer') await signIn(page, bearer)
    else await signInByPassword(page, email, password)
    await rowButton(page, 'Reveal', 'grafana').click()
    await expect(valueOf(page, 'grafana')).not.toHaveText('')
    await rowButton(page, 'Hide', 'grafana').click()
    await toUsers(page)
    await page.reload()
    await page.getByRole('link', { name: 'Service', exact: true }).click()
    await expect(page.getByText('Updating a token')).toBeVisible()
    // Code that the page loads while idle may arrive after the test.
    context.off('request', onRequest).off('response', onResponse)
    const passed = await Promise.all(passing)
    expect(signIns).toBe(1)
    expect(passed.length).toBeGreaterThan(10)
    // The first part of a JWT is the same in the value of any token.
    const secrets = [bearer, ...bearer.split('.').slice(1), password]
    for (const secret of secrets) expect(passed.filter((request) => request.includes(secret))).toEqual([])
    expect(passed.filter((request) => /"authorization":/i.test(request))).toEqual([])
    expect(await page.content()).not.toContain(bearer)
    expect(await context.storageState({ indexedDB: true }).then(JSON.stringify)).not.toContain(bearer)
    // The console server had the bearer all the time.
    expect(site.proxy.callsTo('GET /_/user').at(-1)?.headers.authorization).toMatch(/^Bearer /)
    console.log(`no bearer in ${passed.length} requests and answers, signed in by ${by}`)
  })
}

test('in a browser that blocks cookies the page says so, and what to do', async ({ page, context, site }) => {
  await page.route('**/console-session', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    const response = await route.fetch()
    await context.clearCookies() // `route.fetch` stores them
    const { 'set-cookie': _, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })
  await page.goto('.')
  await signIn(page, site.admin.bearer)
  await expect(
    page.getByText('This browser didn’t store the session. Open the page over https or at 127.0.0.1.'),
  ).toBeVisible()
  await expect(signInHeading(page)).toBeVisible()
})
