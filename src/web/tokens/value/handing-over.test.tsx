import { screen, waitFor, within } from '@testing-library/react'
import Papa from 'papaparse'
import { expect, test, vi } from 'vitest'
import { openConsole } from '#web/testing/console.tsx'

const issuing = 'documented,list-secret=carried,value-on-put=new'
const values = '/_/token/value'

/** Opens the console, gives each token a new value, and opens the list of them. */
async function handingOver(names: readonly string[], options: Parameters<typeof openConsole>[0] = {}) {
  const world = await openConsole({ readings: issuing, tokens: [...names], ...options })
  for (const [at, name] of names.entries()) {
    await world.flip(`${name} write`)
    // The second warns because the first has shown that values change.
    if (at < 2) await world.confirmWarning()
    await screen.findByText(at === 0 ? '1 new value was not copied.' : `${at + 1} new values were not copied.`)
  }
  await world.press('Hand over…')
  return { world, list: within(await screen.findByRole('dialog', { name: 'Hand over' })) }
}

/** What is written to the clipboard, which awaits its text, as a browser's does. */
function clipboard(): string[] {
  const held: string[] = []
  vi.spyOn(navigator.clipboard, 'write').mockImplementation(async ([item]) => {
    const blob = await item?.getType('text/plain')
    held.push((await blob?.text()) ?? '')
  })
  return held
}

const bannerIsGone = () => waitFor(() => expect(screen.queryByText(/not copied\.$/)).toBeNull())
const ticks = () => screen.queryAllByText('Copied').length

test('Copy all copies a line for each new value, ticks them off, and closing asks nothing', async () => {
  const { world, list } = await handingOver(['a', 'b'])
  const held = clipboard()
  await world.user.click(list.getByRole('button', { name: 'Copy all' }))
  await world.toasted('Copied 2 new values.')
  expect(held).toEqual([`a\t${world.trial.valueOf('a')}\nb\t${world.trial.valueOf('b')}`])
  expect(ticks()).toBe(2)
  expect(document.body.textContent).not.toContain(world.trial.valueOf('a'))
  await world.press('Close')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await bannerIsGone()
  expect(world.asksToLeave()).toBe(false)
})

test('Copy copies one value as it is; closing then asks about the other, which stays counted', async () => {
  const { world, list } = await handingOver(['a', 'b'])
  const held = clipboard()
  await world.user.click(list.getByRole('button', { name: 'Copy value of b' }))
  await world.toasted('Copied the value of “b”.')
  expect(held).toEqual([world.trial.valueOf('b')])
  expect(ticks()).toBe(1)
  await world.press('Close')
  const question = within(await screen.findByRole('alertdialog', { name: 'Close the list?' }))
  expect(question.getByText('You haven’t copied 1 new value.')).toBeDefined()
  await world.user.click(question.getByRole('button', { name: 'Keep it open' }))
  expect(ticks()).toBe(1)
  await world.press('Close')
  await world.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText('1 new value was not copied.')).toBeDefined()
})

test('if one value cannot be read, it is named, and nothing is copied, ticked off or written to a file', async () => {
  const { world, list } = await handingOver(['a', 'b', 'c'])
  const held = clipboard()
  const saved = vi.spyOn(URL, 'createObjectURL')
  world.interceptAll('GET', `${values}?name=b`, { status: 500 })
  await world.user.click(list.getByRole('button', { name: 'Copy all' }))
  await screen.findByText(/^Nothing was copied\. The value of “/)
  expect(screen.getByRole('region', { name: 'Notifications' }).textContent).toMatch(
    /The value of “b” could not be read/,
  )
  await world.press('Download…')
  await world.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Download' }))
  await screen.findByText(/^No file was written\. The value of “/)
  expect(held).toEqual([])
  expect(saved).not.toHaveBeenCalled()
  expect(ticks()).toBe(0)
})

test('a token that is gone is named as such', async () => {
  const { world, list } = await handingOver(['a'])
  const held = clipboard()
  await world.trial.call('DELETE', '/_/token', { name: 'a' })
  await world.user.click(list.getByRole('button', { name: 'Copy value of a' }))
  await world.toasted(
    'Nothing was copied. The value of “a” could not be read. This token no longer exists. Refresh the list.',
  )
  expect(held).toEqual([])
})

test('the downloaded file holds every value as it is, after a sentence that it holds secrets', async () => {
  const { world, list } = await handingOver(['a', 'b, "c"'])
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) files.push(file)
    return 'blob:file'
  })
  // Else the page of the test goes there.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await world.user.click(list.getByRole('button', { name: 'Download…' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Download 2 new values?' }))
  expect(question.getByText(/holds the secrets as plain text/)).toBeDefined()
  expect(question.getByText(/^Open it as text/)).toBeDefined()
  expect(world.requestsTo('GET', values)).toHaveLength(0)
  await world.user.click(question.getByRole('button', { name: 'Download' }))
  await world.toasted('The file holds 2 new values. Open it as text.')
  const { data } = Papa.parse<string[]>(await files[0]!.text())
  expect(data.slice(1)).toEqual([
    ['a', world.trial.valueOf('a'), 'value'],
    ['b, "c"', world.trial.valueOf('b, "c"'), 'value'],
  ])
  expect(screen.getAllByText('Downloaded')).toHaveLength(2)
})

test('if the session ends during a Copy all, nothing is copied, and the other reads end', async () => {
  const { world, list } = await handingOver(['a', 'b'])
  const held = clipboard()
  const release = world.hold('GET', `${values}?name=a`)
  world.interceptAll('GET', `${values}?name=b`, { status: 401 })
  world.interceptAll('GET', '/_/token', { status: 401 })
  await world.user.click(list.getByRole('button', { name: 'Copy all' }))
  await screen.findByRole('heading', { name: 'Signed out' })
  release()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(held).toEqual([])
  expect(screen.queryByText(/Copied|could not be read/)).toBeNull()
})

test('tokens created one by one are counted from the second on, and their values can be handed over', async () => {
  const world = await openConsole({ tokens: ['other'] })
  const held = clipboard()
  for (const name of ['new-1', 'new-2']) {
    await world.press('New token')
    await world.user.type(await screen.findByLabelText('Name'), name)
    await world.press('Create token')
    await world.toasted(name === 'new-1' ? '“new-1” created.' : '2 tokens created.')
    if (name === 'new-1') expect(screen.queryByText(/not copied\.$/)).toBeNull()
  }
  await screen.findByText('2 new values were not copied.')
  expect(world.asksToLeave()).toBe(false)
  await world.press('Hand over…')
  await world.press('Copy all')
  await world.toasted('Copied 2 new values.')
  expect(held).toEqual([`new-1\t${world.trial.valueOf('new-1')}\nnew-2\t${world.trial.valueOf('new-2')}`])
  await world.press('Close')
  await bannerIsGone()
})

test('a new token that is saved again stays in the list until its value is copied or it is deleted', async () => {
  const world = await openConsole({ tokens: ['other'] })
  for (const name of ['new-1', 'new-2', 'new-3']) {
    await world.press('New token')
    await world.user.type(await screen.findByLabelText('Name'), name)
    await world.press('Create token')
    await screen.findByRole('switch', { name: `${name} write` })
  }
  await world.flip('new-1 write')
  await world.confirmWarning()
  await screen.findAllByText('Saved')
  await screen.findByText('3 new values were not copied.')
  await world.press('Hand over…')
  await world.press('Copy value of new-1')
  await world.toasted('Copied the value of “new-1”.')
  await world.press('Close')
  await world.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Close' }))
  await screen.findByText('2 new values were not copied.')
  await world.choose('new-2', 'Delete new-2')
  await world.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete token' }))
  await bannerIsGone()
})

test('signing out offers the list of what is not copied', async () => {
  const { world } = await handingOver(['a'])
  await world.press('Close')
  await world.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await world.signOut()
  const question = within(await screen.findByRole('alertdialog', { name: 'Sign out?' }))
  await world.user.click(question.getByRole('button', { name: 'Hand over…' }))
  expect(await screen.findByRole('button', { name: 'Copy value of a' })).toBeDefined()
})
