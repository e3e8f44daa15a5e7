import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { openSignIn } from '#web/testing/console.tsx'
import { ours, signedInAt, someone } from '#web/testing/host.ts'

const label = { name: 'Production', color: 'red' }
const { dataset } = document.documentElement

test('header, tab, account menu and a deletion say which service it is, and the menu leads to the others', async () => {
  onTestFinished(() => void delete dataset['service'])
  const consoles = [{ name: 'Staging', address: 'https://staging.example/' }]
  const world = await openSignIn({
    before(_, network) {
      const token = { name: 'ci', expiration_date: 0, active: true, write: true, updated_at: 0 }
      const body = JSON.stringify({ data: [token] })
      network.interceptAll('GET', '/_/token', { status: 200, body, headers: ours })
      network.interceptAll('POST', '/console-rows/_/token', { status: 200, body, headers: ours })
      signedInAt(network, { session: { ...someone.session, consoles } }, label)
    },
  })
  await world.choose('ci', 'Delete ci')
  const dialog = await screen.findByRole('alertdialog')
  within(dialog).getByText('Production · query.acme.test')
  await world.press('Cancel')
  await waitFor(() => expect(document.title).toBe('Tokens · Production · query.acme.test · Query Admin'))
  expect(dataset['service']).toBe('red')
  await world.press('Account menu: query.acme.test Production')
  const link = await screen.findByRole('menuitem', { name: 'Staging' })
  expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual(['https://staging.example/', 'noopener'])
})
