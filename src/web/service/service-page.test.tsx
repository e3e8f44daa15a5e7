import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole } from '#web/testing/console.tsx'

const fact = (term: string) =>
  screen.getByText(term, { selector: 'dt' }).parentElement?.querySelector('dd')?.textContent ?? ''

test('the facts of the connection begin with a capital letter', async () => {
  await openConsole({ readings: 'documented', hash: '#/service' })
  await screen.findByText('Connected through')
  expect(fact('Connected through')).toMatch(/^(The|This) /)
  expect(fact('Signed in as')).toMatch(/^Unknown /)
})
