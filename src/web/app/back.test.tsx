import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { goTo } from '#web/router/history.ts'
import { openConsole, type TestConsole } from '#web/testing/console.tsx'

/** As the browser does it: not at once. */
const back = () => void setTimeout(() => window.history.back())
const dialogs = () => [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].map(({ role }) => role)

/** Goes back from the list of keys, and from the question whether to delete a row: each time to this address. */
async function goBackFromDialogs({ user, choose }: TestConsole, row: string, hash: string) {
  await user.keyboard('?')
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  back()
  await waitFor(() => expect([dialogs(), window.location.hash]).toEqual([[], hash]))
  await choose(row, `Delete ${row}`)
  await screen.findByRole('alertdialog')
  back()
  await waitFor(() => expect([dialogs(), window.location.hash]).toEqual([[], hash]))
}

test('Back closes the list of keys, and cancels a question that stands alone, without leaving the page', async () => {
  const testConsole = await openConsole({ tokens: ['ci'] })
  await screen.findByRole('table', { name: 'Tokens' })
  act(() => goTo('#/tokens?show=active')) // a page to go back to
  await goBackFromDialogs(testConsole, 'ci', '#/tokens?show=active')
})

test('Back asks before an import loses what was typed, and keeps it; an import without anything it closes', async () => {
  const { choose, answer } = await openConsole({ tokens: ['ci'] })
  const open = async () => {
    await choose('tokens', 'Import…')
    return within(await screen.findByRole('dialog', { name: 'Import tokens' }))
  }
  await open()
  back()
  await waitFor(() => expect(dialogs()).toEqual([]))
  const box = (await open()).getByLabelText<HTMLTextAreaElement>('Or paste rows from a spreadsheet')
  box.value = 'name'
  back()
  await screen.findByRole('alertdialog', { name: 'Discard changes?' })
  await answer('Keep editing')
  expect(box.isConnected && box.value).toBe('name')
  back()
  await answer('Discard')
  await waitFor(() => expect(dialogs()).toEqual([]))
})

test('a password that is typed is asked about before Back drops it, and Forward opens the sheet without it', async () => {
  const { user, press, answer } = await openConsole({ users: [{ email: 'li@x.test' }], hash: '#/users' })
  await press('Edit li@x.test')
  await press('Password: set a new one…')
  await user.type(await screen.findByLabelText('New password'), 'correct horse battery')
  back()
  await answer('Discard')
  await waitFor(() => expect(dialogs()).toEqual([]))
  expect(window.location.hash).toBe('#/users')
  setTimeout(() => window.history.forward())
  await screen.findByRole('dialog', { name: 'li@x.test' })
  expect(screen.queryByLabelText('New password')).toBeNull()
  expect(window.location.hash).toBe('#/users?name=li%40x.test')
})

test('on a page that was opened by a link, Back closes the list of keys and cancels a question, and the page goes on', async () => {
  const testConsole = await openConsole({ tokens: ['ci'], users: [{ email: 'li@x.test' }] })
  const { user } = testConsole
  await user.click(screen.getByRole('link', { name: 'Users' }))
  if (window.location.hash !== '#/users') window.location.hash = '#/users' // as a browser follows the link
  await screen.findByRole('button', { name: 'Edit li@x.test' })
  await goBackFromDialogs(testConsole, 'li@x.test', '#/users')
  await user.click(await screen.findByRole('button', { name: 'Edit li@x.test' }))
  await screen.findByRole('dialog', { name: 'li@x.test' })
  expect(window.location.hash).toBe('#/users?name=li%40x.test')
})
