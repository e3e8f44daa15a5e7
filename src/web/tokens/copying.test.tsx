import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { announcements } from '#web/testing/announcements.ts'
import { openConsole, type World } from '#web/testing/console.tsx'

const value = '/_/token/value'
const box = () => screen.findByRole('textbox', { name: 'Value of ci' })

/** Expects that the page contains no part of the value. */
function gone({ trial }: World) {
  // All values of a service begin alike, so only the end counts.
  for (const part of trial.valueOf('ci').split('.').slice(1)) {
    expect(document.documentElement.innerHTML).not.toContain(part)
  }
  expect(screen.queryByRole('textbox', { name: 'Value of ci' })).toBeNull()
}

test('“Copy” copies the value without showing it, and reads it once', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  await world.press('Copy ci')
  await world.toasted('Copied “ci”.')
  expect(await navigator.clipboard.readText()).toBe(world.trial.valueOf('ci'))
  gone(world)
  expect(world.requestsTo('GET', value)).toHaveLength(1)
})

test('a copy shortly before the token expires warns of it', async () => {
  const world = await openConsole({ tokens: [{ name: 'ci', expires: 4000 }] })
  await world.press('Copy ci')
  await world.toasted('Copied “ci”. The token expires in 4 s.')
  expect(await navigator.clipboard.readText()).toBe(world.trial.valueOf('ci'))
})

test('a copy after the token has expired says so, although the list was drawn before', async () => {
  const world = await openConsole({ readings: 'query-server', tokens: [{ name: 'ci', expires: 4000 }] })
  world.passTime(5000)
  await world.press('Copy ci')
  await world.toasted('Copied “ci”, but the token has expired.')
  expect(await navigator.clipboard.readText()).toBe(world.trial.valueOf('ci'))
})

test('if the browser refuses to copy, the value opens, selected, and the page says so', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  vi.spyOn(navigator.clipboard, 'write').mockRejectedValue(new DOMException('no', 'NotAllowedError'))
  document.execCommand = () => false
  const spoken = announcements()
  await world.press('Copy ci')
  await screen.findAllByText(/This browser refused to copy/)
  await waitFor(async () => expect((await box()).textContent).toBe(world.trial.valueOf('ci')))
  await waitFor(() => expect(world.focused()).toBe('Value of ci'))
  expect(world.requestsTo('GET', value)).toHaveLength(1)
  expect(spoken).toEqual([
    'assertive: This browser refused to copy. The value of “ci” is now selected: copy it with the keyboard.',
  ])
  await world.press('Hide ci')
  gone(world)
})

test('if the browser refuses to copy a value whose row is out of sight, nothing is called selected, or waits', async () => {
  const world = await openConsole({ tokens: ['ci', 'other'] })
  vi.spyOn(navigator.clipboard, 'write').mockRejectedValue(new DOMException('no', 'NotAllowedError'))
  document.execCommand = () => false
  const release = world.hold('GET', value)
  await world.press('Copy ci')
  await waitFor(() => expect(world.requestsTo('GET', value)).toHaveLength(1))
  await world.user.type(screen.getByRole('searchbox'), 'other')
  await waitFor(() => expect(world.names()).toEqual(['other']))
  release()
  const says = 'This browser refused to copy the value of “ci”. Reveal it, then copy it with the keyboard.'
  await world.toasted(says)
  expect(world.alerted()).toBe(says)
  await world.user.clear(screen.getByRole('searchbox'))
  await waitFor(() => expect(world.names()).toEqual(['ci', 'other']))
  gone(world)
})

test('if the page was left before the browser refuses to copy, nothing is called selected', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  vi.spyOn(navigator.clipboard, 'write').mockRejectedValue(new DOMException('no', 'NotAllowedError'))
  document.execCommand = () => false
  const release = world.hold('GET', value)
  await world.press('Copy ci')
  await waitFor(() => expect(world.requestsTo('GET', value)).toHaveLength(1))
  await world.user.click(screen.getByRole('link', { name: 'Users' }))
  await world.user.click(screen.getByRole('link', { name: 'Tokens' }))
  await screen.findByRole('button', { name: 'Copy ci' })
  release()
  await screen.findAllByText(/This browser refused to copy/)
  expect(document.body.textContent).not.toContain('is now selected')
  gone(world)
})

test('“Repair it first” leaves the note with Repair under the row', async () => {
  const world = await openConsole({ tokens: ['ci'], readings: 'query-server' })
  await world.flip('ci write')
  await world.confirmWarning()
  await screen.findByRole('button', { name: 'Repair ci' })
  world.passTime(1000)
  await world.press('Copy ci')
  await world.toasted('Copied “ci”, but the service will probably reject this value. Repair it first.')
  expect(screen.queryByRole('button', { name: 'Repair ci' })).not.toBeNull()
})

test('a copy leaves the note that somebody else changed the token since', async () => {
  const world = await openConsole({ tokens: ['ci'], readings: 'query-server,value-on-put=new' })
  await world.flip('ci write')
  await world.confirmWarning()
  await screen.findByText(/New value/)
  world.passTime(60_000)
  await world.trial.call('PUT', '/_/token', {
    name: 'ci',
    active: false,
    write: true,
    expiration_date: 1_900_000_000_000,
  })
  await world.refresh()
  await screen.findByText(/It was changed outside this page, or by the service\./)
  await screen.findByText('The new value from an earlier save was not copied. It may have been replaced since.')
  await world.press('Copy ci')
  await world.toasted('Copied “ci”, but the token is inactive. Activating it replaces the value.')
  expect(screen.queryByText(/It was changed outside this page, or by the service\./)).not.toBeNull()
})

test('a copy leaves the note about a save whose outcome is unknown', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  await world.flip('ci write')
  const release = world.hold('PUT', '/_/token')
  world.interceptNext('PUT', '/_/token', 'lost')
  await world.confirmWarning()
  await waitFor(() => expect(world.requestsTo('PUT', '/_/token')).toHaveLength(1))
  world.interceptAll('GET', '/_/token', 'network')
  release()
  await screen.findByText(/may or may not be saved/)
  await world.press('Copy ci')
  await world.toasted('Copied “ci”.')
  expect(screen.queryByText(/may or may not be saved/)).not.toBeNull()
})

test('a copy that fails says so and opens nothing', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  world.interceptNext('GET', value, 'network')
  // The clipboard of user-event does not await the blob; a browser's does.
  vi.spyOn(navigator.clipboard, 'write').mockImplementation(async ([item]) => void (await item?.getType('text/plain')))
  await world.press('Copy ci')
  await world.toasted(
    'The value of “ci” was not copied. The service is unreachable. Check the network and the address, then try again.',
  )
  gone(world)
  expect(screen.queryByRole('textbox', { name: 'Value of ci' })).toBeNull()
})

test('a copy that is told to be tried again can be, from its toast', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  const held = clipboard()
  world.interceptNext('GET', value, 'network')
  await world.press('Copy ci')
  await screen.findAllByText(/then try again\.$/)
  await world.press('Try again')
  await waitFor(() => expect(held).toEqual([world.trial.valueOf('ci')]))
  world.interceptNext('GET', value, { status: 400 })
  await world.press('Copy ci')
  await screen.findAllByText(/was not copied\. The service answered 400/)
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('after copying, the page offers to clear the clipboard, and says only what the browser did', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  await world.press('Copy ci')
  await world.press('Clear the clipboard')
  await screen.findAllByText(/overwritten with empty text.*may still hold what you copied/)
  expect(await navigator.clipboard.readText()).toBe('')
  expect(screen.queryByRole('button', { name: 'Clear the clipboard' })).toBeNull()
})

test('if the browser refuses to clear the clipboard, the page says so', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  await world.press('Copy ci')
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'))
  document.execCommand = () => false
  await world.press('Clear the clipboard')
  await screen.findAllByText(/refused\. What you copied is still on the clipboard/)
  expect(await navigator.clipboard.readText()).toBe(world.trial.valueOf('ci'))
})

test('signing out cancels a copy in progress and its GET: nothing is copied or said', async () => {
  const gets: (AbortSignal | null | undefined)[] = []
  const world = await openConsole({
    tokens: ['ci'],
    before(_, network) {
      const { fetch } = network
      network.fetch = (url, init) => {
        if (url.includes(value)) gets.push(init.signal)
        return fetch(url, init)
      }
    },
  })
  const reached: string[] = []
  document.execCommand = (command) => reached.push(command) > 0
  const write = vi.spyOn(navigator.clipboard, 'write').mockImplementation(async ([item]) => {
    reached.push((await (await item?.getType('text/plain'))?.text()) ?? '')
  })
  const release = world.hold('GET', value)
  await world.press('Copy ci')
  await waitFor(() => expect(gets).toHaveLength(1))
  expect(gets[0]?.aborted).toBe(false)
  await world.signOut()
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(gets[0]?.aborted).toBe(true)
  release()
  await expect(write.mock.results[0]?.value).rejects.toThrow('aborted')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(reached).toEqual([])
  expect(document.body.textContent).not.toMatch(/copied/i)
})

/** A browser's clipboard, which awaits the blob that it is given. */
function clipboard(): string[] {
  const written: string[] = []
  vi.spyOn(navigator.clipboard, 'write').mockImplementation(async ([item]) => {
    written.push((await (await item?.getType('text/plain'))?.text()) ?? '')
  })
  return written
}

test('of two copies the last click wins: a slower first one is cancelled, and says so', async () => {
  const world = await openConsole({ tokens: ['a', 'b'] })
  const written = clipboard()
  const release = world.hold('GET', value)
  await world.press('Copy a')
  await waitFor(() => expect(world.requestsTo('GET', value)).toHaveLength(1))
  await world.press('Copy b')
  const overtaken = 'The value of “a” was not copied because you used the clipboard again.'
  await waitFor(() => expect(world.alerted()).toBe(overtaken))
  await waitFor(() => expect(written).toEqual([world.trial.valueOf('b')]))
  release()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(written).toEqual([world.trial.valueOf('b')])
})

test('clearing the clipboard cancels a copy in progress', async () => {
  const world = await openConsole({ tokens: ['a', 'b'] })
  const written = clipboard()
  await world.press('Copy a')
  await screen.findByRole('button', { name: 'Clear the clipboard' })
  const release = world.hold('GET', value)
  await world.press('Copy b')
  await world.press('Clear the clipboard')
  await world.toasted('The value of “b” was not copied because you used the clipboard again.')
  release()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(written).toEqual([world.trial.valueOf('a')])
})
