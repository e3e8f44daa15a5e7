import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { readingJson } from '#contract/local-lists.ts'
import { openDoor, origin } from '#web/testing/console.tsx'
import type { Wire } from '#web/testing/wire.ts'
import { proofAt } from './host-marks.ts'
import { openWindows } from './windows.ts'

const lasting = { left: 900_000, limit: 900_000 }
const ours = { 'x-query-admin-host': '2' }
const rows = [['ci', 6]]

/** A host at which somebody is signed in, until the returned function is called. */
function signedInAt(wire: Wire): () => void {
  localStorage.setItem(proofAt(origin), 'p1')
  const marker = {
    host: 'query-admin',
    service: { address: 'https://query.acme.test/', example: false },
    sessions: { idle: 900_000, absolute: 28_800_000 },
  }
  const session = { identity: 'ann', age: 0, idle: lasting, absolute: lasting }
  wire.always('GET', '/console-host.json', { status: 200, body: JSON.stringify(marker), headers: ours })
  const end = wire.always('GET', '/console-session', { status: 200, body: JSON.stringify({ session }), headers: ours })
  return () => {
    end()
    wire.always('GET', '/console-session', { status: 200, body: '{"session":null}', headers: ours })
  }
}

test('the page is shown with its rows in it', async () => {
  const headings: (string | undefined)[] = []
  const seen = new MutationObserver(() => {
    if (screen.queryByRole('heading', { name: 'Tokens' }) !== null)
      headings.push(document.querySelector<HTMLElement>('[data-name]')?.dataset['name'])
  })
  seen.observe(document.body, { childList: true, subtree: true })
  await openDoor({
    before: async (_, wire) => {
      await readingJson() // the page waits for rows, and not for long: here code is compiled when it is first asked for
      signedInAt(wire)
      wire.always('GET', '/_/token', { status: 200, body: JSON.stringify(rows) })
    },
  })
  await screen.findByRole('table', { name: 'Tokens' })
  seen.disconnect()
  expect(headings[0]).toBe('ci')
})

test('a list that fails before the page is shown is told, and not asked for again by showing it', async () => {
  const { asks } = await openDoor({
    before: (_, wire) => {
      signedInAt(wire)
      wire.always('GET', '/_/token', 'network')
    },
  })
  await screen.findByText(/Unreachable since/)
  expect(asks('GET', '/_/token')).toHaveLength(1)
})

test('a sign-in that the service no longer accepts is told over the page, however early that is known', async () => {
  await openDoor({
    before: (_, wire) => {
      signedInAt(wire)
      wire.always('GET', '/_/token', { status: 401 })
    },
  })
  await screen.findByRole('dialog', { name: 'Signed out' })
})

test('signed out in another window while the first rows are awaited, nobody gets in', async () => {
  let release: (() => void) | undefined
  let end: (() => void) | undefined
  const { asks } = await openDoor({
    before: (_, wire) => {
      end = signedInAt(wire)
      release = wire.hold('GET', '/_/token')
      wire.always('GET', '/_/token', { status: 200, body: JSON.stringify(rows) })
    },
  })
  await waitFor(() => expect(asks('GET', '/_/token')).toHaveLength(1))
  end?.()
  openWindows(origin).tell('signed-out')
  await screen.findByRole('heading', { name: 'Sign in' })
  release?.()
  expect(screen.queryByRole('table', { name: 'Tokens' })).toBeNull()
})

test('that another window signed out is not believed before the console server says so', async () => {
  const { asks } = await openDoor({
    before: (_, wire) => {
      signedInAt(wire)
      wire.always('GET', '/_/token', { status: 200, body: JSON.stringify(rows) })
    },
  })
  await screen.findByRole('table', { name: 'Tokens' })
  const asked = asks('GET', '/console-session').length
  openWindows(origin).tell('signed-out', 'forged')
  await waitFor(() => expect(asks('GET', '/console-session')).toHaveLength(asked + 1))
  await new Promise((go) => setTimeout(go, 50))
  expect(screen.getByRole('table', { name: 'Tokens' })).toBeTruthy()
})

test('a cookie that was replaced signs out with a sentence, and the proof goes', async () => {
  await openDoor({
    before: (_, wire) => {
      wire.next('GET', '/console-session', { status: 200, body: '{"session":null,"other":true}', headers: ours })
      signedInAt(wire)
    },
  })
  await screen.findByText(/session cookie was replaced/)
  expect(localStorage.length).toBe(0)
})

test('without a proof nobody is signed in, and the console server is not asked', async () => {
  const { asks } = await openDoor({
    before: (_, wire) => {
      signedInAt(wire)
      localStorage.clear()
    },
  })
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(asks('GET', '/console-session')).toEqual([])
})
