import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ours } from '#web/testing/console-server.ts'
import { openConsole, type TestConsole } from '#web/testing/console.tsx'
import { signsOutElsewhere } from '#web/testing/server.ts'

// On a service that stores admin and active of new users swapped, which the console corrects.

const emails = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => `${letter}@x.test`)

const open = () => openConsole({ readings: 'query-server', hash: '#/users' })

/** Chooses a file of the first users, whose passwords are generated. */
async function chooseUsers(testConsole: TestConsole, count: number) {
  await testConsole.press('More for users')
  await testConsole.user.click(await screen.findByRole('menuitem', { name: 'Import…' }))
  await testConsole.fill(await screen.findByLabelText(/^Or paste/), ['email', ...emails.slice(0, count)].join('\n'))
}
const importUsers = async (testConsole: TestConsole, count: number) => {
  await chooseUsers(testConsole, count)
  await testConsole.press(`Import ${count}`)
}
const swappedOnService = ({ trial }: TestConsole) =>
  trial.database.read("SELECT email FROM user WHERE email LIKE '%@x.test' AND admin = 1", {}).length

test('users whose correction fails are corrected by one button of the report, which then says that they are as asked', async () => {
  const testConsole = await open()
  const repair = testConsole.interceptAll('PUT', '/_/user', { status: 400 })
  await importUsers(testConsole, 3)
  const report = within(await screen.findByRole('dialog', { name: '0 of 3 users imported' }))
  expect(swappedOnService(testConsole)).toBe(3)
  expect(report.getAllByText(/^Created, but the service swapped admin and active/)).toHaveLength(3)
  expect(report.getAllByRole('button', { name: /^Correct/ }).map(({ textContent }) => textContent)).toEqual([
    'Correct 3',
  ])
  repair()
  const release = testConsole.hold('PUT', '/_/user')
  await testConsole.user.click(report.getByRole('button', { name: 'Correct 3' }))
  await testConsole.user.keyboard('{Escape}')
  await testConsole.press('Activity')
  await screen.findByText('Correcting 3 users')
  release()
  await waitFor(() => expect(screen.queryByText('Correcting 3 users')).toBeNull())
  expect(swappedOnService(testConsole)).toBe(0)
  const reports = await screen.findAllByRole('button', { name: /^Report of/ })
  await testConsole.user.click(reports.at(-1)!)
  const later = within(await screen.findByRole('dialog', { name: '3 users imported' }))
  expect(later.queryByRole('button', { name: /^Correct/ })).toBeNull()
})

/**
 * The same page after an import that died: the first of six users was corrected, four are created and not corrected, and the
 * last one was not sent.
 */
async function reloadWhileCorrecting() {
  let corrected = 0
  const testConsole = await openConsole({
    readings: 'query-server',
    hash: '#/users',
    before(_trial, network) {
      const { fetch } = network
      network.fetch = (url, init) =>
        init.method === 'PUT' && (corrected += 1) > 1 && isDying ? new Promise(() => undefined) : fetch(url, init)
    },
  })
  let isDying = true
  await importUsers(testConsole, 6)
  await waitFor(() => expect(corrected).toBe(5))
  expect(swappedOnService(testConsole)).toBe(4)
  isDying = false
  window.history.replaceState(null, '', '#/tokens')
  return testConsole
}
const swappedLine = () => screen.queryByText(/created with admin and active swapped\.$/)?.textContent
const passwordLine = () => screen.queryByText(/generated passwords? (was|were) not copied\.$/)?.textContent
/** What the storage of the tab names: of the last user nobody knows yet whether it arrives. */
const stored = () => JSON.stringify(Object.values(sessionStorage)).replaceAll('\\', '')

test('after a reload in the middle of an import the page names what its users need, corrects their flags and sets new passwords, each with one button', async () => {
  const testConsole = await reloadWhileCorrecting()
  testConsole.reload()
  await waitFor(() => expect(swappedLine()).toBe('4 users were created with admin and active swapped.'))
  await testConsole.press('Correct 4')
  await waitFor(() => expect(passwordLine()).toBe('5 generated passwords were not copied.'))
  expect(swappedOnService(testConsole)).toBe(0)
  expect(stored()).toContain('"b@x.test":{"password":true,')
  await testConsole.user.keyboard('{Escape}')
  await testConsole.press('Set new passwords for 5')
  await testConsole.answer('Set new passwords')
  const report = within(await screen.findByRole('dialog', { name: 'New passwords set for 5 users' }))
  await testConsole.user.click(report.getByRole('button', { name: 'Copy all' }))
  await waitFor(() => expect(stored()).not.toContain('"b@x.test"'))
  const lines = (await navigator.clipboard.readText()).split('\n')
  expect(lines.map((line) => line.split('\t')[0])).toEqual(emails.slice(0, 5))
  expect(passwordLine()).toBeUndefined()
})

test('what users need is not named any more once it is dismissed, or after signing out', async () => {
  const testConsole = await reloadWhileCorrecting()
  testConsole.reload()
  await waitFor(() => expect(swappedLine()).toBeDefined())
  await testConsole.press('Dismiss')
  await waitFor(() => expect(swappedLine()).toBeUndefined())
  expect(stored()).toContain('"b@x.test":{"password":true,')
  testConsole.reload()
  await waitFor(() => expect(passwordLine()).toBeDefined())
  expect(swappedLine()).toBeUndefined()
  await testConsole.signOut()
  const question = within(await screen.findByRole('alertdialog', { name: 'Sign out?' }))
  expect(
    question.getByText('5 users have a generated password that nobody copied. This page forgets which.'),
  ).toBeDefined()
  await testConsole.answer('Sign out anyway')
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(stored()).not.toContain('x.test')
})

const importLine = () => screen.queryByText(/^An import of/)?.textContent
const isImportStored = () => Object.keys(sessionStorage).some((key) => key.includes('imports-under-way'))

test('after a reload in the middle of an import every page says that it was interrupted and how it goes on, until it does', async () => {
  const testConsole = await reloadWhileCorrecting()
  testConsole.reload()
  await waitFor(() => expect(swappedLine()).toBeDefined())
  await testConsole.user.click(await screen.findByRole('button', { name: /notices$/ }))
  await waitFor(() =>
    expect(importLine()).toBe(
      'An import of users was interrupted. Import the same file again: what exists is left out.',
    ),
  )
  await testConsole.press('Import users…')
  await screen.findByRole('heading', { name: 'Users', level: 1 })
  await testConsole.fill(await screen.findByLabelText(/^Or paste/), ['email', ...emails].join('\n'))
  await testConsole.press('Import 1')
  await waitFor(() => expect(testConsole.names()).toContain('f@x.test'))
  await waitFor(() => expect(isImportStored()).toBe(false))
  expect(importLine()).toBeUndefined()
})

test('an interrupted import is named until it is dismissed; one that ended leaves nothing', async () => {
  const testConsole = await openConsole({ tokens: ['a'] })
  const release = testConsole.hold('POST', '/_/token')
  await testConsole.press('More for tokens')
  await testConsole.user.click(await screen.findByRole('menuitem', { name: 'Import…' }))
  await testConsole.fill(await screen.findByLabelText(/^Or paste/), 'name\nb\nc')
  await testConsole.press('Import 2')
  await waitFor(() => expect(isImportStored()).toBe(true))
  expect(importLine()).toBeUndefined()
  testConsole.reload()
  release()
  await waitFor(() => expect(importLine()).toMatch(/^An import of tokens was interrupted\./))
  await testConsole.press('Dismiss')
  await waitFor(() => expect(importLine()).toBeUndefined())
  expect(isImportStored()).toBe(false)
  testConsole.reload()
  await screen.findByRole('heading', { name: 'Tokens', level: 1 })
  expect(importLine()).toBeUndefined()
})

test('a sign-out in another tab forgets an interrupted import, also while another one is under way', async () => {
  const testConsole = await openConsole({ tokens: ['a'], users: [{ email: 'anna@x.test' }] })
  const importRows = async (page: string, row: string, text: string) => {
    await screen.findByRole('button', { name: `Edit ${row}` })
    await testConsole.press(`More for ${page}`)
    await testConsole.user.click(await screen.findByRole('menuitem', { name: 'Import…' }))
    await testConsole.fill(await screen.findByLabelText(/^Or paste/), text)
    await testConsole.press('Import 2')
    await waitFor(() => expect(isImportStored()).toBe(true))
  }
  const releaseTokens = testConsole.hold('POST', '/_/token')
  await importRows('tokens', 'a', 'name\nb\nc')
  window.history.replaceState(null, '', '#/users')
  testConsole.reload()
  releaseTokens()
  await waitFor(() => expect(importLine()).toMatch(/^An import of tokens was interrupted/))
  const releaseUsers = testConsole.hold('POST', '/_/user')
  await importRows('users', 'anna@x.test', 'email\na@x.test\nb@x.test')
  testConsole.interceptAll('GET', '/console-session', {
    status: 200,
    body: '{"session":null}',
    headers: ours,
  })
  signsOutElsewhere()
  await screen.findByText(/^You signed out in another tab\./)
  releaseUsers()
  await new Promise((go) => setTimeout(go, 100))
  expect(isImportStored()).toBe(false)
})

test('in another tab the same file says which users have swapped flags, and what is still to be created', async () => {
  const testConsole = await reloadWhileCorrecting()
  sessionStorage.clear()
  window.history.replaceState(null, '', '#/users')
  testConsole.reload()
  await screen.findByRole('button', { name: 'Edit a@x.test' })
  expect([swappedLine(), passwordLine()]).toEqual([undefined, undefined])
  await chooseUsers(testConsole, 6)
  const left = within(await screen.findByRole('region', { name: 'Lines of the file' })).getAllByRole('listitem')
  expect(left.map(({ textContent }) => textContent?.replace(/^Line \d+/, ''))).toEqual([
    'a@x.testexists',
    ...emails.slice(1, 5).map((email) => `${email}exists, admin and active are swapped`),
    expect.stringContaining('f@x.test'),
  ])
})
