import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole, signIn, type TestConsole } from '#web/testing/console.tsx'

const names = ['billing', 'ci-deploy', 'grafana', 'mailer', 'nightly', 'orders']

async function openFind({ user, press }: TestConsole) {
  await press('More for tokens')
  await user.click(await screen.findByRole('menuitem', { name: 'Find by value…' }))
  return screen.findByRole('alertdialog', { name: 'Find a token by its value' })
}

const fieldIn = (dialog: HTMLElement) => within(dialog).getByLabelText<HTMLInputElement>('Value')
const reads = ({ requestsTo }: TestConsole) =>
  requestsTo('GET', '/_/token/value').map(({ path }) => decodeURIComponent(path.split('name=')[1] ?? ''))

test('where the list leaves values out, the admin is asked; reading can be stopped, ends at the match, and a value of no token is told with those that could not be read', async () => {
  const testConsole = await openConsole({ tokens: names })
  const dialog = await openFind(testConsole)
  const press = async (name: string) => testConsole.user.click(await within(dialog).findByRole('button', { name }))
  const ask = async (value: string) => {
    await testConsole.user.click(fieldIn(dialog))
    await testConsole.user.paste(value)
    await within(dialog).findByText(/^Read the values of 6 tokens\?/)
    expect(fieldIn(dialog).value).toBe('')
  }
  await press('Find')
  await within(dialog).findByText('Paste the value first.')
  await testConsole.user.type(fieldIn(dialog), testConsole.trial.valueOf('orders').slice(0, 40))
  await press('Find')
  await within(dialog).findByText('This is a part of a value. Paste the whole of it.')
  const { value: wrong, type, selectionStart, selectionEnd } = fieldIn(dialog)
  expect([wrong.length, type, selectionStart, selectionEnd]).toEqual([40, 'password', 0, 40])
  await ask('a value of nobody')
  expect(reads(testConsole)).toEqual([])
  const answer = testConsole.interceptAll('GET', '/_/token/value', 'never')
  await press('Read values')
  await waitFor(() => expect(reads(testConsole)).toHaveLength(4)) // at a time
  within(dialog).getByText('Reading the list…')
  await press('Stop')
  expect(within(dialog).queryByText(/Reading|Read the/)).toBeNull()
  answer()
  const mended = testConsole.interceptAll('GET', '/_/token/value?name=mailer', { status: 500 })
  await ask('a value of nobody')
  await press('Read values')
  await within(dialog).findByText(
    'None of these 5 tokens has this value. 1 value could not be read. The value you pasted may be an earlier one of theirs. It may also belong to a user or a deleted token.',
  )
  // The field is empty since: what came of it stays.
  await press('Find')
  within(dialog).getByText(/^None of these 5 tokens/)
  mended()
  testConsole.interceptNext('GET', '/_/token', { status: 503 })
  await testConsole.user.click(fieldIn(dialog))
  await testConsole.user.paste('a value of nobody')
  await within(dialog).findByText(/503/)
  expect(within(dialog).queryByRole('button', { name: 'Read values' })).toBeNull()
  const { length } = reads(testConsole)
  await ask(testConsole.trial.valueOf('orders'))
  await press('Read values')
  await within(dialog).findByText('orders')
  expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Show it' }))
  expect(reads(testConsole).length - length).toBeLessThanOrEqual(6)
  await press('Close')
  await waitFor(() => expect(testConsole.focused()).toBe('More for tokens'))
})

test('a value pasted into the search is offered to be found without pasting it again, until the focus leaves; closed, the search has the focus', async () => {
  const testConsole = await openConsole({ readings: 'query-server', tokens: names })
  const box = await screen.findByRole<HTMLInputElement>('searchbox')
  const paste = async () => {
    await testConsole.user.click(box)
    await testConsole.user.paste(testConsole.trial.valueOf('mailer'))
    expect(box.value).toBe('')
    return screen.findByRole('button', { name: 'Find by value…' })
  }
  ;(await paste()).focus()
  await testConsole.user.tab()
  expect(screen.queryByRole('button', { name: 'Find by value…' })).toBeNull()
  await testConsole.user.click(await paste())
  await within(await screen.findByRole('alertdialog')).findByText('mailer')
  await testConsole.press('Close')
  await waitFor(() => expect(testConsole.focused()).toBe('Search tokens'))
  await testConsole.user.click(await paste())
  const dialog = await screen.findByRole('alertdialog')
  await testConsole.user.click(await within(dialog).findByRole('button', { name: 'Replace value…' }))
  expect((await screen.findByRole('alertdialog')).textContent).toContain('Replace the value of “mailer”?')
  await testConsole.answer('Replace value')
  await screen.findByText(/^Value replaced\. It will probably work\. Give it/)
  expect(testConsole.names()).toEqual(['mailer'])
  await waitFor(() => expect(testConsole.focused()).toBe('Edit mailer'))
})

test('a search that ends with a problem gives the value back, masked and selected, and it is found by the same button', async () => {
  const testConsole = await openConsole({ readings: 'query-server', tokens: names })
  const dialog = await openFind(testConsole)
  const value = testConsole.trial.valueOf('mailer')
  testConsole.interceptNext('GET', '/_/token', { status: 500 })
  await testConsole.user.click(fieldIn(dialog))
  await testConsole.user.paste(value)
  await within(dialog).findByText(/500/)
  const field = fieldIn(dialog)
  expect([field.value, field.type]).toEqual([value, 'password'])
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, value.length])
  await testConsole.user.click(within(dialog).getByRole('button', { name: 'Find' }))
  await within(dialog).findByText('mailer')
  expect(field.value).toBe('')
})

test('what was typed during a search that fails stays', async () => {
  const testConsole = await openConsole({ tokens: names })
  const dialog = await openFind(testConsole)
  const release = testConsole.hold('GET', '/_/token')
  testConsole.interceptNext('GET', '/_/token', { status: 500 })
  await testConsole.user.click(fieldIn(dialog))
  await testConsole.user.paste('a value of nobody')
  await testConsole.user.type(fieldIn(dialog), 'another')
  release()
  await within(dialog).findByText(/500/)
  expect(fieldIn(dialog).value).toBe('another')
})

test('the value that was given back goes from the field when the dialog closes, and when the session ends', async () => {
  const testConsole = await openConsole({ tokens: names })
  const fail = async () => {
    const dialog = await openFind(testConsole)
    testConsole.interceptNext('GET', '/_/token', { status: 500 })
    await testConsole.user.click(fieldIn(dialog))
    await testConsole.user.paste('a value of nobody')
    await within(dialog).findByText(/500/)
    expect(fieldIn(dialog).value).toBe('a value of nobody')
    return fieldIn(dialog)
  }
  const closed = await fail()
  await testConsole.press('Close')
  await waitFor(() => expect(closed.value).toBe(''))
  const ended = await fail()
  testConsole.interceptAll('GET', '/_/token', { status: 401 })
  document.querySelector<HTMLElement>('[aria-label=Refresh]')!.click()
  await screen.findByRole('dialog', { name: 'Signed out' })
  expect(ended.value).toBe('')
})

test('a search during which the session ends gives nothing back, neither at once nor after signing in again', async () => {
  const testConsole = await openConsole({ tokens: names })
  const dialog = await openFind(testConsole)
  const field = fieldIn(dialog)
  const written: string[] = []
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!
  Object.defineProperty(field, 'value', {
    configurable: true,
    get: () => written.at(-1) ?? '',
    set(text: string) {
      written.push(text)
      set?.call(this, text)
    },
  })
  const accept = testConsole.interceptAll('GET', '/_/token', { status: 401 })
  await testConsole.user.click(field)
  await testConsole.user.paste('a value of nobody')
  const sheet = await screen.findByRole('dialog', { name: 'Signed out' })
  accept()
  await signIn(testConsole)
  await waitFor(() => expect(sheet.isConnected).toBe(false))
  expect(written.length).toBeGreaterThan(0)
  expect(written.filter((text) => text !== '')).toEqual([])
  expect(document.documentElement.outerHTML).not.toContain('a value of nobody')
})
