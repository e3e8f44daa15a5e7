import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { toTypeable } from './name-matching.ts'
import { TypeToConfirm } from './confirm-dialog.tsx'

function open(name: string) {
  let isRight = false
  render(<TypeToConfirm noun="email" names={[name, toTypeable(name)]} onTyped={(right) => (isRight = right)} />)
  return { field: screen.getByLabelText('Type the email to continue'), isRight: () => isRight }
}

test('an email with spaces around it and a hyphen that does not break is right as it is, and as a keyboard types it', async () => {
  const user = userEvent.setup()
  const { field, isRight } = open(' a‑b@x.test ')
  await user.type(field, 'a-b@x.test')
  expect(isRight()).toBe(true)
  await user.clear(field)
  expect(isRight()).toBe(false)
  await user.click(field)
  await user.paste(' a‑b@x.test ')
  expect(isRight()).toBe(true)
})

test('a space typed behind the email is named, and removing it makes the email right', async () => {
  const user = userEvent.setup()
  const { field, isRight } = open('a@x.test')
  await user.type(field, 'a@x.test ')
  expect(isRight()).toBe(false)
  screen.getByText('The email ends with a space.')
  await user.click(screen.getByRole('button', { name: 'Remove spaces' }))
  expect(isRight()).toBe(true)
})
