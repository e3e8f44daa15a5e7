import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole } from '#web/testing/console.tsx'

test.each([
  ['li', '1 of 3 is not an admin'],
  ['li, mo', '2 of 4 are not admins'],
])('users who are left out are counted in words that fit their number: %s', async (others, says) => {
  const users = others.split(', ').map((name) => ({ email: `${name}@x.test` }))
  const world = await openConsole({
    hash: '#/users',
    byPassword: true,
    users: [{ email: 'anna@x.test', admin: true }, ...users],
  })
  await world.user.click(await screen.findByRole('checkbox', { name: 'Select all shown' }))
  await world.user.click(await screen.findByRole('button', { name: 'Turn admin off' }))
  const dialog = await screen.findByRole('alertdialog', { name: /^Turn admin off for/ })
  expect(within(dialog).getByText(says)).toBeTruthy()
})
