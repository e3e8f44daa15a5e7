import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openSignIn } from '#web/testing/console.tsx'
import { hostAt } from '#web/testing/host.ts'

const path = '/console-host.json'
const front = 'A server in front of the console'

test.each([
  ['network', 'The server of this page didn’t answer. Check your network, then try again.'],
  [{ status: 401 }, `${front} answered 401. If it asks you to sign in, reload the page.`],
  [{ status: 503 }, `${front} answered 503.`],
  [{ status: 302 }, `${front} redirects to another page. If it asks you to sign in, reload the page.`],
  [{ status: 200, body: '<h1>Log in</h1>' }, `${front} answered with another page.`],
  [{ status: 421, headers: { 'x-query-admin-host': '9' } }, 'The console server answered 421.'],
  [
    { status: 200, headers: { 'x-query-admin-host': '3' } },
    'The console server and this page have different versions.',
  ],
] as const)(
  'after “%j” for its first request the page says why, asks for nothing, and tries again',
  async (fault, says) => {
    const world = await openSignIn({ before: (_, network) => network.interceptNext('GET', path, fault) })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(says)
    expect(document.querySelector('input')).toBeNull()
    expect(localStorage.length + sessionStorage.length).toBe(0)
    hostAt(world)
    await world.user.click(within(alert).getByRole('button', { name: 'Try again' }))
    await screen.findByText('https://query.acme.test/')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(world.requestsTo('GET', path)).toHaveLength(2)
  },
)
