import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole, type TestConsole } from '#web/testing/console.tsx'

// A replacement deletes a token and creates it again: a page that dies in between must not lose which one that was.

const names = ['a', 'b', 'c'] as const
const secretName = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'

/** What the storage of the tab holds of tokens. */
const stored = () =>
  Object.entries(sessionStorage).flatMap(([key, text]) =>
    key.startsWith('query-admin tokens-not-created-again ')
      ? Object.entries(JSON.parse(text as string) as Record<string, unknown>)
      : [],
  )
const storedNames = () => stored().map(([name]) => name)
const tokensOf = ({ trial }: TestConsole, fields = 'name, write, active, expiration_date') =>
  trial.database.read(`SELECT ${fields} FROM token ORDER BY name`, {})
const banner = () => screen.queryByText(/to be replaced and do(es)?n’t exist: /)?.textContent

async function open(options: Parameters<typeof openConsole>[0] = {}) {
  sessionStorage.clear()
  return openConsole({ tokens: names.map((name) => ({ name, write: name === 'b' })), ...options })
}

/** Replaces all tokens. */
async function replaceAll(testConsole: TestConsole) {
  await testConsole.user.click(await screen.findByRole('checkbox', { name: 'Select all shown' }))
  await testConsole.press('More')
  await testConsole.user.click(await screen.findByRole('menuitem', { name: 'Replace values…' }))
  await testConsole.answer('Replace values')
}

/** The page after one that died when all three tokens were deleted and none was created again. */
async function reloadWhileReplacing(testConsole: TestConsole) {
  const heal = testConsole.interceptAll('POST', '/_/token', 'never')
  await replaceAll(testConsole)
  await waitFor(() => expect(tokensOf(testConsole)).toEqual([]))
  await waitFor(() => expect(testConsole.requestsTo('POST', '/_/token')).toHaveLength(3))
  heal()
  window.history.replaceState(null, '', '#/tokens')
  testConsole.reload()
  await waitFor(() => expect(banner()).toBe('3 tokens were to be replaced and don’t exist: “a”, “b”, “c”.'))
}

test('what a token had is in the storage of the tab before the deletion is sent, without its value, until it exists again', async () => {
  const stages: string[][] = []
  const testConsole = await open({
    before(_trial, network) {
      const { fetch } = network
      network.fetch = (url, init) => {
        if (init.method === 'DELETE' || init.method === 'POST') stages.push(storedNames())
        return fetch(url, init)
      }
    },
  })
  const values = tokensOf(testConsole, 'value').map(({ value }) => String(value))
  const hold = testConsole.hold('POST', '/_/token')
  await replaceAll(testConsole)
  await waitFor(() => expect(stages).toHaveLength(6))
  expect(stages).toEqual(Array.from({ length: 6 }, () => [...names]))
  expect(Object.fromEntries(stored())['b']).toEqual({
    change: { write: true, active: true, expiration_date: { integer: expect.any(Number) as number } },
    created_at: expect.any(Number) as number,
  })
  for (const value of values) expect(JSON.stringify(Object.values(sessionStorage))).not.toContain(value)
  hold()
  await screen.findByRole('dialog', { name: 'Values of 3 tokens replaced' })
  expect(stored()).toEqual([])
})

test('nothing is stored once it is known that nothing was deleted', async () => {
  const testConsole = await open()
  testConsole.interceptAll('DELETE', '/_/token', { status: 400 })
  await replaceAll(testConsole)
  await screen.findByRole('dialog', { name: /^Values of 0 of 3 tokens replaced$/ })
  expect(stored()).toEqual([])
})

test('after a reload the page names the tokens that are missing, and creates them again with one button as they were', async () => {
  const testConsole = await open()
  const before = tokensOf(testConsole)
  await reloadWhileReplacing(testConsole)
  await testConsole.press('Create 3 again')
  const question = within(await screen.findByRole('alertdialog', { name: 'Create 3 tokens again?' }))
  question.getByText('They get new values.')
  question.getByText('Programs need the new values.')
  await testConsole.answer('Create again')
  await screen.findByRole('dialog', { name: '3 tokens created' })
  expect(tokensOf(testConsole)).toEqual(before)
  await waitFor(() => expect([banner(), stored()]).toEqual([undefined, []]))
})

test('a token that somebody creates again meanwhile is not named any more; the others are until that is dismissed', async () => {
  const testConsole = await open()
  await reloadWhileReplacing(testConsole)
  testConsole.passTime(1000)
  await testConsole.trial.call('POST', '/_/token', { name: 'b', active: true, write: false })
  await testConsole.refresh()
  await waitFor(() => expect(banner()).toBe('2 tokens were to be replaced and don’t exist: “a”, “c”.'))
  expect(storedNames()).toEqual(['a', 'c'])
  await testConsole.press('Dismiss')
  await waitFor(() => expect([banner(), stored()]).toEqual([undefined, []]))
})

test('a token that is still there is not named, but is if the last request of the page that died arrives later', async () => {
  const testConsole = await open()
  testConsole.interceptAll('DELETE', '/_/token', 'never')
  await replaceAll(testConsole)
  await waitFor(() => expect(testConsole.requestsTo('DELETE', '/_/token')).toHaveLength(3))
  window.history.replaceState(null, '', '#/tokens')
  testConsole.reload()
  await screen.findByRole('button', { name: 'Edit a' })
  expect([banner(), storedNames()]).toEqual([undefined, [...names]])
  await testConsole.trial.call('DELETE', '/_/token', { name: 'c' })
  await testConsole.refresh()
  await waitFor(() => expect(banner()).toBe('1 token was to be replaced and doesn’t exist: “c”.'))
})

test('a token whose expiry has passed meanwhile gets another one, which is asked for', async () => {
  const testConsole = await open({ tokens: [{ name: 'a', expires: 60_000 }, ...names.slice(1)] })
  await reloadWhileReplacing(testConsole)
  testConsole.passTime(120_000)
  await testConsole.press('Create 3 again')
  const question = within(await screen.findByRole('alertdialog'))
  expect(
    question.getByText('The stored expiry of 1 token has passed or can’t be read, so choose another.'),
  ).toBeDefined()
  await testConsole.user.click(question.getByRole('radio', { name: '90 days' }))
  await testConsole.answer('Create again')
  await screen.findByRole('dialog', { name: '3 tokens created' })
  const [first] = tokensOf(testConsole)
  expect(first?.['expiration_date']).toBeGreaterThan(testConsole.trial.clock.now + 80 * 86_400_000)
})

test('signing out asks about them, and then names none', async () => {
  const testConsole = await open()
  await reloadWhileReplacing(testConsole)
  await testConsole.signOut()
  const question = within(await screen.findByRole('alertdialog', { name: 'Sign out?' }))
  expect(question.getByText(/^3 tokens were deleted and not created again\./)).toBeDefined()
  await testConsole.answer('Sign out anyway')
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(stored()).toEqual([])
})

test('a name that looks like a secret is not stored', async () => {
  const testConsole = await open({ tokens: ['a', secretName] })
  testConsole.interceptAll('POST', '/_/token', 'never')
  await replaceAll(testConsole)
  await waitFor(() => expect(testConsole.requestsTo('POST', '/_/token')).toHaveLength(2))
  expect(storedNames()).toEqual(['a'])
})

test('a token whose creation failed twice is named once, by its note', async () => {
  const testConsole = await open()
  testConsole.interceptAll('POST', '/_/token', { status: 400 })
  await testConsole.choose('a', 'Replace value…')
  await testConsole.answer('Replace value')
  await testConsole.press('Create again: a')
  await waitFor(() => expect(testConsole.requestsTo('POST', '/_/token')).toHaveLength(2))
  await testConsole.refresh()
  expect(banner()).toBeUndefined()
  await testConsole.signOut()
  const question = within(await screen.findByRole('alertdialog', { name: 'Sign out?' }))
  expect(question.getByText(/^1 token was deleted and not created again\./)).toBeDefined()
})

test('a token that a job deletes after a save of it that began later is missing, and created again as that save left it', async () => {
  const many = Array.from({ length: 22 }, (_, index) => `t${String(index).padStart(2, '0')}`)
  const testConsole = await open({
    tokens: many,
    before(_trial, network) {
      const { fetch } = network
      network.fetch = (url, init) =>
        init.method === 'POST' && JSON.stringify(init.body).includes('t21')
          ? Promise.resolve(new Response('', { status: 400 }))
          : fetch(url, init)
    },
  })
  const release = testConsole.hold('DELETE', '/_/token')
  await replaceAll(testConsole)
  await testConsole.user.keyboard('{Escape}')
  await testConsole.flip('t21 write')
  await testConsole.confirmWarning()
  await waitFor(() => expect(testConsole.requestsTo('PUT', '/_/token')).toHaveLength(1))
  await screen.findByText(/^“t21”: Saved|^Saved, write o/)
  release()
  await screen.findByRole('button', { name: 'Create again: t21' })
  expect(document.querySelector('main')?.textContent).not.toContain('Saved, write o')
  expect(testConsole.asksToLeave()).toBe(true)
  expect(stored()).toEqual([
    ['t21', expect.objectContaining({ change: expect.objectContaining({ write: true }) as object })],
  ])
})

test('a note whose token had an expiry that has passed meanwhile asks for another, and else creates it at once', async () => {
  for (const passes of [true, false]) {
    const testConsole = await open({ tokens: [{ name: 'a', expires: 60_000 }] })
    testConsole.interceptNext('POST', '/_/token', { status: 400 })
    await testConsole.choose('a', 'Replace value…')
    await testConsole.answer('Replace value')
    await screen.findByRole('button', { name: 'Create again: a' })
    if (passes) testConsole.passTime(120_000)
    await testConsole.press('Create again: a')
    if (passes) {
      const question = within(await screen.findByRole('alertdialog'))
      question.getByText('Its expiry has passed, so the new value gets another.')
      await testConsole.user.click(question.getByRole('radio', { name: '90 days' }))
      await testConsole.answer('Create again')
    }
    await waitFor(() => expect(tokensOf(testConsole)).toHaveLength(1))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    cleanup()
  }
})
