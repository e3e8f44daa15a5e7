import { screen, within } from '@testing-library/react'
import { test, vi } from 'vitest'
import { begin, openConsole } from '#web/testing/console.tsx'

const hour = 60 * 60 * 1000
const day = 24 * hour
const row = (name: string) => within(screen.getByRole('button', { name: `Edit ${name}` }).closest('tr')!)

test('a browser’s clock that is a day fast changes neither status nor relative times nor bars nor presets of the expiry', async () => {
  const { open, press, user } = await openConsole({
    tokens: [{ name: 'ci-deploy', expires: hour, age: 5 * 60_000 }],
    before: () => void vi.setSystemTime(begin + day),
  })
  await screen.findByRole('table', { name: 'Tokens' })
  row('ci-deploy').getByText('Expires soon')
  row('ci-deploy').getByText('in 1 h')
  row('ci-deploy').getByText('5 min ago')
  screen.getByRole('button', { name: '1 token, expires within 7 days, until 22 Jan' })
  screen.getByText('Refreshed just now')
  const sheet = within(await open('ci-deploy'))
  sheet.getByText(/· in 1 h$/)
  await press('Change the expiry')
  await user.click(sheet.getByRole('radio', { name: '7 days' }))
  sheet.getByText(/^Fri, 22 Jan 2027, 08:00.* · in 7 days$/)
})
