import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderSignedIn } from '#web/testing/signed-in.tsx'
import { tokenDesk } from '#web/testing/token-desk.ts'
import { RowlessNotes } from './rowless-notes.tsx'

const users = { name: 'users', noun: 'user' } as const
const draw = (...names: string[]) => {
  const { desk } = tokenDesk()
  return {
    desk,
    ...renderSignedIn(
      <RowlessNotes resource={users} names={names} note={(name) => <p key={name}>{`About ${name}`}</p>} />,
      {},
      desk,
    ),
  }
}

test('a few notes without a row stand above the list; more are one line, which leads to Activity', async () => {
  draw('a', 'b', 'c')
  expect(screen.getAllByText(/^About/)).toHaveLength(3)
  const { desk, user } = draw('d', 'e', 'f', 'g')
  expect(screen.getAllByText(/^About/)).toHaveLength(3)
  expect(screen.getByText('4 users with a note are not in the list.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Activity' }))
  expect(desk.opened.get()).toEqual({ is: 'activity' })
})
