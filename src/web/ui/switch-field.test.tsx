import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { SwitchField } from './fields.tsx'

function Form() {
  const [value, setValue] = useState<boolean>()
  return (
    <form>
      <button type="button" data-focus-fallback>
        Elsewhere
      </button>
      <SwitchField label="Admin" hint="Can manage." value={value} onChange={setValue} />
    </form>
  )
}

test('an answer to an unknown flag hands its focus to the switch that takes its place', async () => {
  render(<Form />)
  await userEvent.click(screen.getByRole('radio', { name: 'On' }))
  const flag = await screen.findByRole('switch', { name: 'Admin' })
  await waitFor(() => expect(document.activeElement).toBe(flag))
  expect(flag.getAttribute('aria-checked') ?? String((flag as HTMLInputElement).checked)).toBe('true')
})
