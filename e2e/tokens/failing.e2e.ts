import type { Page } from '@playwright/test'
import type { Fault } from '#e2e/rig/fault-proxy.ts'
import { pairs, sampled } from '#e2e/rig/sample.ts'
import { rowButton, askToDelete, flip, nameOf, newToken, switchOf, valueOf } from './tokens-page.ts'
import { expect, test, type Site } from '#e2e/rig/fixture.ts'

const html = '<!doctype html><title>Gateway</title><h1>502 from a gateway</h1>'

/** How a call can fail, what the browser logs, and the words on the page. */
const failures: readonly { what: string; fault: Fault; noted?: number; says: RegExp }[] = [
  {
    what: '400 with text',
    fault: { status: 400, body: 'the moon is full' },
    noted: 400,
    says: /400.*“the moon is full”/,
  },
  {
    what: '400 with JSON',
    fault: { status: 400, body: '{"error":"no <b>moon</b>"}' },
    noted: 400,
    says: /400.*“no <b>moon<\/b>”/,
  },
  { what: '409', fault: { status: 409, body: 'taken' }, noted: 409, says: /409.*“taken”/ },
  { what: '413', fault: { status: 413, body: '' }, noted: 413, says: /too large \(413\)/ },
  { what: '422', fault: { status: 422, body: 'bad field' }, noted: 422, says: /422.*“bad field”/ },
  {
    what: '429 with Retry-After',
    fault: { status: 429, headers: { 'retry-after': '30' } },
    noted: 429,
    says: /limits requests\. Try again in 30 s \(429\)/,
  },
]

/** Failures after which only a read can show the outcome of a write. */
const unclear: readonly { what: string; fault: Fault; noted: number }[] = [
  { what: '500', fault: { status: 500, body: 'Internal Server Error' }, noted: 500 },
  { what: 'an answer that never comes', fault: { reset: true }, noted: 502 },
]

/** Each action, up to the button that sends it. */
const acts = {
  'POST /_/token': async (page: Page) => {
    const sheet = await newToken(page, 'typed with care')
    await sheet.getByRole('switch', { name: 'Write' }).click()
    await sheet.getByRole('button', { name: 'Create token' }).click()
  },
  'PUT /_/token': async (page: Page) => flip(page, 'here', 'active'),
  'DELETE /_/token': async (page: Page) =>
    (await askToDelete(page, 'here')).getByRole('button', { name: 'Delete token' }).click(),
} as const

/** Expects the service to store the same as before. */
async function untouched(page: Page, site: Site) {
  expect((await site.service.tokens()).map(({ name, active, write }) => ({ name, active, write }))).toEqual([
    { name: 'here', active: true, write: false },
  ])
  await expect(switchOf(page, 'here', 'active')).toHaveAttribute('aria-checked', 'true')
}

test.beforeEach(async ({ site }) => site.service.addToken({ name: 'here' }))

for (const [{ what, fault, noted, says }, [call, act]] of pairs(failures, Object.entries(acts))) {
  test(`${call} answered ${what} is reported as it is, and nothing is called saved`, async ({
    signedIn: page,
    site,
    watch,
  }) => {
    await expect(nameOf(page, 'here')).toBeVisible()
    site.proxy.fail(call, fault)
    if (noted !== undefined) watch.expectFailure('/_/token', noted)
    await act(page)
    await expect(page.getByText(says).first()).toBeVisible()
    if (call.startsWith('POST')) {
      const sheet = page.getByRole('dialog', { name: 'New token' })
      await expect(sheet.getByLabel('Name', { exact: true })).toHaveValue('typed with care')
      await expect(sheet.getByRole('switch', { name: 'Write' })).toBeChecked()
      await sheet.getByRole('button', { name: 'Create token' }).click()
      await expect(nameOf(page, 'typed with care')).toBeFocused()
      expect(await site.service.token('typed with care')).toMatchObject({ write: true })
      await site.service.deleteToken('typed with care')
    }
    await untouched(page, site)
  })
}

for (const [{ what, fault, noted }, [call, act]] of pairs(unclear, Object.entries(acts))) {
  test(`${call} with ${what} is not called saved, and the row shows what is stored`, async ({
    signedIn: page,
    site,
    watch,
  }) => {
    await expect(nameOf(page, 'here')).toBeVisible()
    site.proxy.fail(call, fault)
    watch.expectFailure('/_/token', noted)
    await act(page)
    await expect(page.getByText(/may or may not be|it may still go through/).first()).toBeVisible()
    await expect(page.getByText(/\bSaved\b(?! with)/)).toHaveCount(0)
    if (call.startsWith('POST')) {
      await expect(page.getByRole('dialog', { name: 'New token' }).getByLabel('Name', { exact: true })).toHaveValue(
        'typed with care',
      )
    }
    await untouched(page, site)
  })
}

/** Answers that do not say what happened, and what is then found out. */
const vague: readonly (readonly [
  what: string,
  fault: Fault,
  found: (page: Page, site: Site, call: string) => Promise<void>,
])[] = [
  [
    'carried out with its answer lost is found out by the next read',
    { reset: 'after' },
    async (page, site, call) => {
      if (call.startsWith('POST')) await expect(nameOf(page, 'typed with care')).toBeVisible()
      else if (call.startsWith('PUT')) await expect(switchOf(page, 'here', 'active')).not.toBeChecked()
      else await expect(nameOf(page, 'here')).toHaveCount(0)
      expect(site.proxy.callsTo(call)).toHaveLength(1)
    },
  ],
  [
    'answered with a web page is not called saved',
    { status: 200, body: html, headers: { 'content-type': 'text/html' } },
    async (page, site) => {
      await expect(
        page.getByText(/it may still go through|Not (created|saved|deleted): the service answered OK/).first(),
      ).toBeVisible()
      await expect(page.getByText(/\bSaved\b(?! with)/)).toHaveCount(0)
      await untouched(page, site)
    },
  ],
  [
    'answered OK by a service that did nothing is found out',
    { status: 200, body: '' },
    async (page, site) => {
      await expect(page.getByText(/[Tt]he service answered OK, but/).first()).toBeVisible()
      await untouched(page, site)
    },
  ],
]

for (const [[what, fault, found], [call, act]] of sampled(pairs(vague, Object.entries(acts)), 1)) {
  test(`${call} ${what}`, async ({ signedIn: page, site, watch }) => {
    await expect(nameOf(page, 'here')).toBeVisible()
    site.proxy.fail(call, fault)
    if ('reset' in fault) watch.expectFailure('/_/token', 502)
    else if ('body' in fault && fault.body === html) watch.expectFailure('/_/token', 502)
    await act(page)
    await found(page, site, call)
  })
}

const unreadValues = [
  ['500', { status: 500, body: 'kaput' }, 500, /The service failed \(500\), “kaput”/],
  ['429', { status: 429, headers: { 'retry-after': '5' } }, 429, /limits requests\. Try again in 5 s/],
  [
    'a web page',
    { status: 200, body: html, headers: { 'content-type': 'text/html' } },
    'unreadable',
    /cannot be read: HTML/,
  ],
  [
    'JSON that holds no value',
    { status: 200, body: '{"data":[{"other":1}]}' },
    'unreadable',
    /cannot be read|has no value/,
  ],
  ['an empty list', { status: 200, body: '{"data":[]}' }, undefined, /This token has no value/],
  ['a reset', { reset: true }, 502, /unreachable/],
] as const

for (const [what, fault, noted, says] of sampled(unreadValues, 1)) {
  test(`a value answered with ${what} is reported under its row, and the next click reads again`, async ({
    signedIn: page,
    site,
    watch,
  }) => {
    await expect(nameOf(page, 'here')).toBeVisible()
    site.proxy.fail('GET /_/token/value', fault)
    if (noted === 'unreadable') watch.expectFailure('/_/token/value?name=here', 502)
    else if (noted !== undefined) watch.expectFailure('/_/token/value?name=here', noted)
    await rowButton(page, 'Reveal', 'here').click()
    await expect(page.getByText(says).first()).toBeVisible()
    await page.getByRole('button', { name: 'Hide here', exact: true }).last().click()
    await rowButton(page, 'Reveal', 'here').click()
    await expect(valueOf(page, 'here')).toHaveText(await site.service.value('here'))
  })
}

test('a copy that fails says so, puts nothing on the clipboard and opens nothing', async ({
  signedIn: page,
  site,
  watch,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(() => navigator.clipboard.writeText('before'))
  site.proxy.fail('GET /_/token/value', { status: 500, body: 'kaput' })
  watch.expectFailure('/_/token/value?name=here', 500)
  await rowButton(page, 'Copy', 'here').click()
  await expect(
    page.getByText(/The value of “here” was not copied\. The service failed \(500\), “kaput”/).first(),
  ).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('before')
  await expect(valueOf(page, 'here')).toHaveCount(0)
})
