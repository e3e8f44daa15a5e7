import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { NameField } from './fields.tsx'

function Form({ what }: { what: 'name' | 'email' }) {
  const [text, setText] = useState('')
  return (
    <NameField
      label="Field"
      noun={what}
      currentText={text}
      value={text}
      hint="Plain hint."
      onChange={(event) => setText(event.target.value)}
      onReplace={setText}
    />
  )
}

async function pasted(text: string, what: 'name' | 'email' = 'name') {
  const user = userEvent.setup()
  render(<Form what={what} />)
  const field = screen.getByLabelText<HTMLInputElement>('Field')
  await user.click(field)
  await user.paste(text)
  const hint = () => document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent
  return { user, field, hint }
}

test.each([
  [' spaced@example.test ', 'The email starts and ends with a space. Remove spaces'],
  ['\u00a0a@x.test', 'The email starts with a space. Remove spaces'],
  ['a@x.test  ', 'The email ends with a space. Remove spaces'],
])('spaces around “%s” are named, and removed on request', async (text, message) => {
  const { user, field, hint } = await pasted(text, 'email')
  expect(hint()).toBe(`${message}Plain hint.`)
  await user.click(screen.getByRole('button', { name: 'Remove spaces' }))
  expect(field.value).toBe(text.trim())
  expect(hint()).toBe('Plain hint.')
})

test('three pasted lines that become one name are named, and each of them is offered', async () => {
  const { user, field, hint } = await pasted('ci-deploy\r\n grafana\nbilling-export\n')
  expect(hint()).toContain(
    'You pasted 3 lines. Together they are one name. Use only ci-deploy, grafana, billing-export.',
  )
  await user.click(screen.getByRole('button', { name: 'grafana' }))
  expect(field.value).toBe('grafana')
  expect(hint()).toBe('Plain hint.')
})

test('of a long pasted column, the first five lines are offered and the others counted', async () => {
  const { hint } = await pasted(Array.from({ length: 1005 }, (_, index) => `user-${index}@x.test`).join('\n'), 'email')
  expect(hint()).toContain('You pasted 1,005 lines. Together they are one email. Use only user-0@x.test, ')
  expect(hint()).toContain('user-4@x.test or one of 1,000 more.')
  expect(screen.getAllByRole('button')).toHaveLength(5)
})

test('pasted lines are no longer offered when one of them is not in the field', async () => {
  const { user, field, hint } = await pasted('ci\ngrafana')
  await user.type(field, '{Backspace}')
  expect(hint()).toBe('Plain hint.')
})

test.each(['ci-deploy', 'ci-deploy\n', 'ci deploy'])('a pasted line alone (%j) gets no warning', async (text) => {
  const { hint } = await pasted(text)
  expect(hint()).toBe('Plain hint.')
})
