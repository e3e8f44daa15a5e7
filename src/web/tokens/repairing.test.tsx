import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole, type TestConsole } from '#web/testing/console.tsx'

const token = '/_/token'
const far = 1_900_000_000
const row = (name: string) => screen.getByRole('button', { name: `Edit ${name}` }).closest('tr')
const issuing = 'documented,list-secret=carried,value-on-put=new'
const writes = ({ requests }: TestConsole) =>
  requests
    .filter(({ method }) => method !== 'GET')
    .map(({ method, body }) => `${method} ${(body as { name: string }).name}`)
const works = ({ trial }: TestConsole, name: string) =>
  waitFor(async () => expect(await trial.usable(trial.valueOf(name))).toBe(true))

/** A list with tokens whose values need repair, because somebody else saved them. */
async function spoiled(...names: string[]) {
  const testConsole = await openConsole({ readings: 'query-server', tokens: [...names, 'good'] })
  await screen.findByRole('table', { name: 'Tokens' })
  testConsole.passTime(30_000)
  for (const name of names)
    await testConsole.trial.call('PUT', token, { name, expiration_date: far, write: true, active: true })
  await testConsole.refresh()
  await screen.findByText(/need(s)? repair: the service will probably reject/)
  testConsole.passTime(30_000)
  return testConsole
}

test('a value that needs repair has one look, and a banner; its sheet and the banner repair it, and nothing is asked about one', async () => {
  const testConsole = await spoiled('ci')
  expect(row('ci')?.querySelector('.c-status')?.textContent).toBe('Needs repair')
  for (const place of [row('ci'), screen.getByRole('button', { name: /^Needs repair/ })])
    expect(place?.querySelector('.mark')?.classList.value).toBe('mark repair')
  await testConsole.press('Edit ci')
  const sheet = within(await screen.findByRole('dialog', { name: 'ci' }))
  await sheet.findByText('Needs repair. The service will probably reject its value.')
  sheet.getByText(/^Token on .* · Needs repair$/)
  await testConsole.press('Close')
  await testConsole.press('Show')
  await waitFor(() => expect(testConsole.names()).toEqual(['ci']))
  await testConsole.press('Repair 1 value…')
  await works(testConsole, 'ci')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await screen.findByText(/New value\. It will probably work\. Give it to the programs that use/)
  expect(row('ci')?.textContent).not.toContain('Needs repair')
  expect(new Set(writes(testConsole))).toEqual(new Set(['PUT ci']))
  expect(screen.queryByText(/^1 value needs repair/)).toBeNull()
})

test('a list that shows such a value teaches what an update does: the first save says that it repairs, and the value works', async () => {
  const testConsole = await spoiled('ci')
  await testConsole.flip('good write')
  const dialog = within(await screen.findByRole('alertdialog'))
  dialog.getByText('Saving replaces its value; programs need the new one.')
  dialog.getByText('The console saves it again until its value fits.')
  await testConsole.confirmWarning()
  await works(testConsole, 'good')
  await screen.findByText(/^Saved, write on\. Its value was repaired\. New value\. It will probably work\./)
  await testConsole.undo('good')
  await screen.findByRole('alertdialog', { name: /^Turn write off for “.*” again\?$/ })
  screen.getByText('The console saves it again until its value fits.')
})

test('a new value is told under its row until it is copied or dismissed', async () => {
  const testConsole = await openConsole({ readings: issuing, tokens: ['a', 'b'] })
  const note = (name: string) => screen.queryByRole('button', { name: `Copy new value of ${name}` })
  for (const name of ['a', 'b']) {
    await testConsole.flip(`${name} write`)
    await testConsole.confirmWarning()
    await waitFor(() => expect(note(name)).not.toBeNull())
  }
  // It can be read again, so nothing is lost with the page.
  expect(testConsole.asksToLeave()).toBe(false)
  await testConsole.press('Dismiss note of a')
  expect(note('a')).toBeNull()
  await testConsole.press('Copy b')
  await waitFor(() => expect(note('b')).toBeNull())
})
