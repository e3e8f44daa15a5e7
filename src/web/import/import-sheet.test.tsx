import { act, createEvent, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ResourceName } from '#api/problem.ts'
import type { Session } from '#web/session/session.ts'
import { renderSignedIn } from '#web/testing/signed-in.tsx'
import { createTestAppContext } from '#web/testing/token-app-context.ts'
import { userResource } from '#web/users/resource.ts'
import { ImportSheet } from './import-sheet.tsx'

function openImport(resource: ResourceName = 'tokens') {
  const over = new AbortController()
  const session = { sessionSignal: over.signal, service: { name: 'Production' } } as Partial<Session>
  const { app } = createTestAppContext()
  const page = renderSignedIn(<ImportSheet resource={resource} onClose={() => undefined} />, session, {
    ...app,
    resources: { ...app.resources, users: userResource },
  })
  const box = () => screen.getByLabelText<HTMLTextAreaElement>('Or paste rows from a spreadsheet')
  return { ...page, box, end: () => act(() => over.abort()) }
}

test('the limits are told before a file is chosen', () => {
  openImport()
  expect(screen.getByText(/^At most/).textContent).toBe('At most 5,000 lines and 2 MB. You can also drop a file here.')
})

test('rows that are typed stay until they are previewed; faulty ones stay to be corrected', async () => {
  const { user, box } = openImport()
  await user.type(box(), 'name,write{Enter}typed,maybe')
  expect(box().value).toBe('name,write\ntyped,maybe')
  await user.clear(box())
  await user.type(box(), 'write{Enter}yes')
  await user.click(screen.getByRole('button', { name: 'Preview' }))
  await screen.findByText('No column names the tokens. Its head is “Name”.')
  expect(box().value).toBe('write\nyes')
  await user.clear(box())
  await user.type(box(), 'name{Enter}typed')
  await user.click(screen.getByRole('button', { name: 'Preview' }))
  await screen.findByText('1 to create')
})

test('pasted rows are read at once and never stand in the page; beside typed ones they are text', async () => {
  const { user, box } = openImport()
  await user.type(box(), 'name{Enter}')
  await user.paste('pasted')
  expect(box().value).toBe('name\npasted')
  await user.clear(box())
  await user.paste('write\nyes')
  expect(box().value).toBe('')
  await screen.findByText('No column names the tokens. Its head is “Name”.')
  await user.paste('name\na')
  await screen.findByText('1 to create')
  drags('drop', [file('a.csv')])
  await screen.findByText('a.csv')
})

test('what is typed is gone when the session ends', async () => {
  const { user, box, end } = openImport()
  await user.type(box(), 'name')
  const typed = box()
  end()
  expect(typed.value).toBe('')
})

test('heads that aren’t known, and a missing column of passwords, stand in amber before anything is imported', async () => {
  const { user, box } = openImport('users')
  await user.click(box())
  await user.paste('E-Mail;Kennung;Aktiv\nann@x.test;4711;ja')
  await screen.findByRole('button', { name: 'Import 1' })
  expect(Array.from(document.querySelectorAll('.warned'), ({ textContent }) => textContent)).toEqual([
    'Ignored columns: Kennung.',
    'No Password column: 1 password is generated. Keep this tab open until you have copied them.',
  ])
})

test('a line with a fault has a red mark, one that is only left out has none, and only a missing column is explained', async () => {
  const { user, box } = openImport()
  await user.click(box())
  await user.paste('name\texpires\twrite\na\t31/31/2027\tno\nb\t\tno\nb\t\tno')
  await screen.findByText('No Active column: new tokens will be active.')
  const fault = screen.getByText('Not a date: 31/31/2027. Use 2027-12-31.')
  expect(fault.querySelectorAll('svg')).toHaveLength(1)
  expect(screen.getByText('twice in the file, also in line 3').querySelector('svg')).toBeNull()
})

/** Returns whether the browser is kept from what it does by itself. */
function drags(type: 'dragOver' | 'dragLeave' | 'drop', files: readonly File[], to?: Element): boolean {
  const dataTransfer = { types: files.length > 0 ? ['Files'] : ['text/plain'], files }
  const heading = screen.getByRole('heading', { name: 'Import tokens' })
  const event = createEvent[type](heading, { dataTransfer })
  Object.defineProperty(event, 'relatedTarget', { value: to ?? null })
  return !fireEvent(heading, event)
}
const file = (name: string) => new File(['name\na'], name)

test('a file that is dropped on the sheet is read, also on its title; text is not', async () => {
  openImport()
  expect([drags('dragOver', []), drags('drop', [])]).toEqual([false, false])
  expect([drags('dragOver', [file('a.csv')]), drags('drop', [file('a.csv')])]).toEqual([true, true])
  await screen.findByText('1 to create')
  screen.getByText('a.csv')
})

test('each file is announced, also if it says the same as the one before', async () => {
  const { alerted, announced } = openImport()
  const dropped = async (name: string, text: string, said: () => string, sentence: string) => {
    drags('drop', [new File([text], name)])
    await waitFor(() => expect(said()).toBe(sentence))
  }
  // A sentence that is said again ends in a no-break space.
  await dropped('a.csv', '', alerted, 'This file is empty.')
  await dropped('b.csv', '', alerted, 'This file is empty.\u00a0')
  await dropped('c.csv', 'name\na', announced, '1 to create.')
  await dropped('d.csv', 'name\nb', announced, '1 to create.\u00a0')
})

test('of several dropped files none is read', async () => {
  openImport()
  drags('drop', [file('a.csv'), file('b.csv')])
  expect(await screen.findByText('Import one file at a time.')).toBeDefined()
})

test('the sheet shows that it takes a file while one is over it', () => {
  openImport()
  const isMarked = () => document.querySelector('.import-over') !== null
  drags('dragOver', [file('a.csv')])
  expect(isMarked()).toBe(true)
  drags('dragLeave', [file('a.csv')], screen.getByRole('button', { name: 'Cancel' }))
  expect(isMarked()).toBe(true)
  drags('dragLeave', [file('a.csv')], document.body)
  expect(isMarked()).toBe(false)
})
