import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRef } from 'react'
import { expect, test } from 'vitest'
import type { User } from '#api/user.ts'
import {
  type FieldErrorCode,
  type FormController,
  type FormContext,
  type FieldInputProps,
  createNameLookup,
} from '#web/resource/form.ts'
import { userRow, userListOf } from '#web/testing/rows.ts'
import { userInputs } from './field-inputs.tsx'
import type { UserFormValues } from './schema.ts'

/** The inputs of a form that tells what they ask of it. */
function inputsOf(
  row: User | undefined,
  typed: Partial<UserFormValues>,
  faults: Partial<Record<keyof UserFormValues, FieldErrorCode>> = {},
  others: readonly string[] = [],
) {
  const { email, admin, active, password } = userInputs
  const calls: unknown[] = []
  const form: FormController<UserFormValues> = {
    values: { email: row?.email ?? '', anyway: false, admin: row?.admin, active: row?.active, ...typed },
    setValue: (name, value) => calls.push(['set', name, value]),
    setValueAndFocus: (name, value) => calls.push(['fill', name, value]),
    register: (name) => ({ name, inputRef: () => undefined }),
    errorOf: (name) => faults[name],
    password: {
      inputRef: createRef<HTMLInputElement>(),
      error: undefined,
      isOptional: row !== undefined,
      isEnabled: false,
      setEnabled: (isWanted) => calls.push(['want', isWanted]),
    },
  }
  const names = createNameLookup(userListOf([...others, 'li@x.test'].map((email) => userRow(email))))
  const context: FormContext = { now: 0, timeUnit: 'seconds', ownEmails: [], names }
  const props: FieldInputProps<User, UserFormValues> = {
    form,
    row,
    duplicateOf: undefined,
    context,
    onEdit: (name) => calls.push(['edit', name]),
  }
  render(
    <form
      onSubmit={(event) => {
        event.preventDefault()
        calls.push(['submit'])
      }}
    >
      {[email, admin, active, password].map(({ Input }, index) => (
        <Input key={index} {...props} />
      ))}
    </form>,
  )
  return calls
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('an email that exists is not taken; the account that has it can be edited instead', async () => {
  const calls = inputsOf(undefined, { email: 'li@x.test' }, { email: 'taken' })
  expect(screen.getByText(/already exists\. Choose another email/).textContent).toContain('li@x.test')
  expect(screen.queryByText(/Looks like/)).toBeNull()
  await press('Edit')
  expect(calls).toEqual([['edit', 'li@x.test']])
})

test('an odd email is used once somebody insists', async () => {
  const calls = inputsOf(undefined, { email: 'li' }, { email: 'unusual' })
  await press('Use anyway')
  expect(calls).toEqual([['set', 'anyway', true], ['submit']])
})

test('an existing user keeps email and password unless others are given', async () => {
  const calls = inputsOf(userRow('Li@x.test'), {})
  expect(screen.queryByRole('textbox')).toBeNull()
  await press('Change the email')
  const email = screen.getByRole('textbox', { name: 'New email' })
  expect(document.activeElement).toBe(email)
  expect(screen.queryByLabelText('New password')).toBeNull()
  await press('Password: set a new one…')
  expect(calls).toEqual([['want', true]])
})

test('an email like its own in another case is not told as another one', async () => {
  inputsOf(userRow('li@x.test'), { email: 'LI@x.test' })
  await press('Change the email')
  expect(screen.queryByText(/Looks like/)).toBeNull()
})

test.each([
  ['case', 'LI@x.test'],
  ['an accent', 'lí@x.test'],
  ['a space', 'l i@x.test'],
  ['an invisible character', 'l\u200bi@x.test'],
])('a new email that is another one but for %s is told', async (_, email) => {
  inputsOf(userRow('a@x.test'), { email })
  await press('Change the email')
  expect(screen.getByText(/Looks like/).textContent).toContain('li@x.test')
})

test('so is one that is like its own and another one', async () => {
  inputsOf(userRow('li@x.test'), { email: 'LI@x.test' }, {}, ['Li@x.test'])
  await press('Change the email')
  expect(screen.getByText(/Looks like/).textContent).toContain('Li@x.test')
})

test('flags that nobody knows are both answered, and the form says that both are sent', async () => {
  const calls = inputsOf(
    userRow('a@x.test', { admin: undefined, active: undefined }),
    {},
    { admin: 'unanswered', active: 'unanswered' },
  )
  screen.getByText('Both are sent with every change.')
  await userEvent.click(screen.getAllByRole('radio', { name: 'Off' })[0]!)
  expect(calls).toEqual([['set', 'admin', false]])
})

test('of flags that are known, that is not said', () => {
  inputsOf(userRow('a@x.test'), {})
  expect(screen.queryByText('Both are sent with every change.')).toBeNull()
})
