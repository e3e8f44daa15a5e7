import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { announcements } from '#web/testing/announcements.ts'
import { openConsole, type TestConsole } from '#web/testing/console.tsx'

const value = '/_/token/value'
const box = () => screen.findByRole('textbox', { name: 'Value of ci' })

/** Expects that the page contains no part of the value. */
function gone({ trial }: TestConsole) {
  // All values of a service begin alike, so only the end counts.
  for (const part of trial.valueOf('ci').split('.').slice(1)) {
    expect(document.documentElement.innerHTML).not.toContain(part)
  }
  expect(screen.queryByRole('textbox', { name: 'Value of ci' })).toBeNull()
}

/** A browser's clipboard, which awaits the blob that it is given. */
function clipboard(): string[] {
  const written: string[] = []
  vi.spyOn(navigator.clipboard, 'write').mockImplementation(async ([item]) => {
    written.push((await (await item?.getType('text/plain'))?.text()) ?? '')
  })
  return written
}

function refuseToCopy() {
  vi.spyOn(navigator.clipboard, 'write').mockRejectedValue(new DOMException('no', 'NotAllowedError'))
  document.execCommand = () => false
}

test('“Copy” copies the value without showing it, reads it once, and offers to clear the clipboard; the browser may refuse that; one that fails says so, opens nothing, and can be tried again from its toast if that may help', async () => {
  const testConsole = await openConsole({ tokens: ['ci'] })
  await testConsole.press('Copy ci')
  await testConsole.seesToast('Copied “ci”.')
  expect(await navigator.clipboard.readText()).toBe(testConsole.trial.valueOf('ci'))
  gone(testConsole)
  expect(testConsole.requestsTo('GET', value)).toHaveLength(1)
  const refusing = vi.spyOn(navigator.clipboard, 'writeText')
  refusing.mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'))
  document.execCommand = () => false
  await testConsole.press('Clear the clipboard')
  await screen.findAllByText(/refused\. What you copied is still on the clipboard/)
  expect(await navigator.clipboard.readText()).toBe(testConsole.trial.valueOf('ci'))
  await testConsole.press('Copy ci')
  await testConsole.seesToast('Copied “ci”.')
  await testConsole.press('Clear the clipboard')
  await screen.findAllByText(/overwritten with empty text.*may still hold what you copied/)
  expect(await navigator.clipboard.readText()).toBe('')
  expect(screen.queryByRole('button', { name: 'Clear the clipboard' })).toBeNull()
  testConsole.interceptNext('GET', value, 'network')
  await testConsole.press('Copy ci')
  await testConsole.seesToast(
    'The value of “ci” was not copied. The service is unreachable. Check the network and the address, then try again.',
  )
  gone(testConsole)
  await testConsole.press('Try again')
  await testConsole.seesToast('Copied “ci”.')
  expect(await navigator.clipboard.readText()).toBe(testConsole.trial.valueOf('ci'))
  testConsole.interceptNext('GET', value, { status: 400 })
  await testConsole.press('Copy ci')
  await screen.findAllByText(/was not copied\. The service answered 400/)
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('if the browser refuses to copy, the value opens, selected, and the page says so; out of sight nothing opens, or waits', async () => {
  const testConsole = await openConsole({ tokens: ['ci', 'other'] })
  refuseToCopy()
  const spoken = announcements()
  await testConsole.press('Copy ci')
  await screen.findAllByText(/This browser refused to copy/)
  await waitFor(async () => expect((await box()).textContent).toBe(testConsole.trial.valueOf('ci')))
  await waitFor(() => expect(testConsole.focused()).toBe('Value of ci'))
  expect(testConsole.requestsTo('GET', value)).toHaveLength(1)
  expect(spoken).toEqual([
    'assertive: This browser refused to copy. The value of “ci” is now selected: copy it with the keyboard.',
  ])
  await testConsole.press('Hide ci')
  gone(testConsole)
  const release = testConsole.hold('GET', value)
  await testConsole.press('Copy ci')
  await testConsole.fill(screen.getByRole('searchbox'), 'other')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Copy ci' })).toBeNull())
  release()
  const message = 'This browser refused to copy the value of “ci”. Reveal it, then copy it with the keyboard.'
  await testConsole.seesToast(message)
  expect(testConsole.alerted()).toBe(message)
  await testConsole.user.clear(screen.getByRole('searchbox'))
  await screen.findByRole('button', { name: 'Copy ci' })
  gone(testConsole)
})

test('signing out cancels a copy in progress and its GET: nothing is copied or said', async () => {
  const gets: (AbortSignal | null | undefined)[] = []
  const testConsole = await openConsole({
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
  const release = testConsole.hold('GET', value)
  await testConsole.press('Copy ci')
  await waitFor(() => expect(gets).toHaveLength(1))
  expect(gets[0]?.aborted).toBe(false)
  await testConsole.signOut()
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(gets[0]?.aborted).toBe(true)
  release()
  await expect(write.mock.results[0]?.value).rejects.toThrow('aborted')
  await new Promise((resolve) => setTimeout(resolve))
  expect(reached).toEqual([])
  expect(document.body.textContent).not.toMatch(/copied/i)
})

test('of two copies the last click wins, and so does clearing: a slower copy before is cancelled, and says so', async () => {
  const testConsole = await openConsole({ tokens: ['a', 'b'] })
  const written = clipboard()
  const release = testConsole.hold('GET', value)
  await testConsole.press('Copy a')
  await waitFor(() => expect(testConsole.requestsTo('GET', value)).toHaveLength(1))
  await testConsole.press('Copy b')
  const overtaken = (name: string) => `The value of “${name}” was not copied because you used the clipboard again.`
  await waitFor(() => expect(testConsole.alerted()).toBe(overtaken('a')))
  await waitFor(() => expect(written).toEqual([testConsole.trial.valueOf('b')]))
  release()
  await screen.findByRole('button', { name: 'Clear the clipboard' })
  const releaseLast = testConsole.hold('GET', value)
  await testConsole.press('Copy a')
  await testConsole.press('Clear the clipboard')
  await testConsole.seesToast(overtaken('a'))
  releaseLast()
  await new Promise((resolve) => setTimeout(resolve))
  expect(written).toEqual([testConsole.trial.valueOf('b')])
})

test('a link that is copied meanwhile counts more than a value that is still read', async () => {
  const testConsole = await openConsole({ tokens: ['ci'] })
  const written = clipboard()
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void written.push(text))
  const release = testConsole.hold('GET', value)
  await testConsole.press('Copy ci')
  await waitFor(() => expect(testConsole.requestsTo('GET', value)).toHaveLength(1))
  await testConsole.open('ci')
  await testConsole.press('Copy link')
  release()
  await testConsole.seesToast('The value of “ci” was not copied because you used the clipboard again.')
  expect(written).toEqual([expect.stringContaining('name=ci')])
})
