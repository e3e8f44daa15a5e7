import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole, type TestConsole } from '#web/testing/console.tsx'

// On a service that stores admin and active of new users swapped, which the console corrects.

const emails = ['a@x.test', 'b@x.test', 'c@x.test']

const open = () => openConsole({ readings: 'query-server', hash: '#/users' })

/** Imports these users, whose passwords are generated. */
async function importUsers(testConsole: TestConsole) {
  await testConsole.press('More for users')
  await testConsole.user.click(await screen.findByRole('menuitem', { name: 'Import…' }))
  await testConsole.fill(await screen.findByLabelText(/^Or paste/), ['email', ...emails].join('\n'))
  await testConsole.press(`Import ${emails.length}`)
}
const swappedOnService = ({ trial }: TestConsole) =>
  trial.database.read("SELECT email FROM user WHERE email LIKE '%@x.test' AND admin = 1", {}).length

test('users whose correction fails are corrected by one button of the report, which then says that they are as asked', async () => {
  const testConsole = await open()
  const repair = testConsole.interceptAll('PUT', '/_/user', { status: 400 })
  await importUsers(testConsole)
  const report = within(await screen.findByRole('dialog', { name: '0 of 3 users imported' }))
  expect(swappedOnService(testConsole)).toBe(3)
  expect(report.getAllByText(/^Created, but the service swapped admin and active/)).toHaveLength(3)
  expect(report.getAllByRole('button', { name: /^Correct/ }).map(({ textContent }) => textContent)).toEqual([
    'Correct 3',
  ])
  repair()
  await testConsole.user.click(report.getByRole('button', { name: 'Correct 3' }))
  await waitFor(() => expect(swappedOnService(testConsole)).toBe(0))
  await testConsole.user.keyboard('{Escape}')
  await testConsole.press('Activity')
  const reports = await screen.findAllByRole('button', { name: /^Report of/ })
  await testConsole.user.click(reports.at(-1)!)
  const later = within(await screen.findByRole('dialog', { name: '3 users imported' }))
  expect(later.queryByRole('button', { name: /^Correct/ })).toBeNull()
})
