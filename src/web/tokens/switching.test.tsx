import { onlineManager } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openConsole, type World } from '#web/testing/console.tsx'

const token = '/_/token'
const at = (name: string) => screen.getByRole('switch', { name })
const checked = (name: string) => at(name).getAttribute('aria-checked')
const busy = (name: string) => at(name).getAttribute('aria-busy')
const rowOf = (name: string) => at(name).closest('tr')?.textContent
const turned = (name: string, to: boolean) => waitFor(() => expect(checked(name)).toBe(String(to)))
const question = () => screen.findByRole('alertdialog')
const puts = ({ requestsTo }: World) => requestsTo('PUT', token).map(({ body }) => body)
const keeping = 'list-secret=carried'
const far = 2_000_000_000_000
/** The page looks again two seconds after the last save. */
const afterLook = { timeout: 15_000 }

/** A change of `ci` as somebody else. */
async function theirs({ passTime, trial }: World, change: object) {
  passTime(10_000)
  await trial.call('PUT', token, { name: 'ci', active: true, write: false, expiration_date: far, ...change })
}

test('a pending switch shows the stored value, and says “Saving…”, also that there is no answer yet; then it is saved, and announced', async () => {
  const { flip, hold, confirmWarning, announced } = await openConsole({ tokens: ['ci'] })
  await flip('ci active')
  const release = hold('PUT', token)
  const { setTimeout: wait } = globalThis
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((act: () => void, ms?: number) =>
    wait(act, ms === 5000 ? 50 : ms)) as typeof setTimeout)
  await confirmWarning()
  await waitFor(() => expect(busy('ci active')).toBe('true'))
  expect(checked('ci active')).toBe('true')
  expect(at('ci active').getAttribute('aria-description')).toBe('Saving…')
  expect(rowOf('ci active')).toContain('Saving…')
  await waitFor(() => expect(rowOf('ci active')).toContain('No answer yet'))
  expect(announced()).toBe('ci: The service hasn’t answered yet.')
  release()
  await turned('ci active', false)
  expect(busy('ci active')).toBeNull()
  expect(rowOf('ci active')).toMatch(/Saved(?! with)/)
  expect(rowOf('ci active')).toContain('Inactive')
  expect(rowOf('ci active')).not.toContain('No answer yet')
  await waitFor(() => expect(announced()).toBe('ci: saved, active off.'))
})

test('an OK is no proof: without the change in the row nothing is called saved, and “Try again” sends the same', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  world.interceptNext('PUT', token, { status: 200 })
  await world.flip('ci active')
  await world.confirmWarning()
  await screen.findByText('Not saved: the service answered OK, but “active” is still on.')
  expect(checked('ci active')).toBe('true')
  expect(rowOf('ci active')).not.toContain('Saved')
  await world.press('Try again for ci')
  await turned('ci active', false)
  expect(screen.queryByText(/^Not saved/)).toBeNull()
  expect(puts(world)).toHaveLength(2)
  expect(puts(world)[0]).toEqual(puts(world)[1])
})

test('a refused switch goes back alone: its neighbour in the row, and other rows, keep their changes', async () => {
  const { flip, hold, interceptNext, confirmWarning, trial } = await openConsole({ tokens: ['ci', 'b'] })
  const first = hold('PUT', token)
  await flip('ci active')
  await confirmWarning()
  await waitFor(() => expect(busy('ci active')).toBe('true'))
  await flip('ci write')
  await confirmWarning()
  await waitFor(() => expect(busy('ci write')).toBe('true'))
  await flip('b write')
  interceptNext('PUT', token, { status: 400, body: 'not today' })
  first()
  await screen.findByText(/Not saved: .*400, “not today”/)
  await turned('ci write', true)
  await turned('b write', true)
  expect(checked('ci active')).toBe('true')
  expect(trial.store.read("SELECT active, write FROM token WHERE name = 'ci'")).toEqual([{ active: 1, write: 1 }])
})

test('a second press queues the reverse: both are sent in turn, and the last one wins', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  const release = world.hold('PUT', token)
  await world.flip('ci active')
  await world.confirmWarning()
  await waitFor(() => expect(puts(world)).toHaveLength(1))
  await world.flip('ci active')
  await world.confirmWarning()
  expect(puts(world)).toHaveLength(1)
  release()
  await waitFor(() => expect(puts(world)).toHaveLength(2))
  expect(puts(world)).toMatchObject([{ active: false }, { active: true }])
  await waitFor(() => expect(busy('ci active')).toBeNull())
  expect(checked('ci active')).toBe('true')
})

test('two switches pressed at once are asked about one after the other', async () => {
  const world = await openConsole({ tokens: ['a', 'b'] })
  await world.flip('a write')
  at('b write').click() // behind the first question
  await within(await screen.findByRole('alertdialog', { name: /“ ?a ?”/ })).findByText(/may replace/)
  await world.press('Turn write on')
  await screen.findByRole('alertdialog', { name: /“ ?b ?”/ })
  await world.press('Turn write on')
  await turned('b write', true)
  await turned('a write', true)
})

test('a token that changed meanwhile is asked about once more, with the change; the answer keeps both, and is final', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  await screen.findByRole('table', { name: 'Tokens' })
  await theirs(world, { write: true })
  await world.flip('ci active')
  await world.confirmWarning()
  const asked = await question()
  await within(asked).findByText('It changed after you opened it. Nothing was sent yet.')
  expect(asked.textContent).toContain('Writeoff → on')
  await waitFor(() => expect(checked('ci write')).toBe('true'))
  expect(puts(world)).toEqual([])
  await world.press('Save anyway')
  await turned('ci active', false)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(world.trial.store.read('SELECT active, write, expiration_date FROM token')).toEqual([
    { active: 0, write: 1, expiration_date: far },
  ])
})

test('if the token already has the requested value, or no longer exists, nothing is sent, and the page says so', async () => {
  const world = await openConsole({ tokens: [{ name: 'a', expires: 'never' }, 'b', 'c'] })
  await screen.findByRole('table', { name: 'Tokens' })
  await world.trial.call('PUT', token, { name: 'a', active: false, write: false })
  await world.trial.call('DELETE', token, { name: 'b' })
  await world.flip('a active')
  await world.confirmWarning()
  await screen.findByText(/^Already off since \d\d:\d\d\. Nothing was sent\.$/)
  expect(checked('a active')).toBe('false')
  await world.flip('b active')
  await waitFor(() => expect(world.names()).toEqual(['a', 'c']))
  await screen.findByText(
    (_, at) => at?.tagName === 'P' && at.textContent === '“b”: Already deleted. Nothing was sent.',
  )
  expect(world.announced()).toBe('b: already deleted. Nothing was sent.')
  expect(puts(world)).toEqual([])
})

test('a save without an answer is unknown until a list shows it: each refresh says so in its place, and the row what it reads', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  await screen.findByRole('table', { name: 'Tokens' })
  world.passTime(1000)
  const release = world.hold('PUT', token)
  world.interceptNext('PUT', token, 'network')
  await world.flip('ci active')
  await world.confirmWarning()
  await waitFor(() => expect(puts(world)).toHaveLength(1))
  const back = world.interceptAll('GET', token, 'network')
  release()
  await screen.findByText('No answer. It may or may not be saved.')
  expect(checked('ci active')).toBe('true')
  back()
  world.passTime(60_000)
  await world.press('Refresh for ci')
  await screen.findByText(/^No answer\. Not saved as of \d\d:01\. It may still arrive\.$/)
  world.passTime(60_000)
  await world.trial.call('PUT', token, puts(world)[0] as object) // it arrives
  await world.press('Refresh for ci')
  await screen.findByText('It is saved.')
  expect(checked('ci active')).toBe('false')
  expect(puts(world)).toHaveLength(1)
})

test('a list read that began before a save and ends after it does not undo the save on the page', async () => {
  let isArmed = false
  let deliver: () => void = () => undefined
  const world = await openConsole({
    tokens: ['ci'],
    before(_, network) {
      const { fetch } = network
      network.fetch = async (url, init) => {
        const answer = await fetch(url, init)
        if (!isArmed || init.method !== 'GET' || !url.endsWith(token)) return answer
        isArmed = false
        await new Promise<void>((go) => (deliver = go))
        return answer
      }
    },
  })
  await screen.findByRole('switch', { name: 'ci active' })
  isArmed = true
  await world.refresh()
  await waitFor(() => expect(isArmed).toBe(false))
  await world.flip('ci active')
  await world.confirmWarning()
  await turned('ci active', false)
  deliver()
  await new Promise((go) => setTimeout(go, 50))
  expect(checked('ci active')).toBe('false')
})

test('three saves are looked at once more with one request: what holds is left alone, and “Saved” is taken back where a colleague undid it', async () => {
  const world = await openConsole({ readings: keeping, tokens: ['a', 'b', 'ci'] })
  await world.flip('a write')
  await world.confirmWarning()
  await world.flip('b write')
  await world.flip('ci write')
  await waitFor(() => expect(screen.getAllByText('Saved').length).toBeGreaterThan(2))
  const reads = world.requestsTo('GET', token).length
  await theirs(world, {
    write: false,
    expiration_date: (puts(world)[2] as { expiration_date: number }).expiration_date,
  })
  const says = '“write” is off again. Changed outside this page, or by the service.'
  await waitFor(() => expect(screen.getByText(says)).toBeTruthy(), afterLook)
  expect(screen.getAllByText(/outside this page/)).toHaveLength(1)
  expect(checked('ci write')).toBe('false')
  expect(rowOf('ci write')).not.toContain('Saved')
  expect(world.requestsTo('GET', token)).toHaveLength(reads + 1)
  await world.signOut()
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(world.requestsTo('GET', token)).toHaveLength(reads + 1)
})

test('a deleted token that somebody creates again at once is in the list again, and the page says so', async () => {
  const world = await openConsole({ tokens: ['ci', 'other'] })
  await world.choose('ci', 'Delete ci')
  await world.press('Delete token')
  await waitFor(() => expect(world.names()).toEqual(['other']))
  world.passTime(1000)
  await world.trial.call('POST', token, { name: 'ci' })
  await waitFor(() => expect(world.names()).toContain('ci'), afterLook)
  await screen.findByText('In the list again. Created outside this page, or by the service.')
})

test('the row keeps its place when a switch changes what it is sorted by, until a refresh', async () => {
  const { flip, names, press, refresh, confirmWarning } = await openConsole({ tokens: ['a', 'b', 'c'] })
  await press('Active')
  await flip('a active')
  await confirmWarning()
  await turned('a active', false)
  expect(names()).toEqual(['a', 'b', 'c'])
  await refresh()
  await waitFor(() => expect(names()).toEqual(['b', 'c', 'a']))
})

test('a write is sent at once or never: none waits for the network to come back', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  await screen.findByRole('switch', { name: 'ci write' })
  onTestFinished(() => onlineManager.setOnline(true))
  onlineManager.setOnline(false) // TanStack Query's own idea of it, which may be wrong
  await world.flip('ci write')
  await world.confirmWarning()
  await waitFor(() => expect(puts(world)).toHaveLength(1))
})

test('what saves showed of values decides whether the next one asks, and is not stored', async () => {
  const world = await openConsole({ readings: keeping, tokens: ['a', 'b'] })
  await world.flip('a write')
  await world.press('Turn write on')
  await turned('a write', true)
  await world.flip('b write')
  await turned('b write', true)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(Object.keys(localStorage).filter((key) => key.includes('update-check'))).toEqual([])
})

test.each([
  ['documented', 'Activating it again brings the same value back', 'keeps the value when a token is updated'],
  ['query-server', 'When you activate it again, give programs the new value.', 'the new one needs repair'],
])(
  'under “%s”, “Check first” uses only a temporary token, and its answer replaces the sentence about what is unknown',
  async (readings, says, told) => {
    const world = await openConsole({ tokens: ['ci'], readings })
    Object.defineProperty(world.trial.clock, 'now', { get: () => Date.now() + Math.floor(performance.now()) })
    const stored = world.trial.store.read("SELECT * FROM token WHERE name = 'ci'")
    await world.flip('ci active')
    const dialog = await question()
    expect(dialog.textContent).toContain('Its value may also be replaced for good. Check first to find out.')
    await world.press('Check first')
    await waitFor(() => expect(dialog.textContent).toContain(says), afterLook)
    expect(dialog.textContent).not.toMatch(/may also be replaced|Check/)
    expect(world.announced()).toContain(told)
    const written = world.requests.filter(({ method }) => method !== 'GET')
    expect(written.map(({ method }) => method)).toEqual(['POST', 'PUT', 'PUT', 'PUT', 'DELETE'])
    for (const { body } of written) expect(JSON.stringify(body)).toContain('query-admin-check-')
    expect(world.trial.store.read('SELECT * FROM token')).toEqual(stored)
    await world.press('Deactivate')
    await turned('ci active', false)
  },
)

test('a check that fails says so, and the question stays open; Cancel sends nothing', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  world.interceptNext('POST', token, { status: 500 })
  await world.flip('ci active')
  await world.press('Check first')
  await within(await question()).findByText(/^Not checked\. The service failed \(500\)/, undefined, afterLook)
  expect((await question()).textContent).toContain('Its value may also be replaced for good.')
  await world.press('Cancel')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(puts(world)).toEqual([])
  expect(checked('ci active')).toBe('true')
})
