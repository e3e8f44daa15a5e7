import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole, type World } from '#web/testing/console.tsx'
import type { Fault } from '#web/testing/fake-network.ts'

const token = '/_/token'
const checked = () => screen.getByRole('switch', { name: 'ci active' }).getAttribute('aria-checked')

/** Delivers the page’s last request now. */
async function arrives({ requestsTo, trial, passTime }: World, method: string) {
  passTime(5000)
  await trial.call(method, token, requestsTo(method, token).at(-1)?.body as object)
}

test.each<[string, Fault]>([
  ['lost', 'network'],
  ['answered 500', { status: 500, body: 'kaput' }],
  ['answered 504', { status: 504 }],
])(
  'a change that is %s is not final: each refresh updates its note, also one started from the note',
  async (_, fault) => {
    const world = await openConsole({ tokens: ['ci'] })
    world.interceptNext('PUT', token, fault)
    await world.flip('ci active')
    await world.confirmWarning()
    await screen.findByText(/The list doesn’t show the change yet \(as of \d\d:\d\d; requested: active off\)/)
    expect(document.body.textContent).not.toMatch(/not saved/i)
    world.passTime(60_000)
    await world.press('Refresh for ci')
    await screen.findByText(/The list doesn’t show the change yet \(as of \d\d:01/)
    expect(world.announced()).toMatch(/the list doesn’t show the change yet/)
    await arrives(world, 'PUT')
    await world.press('Refresh for ci')
    await waitFor(() => expect(checked()).toBe('false'))
    await waitFor(() => expect(screen.queryByText(/The list doesn’t show the change yet/)).toBeNull())
    expect(world.announced()).toMatch(/^ci: saved, active off/)
  },
)

test('when a refresh for a note fails, the note stays', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  world.interceptNext('PUT', token, 'network')
  await world.flip('ci active')
  await world.confirmWarning()
  await screen.findByText(/The list doesn’t show the change yet/)
  world.interceptNext('GET', token, { status: 500 })
  await world.press('Refresh for ci')
  await screen.findByText(/The list could not be read/)
  expect(screen.getByText(/The list doesn’t show the change yet/)).toBeTruthy()
})

test('after a failed read-back, the next readable list settles the note without a click', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  const release = world.hold('PUT', token)
  world.interceptNext('PUT', token, 'lost')
  await world.flip('ci active')
  await world.confirmWarning()
  await waitFor(() => expect(world.requestsTo('PUT', token)).toHaveLength(1))
  world.passTime(1000)
  // The read-back and its retry.
  world.interceptNext('GET', token, 'network')
  world.interceptNext('GET', token, 'network')
  release()
  await waitFor(() => expect(checked()).toBe('false'))
  await waitFor(() => expect(world.announced()).toMatch(/^ci: saved, active off/))
  expect(document.body.textContent).not.toMatch(/may or may not/)
})

test('a token deleted without an answer does not vanish silently', async () => {
  const world = await openConsole({ tokens: ['ci', 'other'] })
  world.interceptNext('DELETE', token, 'network')
  await world.press('More for ci')
  await world.user.click(await screen.findByRole('menuitem', { name: 'Delete ci' }))
  await world.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete token' }))
  await screen.findByText(/Still in the list \(as of \d\d:\d\d\)/)
  await arrives(world, 'DELETE')
  await world.press('Refresh for ci')
  await screen.findByText(/Deleted. It is no longer in the list \(as of \d\d:\d\d\)/)
  expect(world.names()).toEqual(['other'])
  expect(world.announced()).toBe('ci: deleted.')
  await world.press('Dismiss note of ci')
  await waitFor(() => expect(screen.queryByText(/no longer in the list/)).toBeNull())
})

test('a token created without an answer has a note until it appears, and is never said to exist already', async () => {
  const world = await openConsole({ tokens: ['other'] })
  world.interceptNext('POST', token, 'network')
  await world.press('New token')
  const form = await screen.findByRole('dialog')
  await world.user.type(within(form).getByLabelText('Name'), 'late')
  await world.press('Create token')
  await within(form).findByText(/The list doesn’t show it yet \(as of \d\d:\d\d\). It may still appear/)
  await arrives(world, 'POST')
  await world.user.click(within(form).getByRole('button', { name: 'Create token' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await screen.findByText(/^No change needed\. Nothing was sent\./)
  expect(world.requestsTo('POST', token)).toHaveLength(1)
  expect(world.names()).toContain('late')
})

test('once its form is closed, the note is above the list until the token appears', async () => {
  const world = await openConsole({ tokens: ['other'] })
  world.interceptNext('POST', token, 'network')
  await world.press('New token')
  const form = await screen.findByRole('dialog')
  await world.user.type(within(form).getByLabelText('Name'), 'late')
  await world.press('Create token')
  await within(form).findByText(/The list doesn’t show it yet/)
  await world.user.click(within(form).getByRole('button', { name: 'Cancel' }))
  await screen.findByText(/^No answer\. Not in the list yet/)
  await arrives(world, 'POST')
  await world.press('Refresh for late')
  await waitFor(() => expect(screen.queryByText(/Not in the list yet/)).toBeNull())
  expect(world.announced()).toBe('late created.')
})

test('back online, a list is read again, and shows what became of a write', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  world.interceptNext('PUT', token, 'network')
  await world.flip('ci active')
  await world.confirmWarning()
  await screen.findByText(/The list doesn’t show the change yet/)
  await arrives(world, 'PUT')
  window.dispatchEvent(new Event('offline'))
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(checked()).toBe('false'))
})

test('a list read that began before a save and ends after it does not undo the save on the page', async () => {
  let isArmed = false
  let deliver: () => void = () => undefined
  const world = await openConsole({
    tokens: ['ci'],
    before(_, network) {
      const { fetch } = network
      network.fetch = async (url, init) => {
        const answer = await fetch(url, init)
        if (!isArmed || init.method !== 'GET' || !url.endsWith(token)) return answer
        isArmed = false
        await new Promise<void>((go) => (deliver = go))
        return answer
      }
    },
  })
  await screen.findByRole('switch', { name: 'ci active' })
  isArmed = true
  await world.refresh()
  await waitFor(() => expect(isArmed).toBe(false))
  await world.flip('ci active')
  await world.confirmWarning()
  await waitFor(() => expect(checked()).toBe('false'))
  deliver()
  await new Promise((go) => setTimeout(go, 50))
  expect(checked()).toBe('false')
})
