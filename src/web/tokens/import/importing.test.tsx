import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { begin, openConsole, type World } from '#web/testing/console.tsx'

const day = 86_400_000
const at = (days: number) => new Date(begin - 500 + days * day).toISOString()

/** Opens the sheet and pastes rows. */
async function pasting({ press, user }: World, text: string) {
  await press('More for tokens')
  await user.click(await screen.findByRole('menuitem', { name: 'Import…' }))
  const sheet = await screen.findByRole('dialog', { name: 'Import tokens' })
  await user.click(within(sheet).getByLabelText('Or paste rows from a spreadsheet'))
  await user.paste(text)
  return within(sheet)
}

test('pasted rows are imported in a run, each as its line says; what exists is left alone', async () => {
  const world = await openConsole({ tokens: ['ci-deploy', { name: 'grafana', expires: 90 * day }] })
  const file = ['name\texpires\twrite', `new-one\t${at(40)}\tyes`, 'ci-deploy\t\tyes', `grafana\t${at(90)}\tno`]
  const sheet = await pasting(world, file.join('\n'))
  await sheet.findByText('3 lines: 1 to create, 2 exist, 0 twice, 0 invalid.')
  expect(sheet.getByRole('heading', { name: 'Exists, differs 1' })).toBeTruthy()
  expect(sheet.getByRole('heading', { name: 'Exists, same 1' })).toBeTruthy()
  expect(sheet.getByText('Write', { selector: '.says' })).toBeTruthy()
  await world.user.click(sheet.getByRole('button', { name: 'Import 1 token' }))
  const made = { name: 'new-one', expiration_date: begin - 500 + 40 * day, write: true, active: true }
  await waitFor(async () => expect(await tokensOf(world)).toContainEqual(expect.objectContaining(made)))
  expect(await tokensOf(world)).toContainEqual(expect.objectContaining({ name: 'ci-deploy', write: false }))
})

test('rows that differ are updated only if ticked, with a warning about their values', async () => {
  const world = await openConsole({ tokens: ['ci-deploy'] })
  const sheet = await pasting(world, 'name,write\nci-deploy,yes')
  const button = await sheet.findByRole('button', { name: 'Import' })
  await sheet.findByText('Write', { selector: '.says' })
  expect(button).toHaveProperty('disabled', true)
  expect(sheet.queryByText(/may replace the value/)).toBeNull()
  await world.user.click(sheet.getByRole('checkbox', { name: 'Update 1 token that differs' }))
  expect(sheet.getByText('Updating may replace the value of 1 token.')).toBeTruthy()
  await world.user.click(sheet.getByRole('button', { name: 'Import 1 token' }))
  await waitFor(async () => expect(await tokensOf(world)).toMatchObject([{ name: 'ci-deploy', write: true }]))
})

test('what is pasted or typed never becomes content of the page, and a file that is none is named', async () => {
  const world = await openConsole({ tokens: ['ci-deploy'] })
  const sheet = await pasting(world, ' ')
  await sheet.findByText('This file is empty.')
  const field = sheet.getByLabelText('Or paste rows from a spreadsheet')
  await world.user.type(field, 'typed')
  expect(field).toHaveProperty('value', '')
  await world.user.paste('name,note\nnew-one,s3cret-in-another-column')
  await sheet.findByText('1 line: 1 to create, 0 exist, 0 twice, 0 invalid.')
  expect(document.body.innerHTML).not.toContain('s3cret')
})

test('what new tokens get without a date is chosen once, and unused columns are named', async () => {
  const world = await openConsole({ tokens: ['ci-deploy'] })
  const sheet = await pasting(world, 'name,expires,note\na,2028-03-04,x\nb,,y')
  await sheet.findByText('Not used: “note”.')
  await sheet.findByText('Dates without a time zone are read by the clock of this browser.')
  await sheet.findByText('Keep this tab open until you have copied them.')
  const group = sheet.getByRole('group', { name: 'Expires, where the file has no date' })
  await world.user.click(within(group).getByRole('radio', { name: 'Never' }))
  await waitFor(() => expect(sheet.getByRole('button', { name: 'Import 2 tokens' })).toHaveProperty('disabled', false))
})

test('a file whose first line names no column is refused with the known ones', async () => {
  const sheet = await pasting(await openConsole({ tokens: ['ci-deploy'] }), 'a,b\nc,d')
  await sheet.findByText('The first line names none of these columns: Name, Expires, Write and Active.')
  expect(sheet.queryByRole('region', { name: 'Dry run' })).toBeNull()
})

async function tokensOf({ trial }: World) {
  const { data } = (await trial.json('GET', '/_/token')) as { data: { name: string }[] }
  return data
}

test('a new name that looks like one of the list, or of the file, is told on its line', async () => {
  const world = await openConsole({ tokens: ['ci-deploy'] })
  const sheet = await pasting(world, 'name\nCI-Deploy\ngrafana\nGrafana')
  const lines = (await sheet.findAllByRole('listitem')).map(({ textContent }) => textContent)
  expect(lines).toEqual([
    'Line 2CI-Deploylooks like “ci-deploy”, which exists',
    'Line 3grafana',
    'Line 4Grafanalooks like line 3',
  ])
})
