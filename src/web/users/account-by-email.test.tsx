import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { userRow, userListOf } from '#web/testing/rows.ts'
import { UnlistedAccountForm } from './unlisted-accounts.tsx'

test('any account can be changed and deleted by its email, with what is known of its flags', async () => {
  const done: unknown[] = []
  const known = userListOf([userRow('li@x.test', { admin: true })])
  const { press, type } = {
    press: (name: string) => userEvent.click(screen.getByRole('button', { name })),
    type: userEvent.type,
  }
  render(
    <UnlistedAccountForm
      accounts={known}
      onEdit={({ email, admin }) => done.push(['edit', email, admin])}
      onDelete={({ email, admin }) => done.push(['delete', email, admin])}
    />,
  )
  for (const name of ['Edit', 'Delete…'])
    expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true)
  const field = screen.getByLabelText('Email')
  await type(field, 'li@x.test{Enter}')
  await press('Delete…')
  await userEvent.clear(field)
  await type(field, 'new@x.test')
  await press('Edit')
  expect(done).toEqual([
    ['edit', 'li@x.test', true],
    ['delete', 'li@x.test', true],
    ['edit', 'new@x.test', undefined],
  ])
})
