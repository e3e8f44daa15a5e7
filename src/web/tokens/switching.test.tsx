import { onlineManager } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openConsole, type TestConsole } from '#web/testing/console.tsx'

const token = '/_/token'
const switchNamed = (name: string) => screen.getByRole('switch', { name })
const checked = (name: string) => switchNamed(name).getAttribute('aria-checked')
const busy = (name: string) => switchNamed(name).getAttribute('aria-busy')
const rowOf = (name: string) => switchNamed(name).closest('tr')?.textContent
const turned = (name: string, to: boolean) => waitFor(() => expect(checked(name)).toBe(String(to)))
const puts = ({ requestsTo }: TestConsole) => requestsTo('PUT', token).map(({ body }) => body)
const keeping = 'list-secret=carried'
const unseen = 'This service doesn’t show whether the value changed.'
const far = 2_000_000_000_000
/** The page looks again two seconds after the last save. */
const afterLook = { timeout: 15_000 }

/** A change of `ci` as somebody else. */
async function theirs({ passTime, trial }: TestConsole, change: object) {
  passTime(10_000)
  await trial.call('PUT', token, { name: 'ci', active: true, write: false, expiration_date: far, ...change })
}

test('a pending switch shows the stored value, and says “Saving…”, also that there is no answer yet; then it is saved, and announced; it is sent at once or never', async () => {
  const { flip, hold, confirmWarning, announced } = await openConsole({ tokens: ['ci'] })
  onTestFinished(() => onlineManager.setOnline(true))
  onlineManager.setOnline(false) // TanStack Query's own idea of it, which may be wrong
  await flip('ci active')
  const release = hold('PUT', token)
  const { setTimeout: wait } = globalThis
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((act: () => void, ms?: number) =>
    wait(act, ms === 5000 ? 50 : ms)) as typeof setTimeout)
  await confirmWarning()
  await waitFor(() => expect(switchNamed('ci active').getAttribute('aria-description')).toBe('Saving…'))
  expect(busy('ci active')).toBe('true')
  expect(checked('ci active')).toBe('true')
  expect(rowOf('ci active')).toContain('Saving…')
  await waitFor(() => expect(rowOf('ci active')).toContain('No answer yet'))
  await waitFor(() => expect(announced()).toBe('ci: The service hasn’t answered yet.'))
  release()
  await turned('ci active', false)
  expect(busy('ci active')).toBeNull()
  expect(rowOf('ci active')).toMatch(/Saved(?! with)/)
  expect(rowOf('ci active')).toContain('Inactive')
  expect(rowOf('ci active')).not.toContain('No answer yet')
  await waitFor(() => expect(announced()).toBe(`ci: saved, active off. ${unseen}`))
})

test('of switches pressed at once each is asked about until the admin was warned; a refused one goes back alone, a reverse waits for its turn, and other rows keep their changes', async () => {
  const testConsole = await openConsole({ tokens: ['ci', 'b'] })
  const first = testConsole.hold('PUT', token)
  await testConsole.flip('ci active')
  switchNamed('b write').click() // behind the first dialog
  await screen.findByRole('alertdialog', { name: /“ ?ci ?”/ })
  await testConsole.press('Deactivate')
  await screen.findByRole('alertdialog', { name: /“ ?b ?”/ })
  await testConsole.press('Turn write on')
  await turned('b write', true)
  await testConsole.flip('ci write')
  await testConsole.flip('ci write')
  await waitFor(() => expect(busy('ci write')).toBe('true'))
  expect(puts(testConsole)).toHaveLength(2)
  testConsole.interceptNext('PUT', token, { status: 400, body: 'not today' })
  first()
  await screen.findByText(/Not saved: .*400, “not today”/)
  await waitFor(() => expect(busy('ci write')).toBeNull())
  expect(puts(testConsole).slice(2)).toMatchObject([{ write: true }, { write: false }])
  expect([checked('ci active'), checked('ci write'), checked('b write')]).toEqual(['true', 'false', 'true'])
})

test('a save without an answer is unknown until a list shows it: each refresh says so in its place, and the row what it reads', async () => {
  const testConsole = await openConsole({ tokens: ['ci'] })
  await screen.findByRole('table', { name: 'Tokens' })
  testConsole.passTime(1000)
  const release = testConsole.hold('PUT', token)
  testConsole.interceptNext('PUT', token, 'network')
  await testConsole.flip('ci active')
  await testConsole.confirmWarning()
  await waitFor(() => expect(puts(testConsole)).toHaveLength(1))
  const back = testConsole.interceptAll('GET', token, 'network')
  release()
  await screen.findByText('No answer. It may or may not be saved.')
  expect(checked('ci active')).toBe('true')
  back()
  testConsole.passTime(60_000)
  await testConsole.press('Refresh for ci')
  await screen.findByText('No answer. Not saved so far; it may still go through.')
  testConsole.passTime(60_000)
  await testConsole.trial.call('PUT', token, puts(testConsole)[0] as object) // it arrives
  await testConsole.press('Refresh for ci')
  await screen.findByText(`It is saved. ${unseen}`)
  expect(checked('ci active')).toBe('false')
  expect(puts(testConsole)).toHaveLength(1)
})

test('where rows carry no value, the first result says under its row that it may have changed; later ones leave that to Activity', async () => {
  const testConsole = await openConsole({ tokens: ['a', 'b'] })
  await testConsole.flip('a write')
  await testConsole.confirmWarning()
  await screen.findByText(`Saved, write on. ${unseen}`)
  await testConsole.flip('b write')
  await turned('b write', true)
  await waitFor(() => expect(rowOf('b write')).toContain('SavedUndo'))
  expect(screen.getAllByText(/doesn’t show whether/)).toHaveLength(1)
  await testConsole.press('Activity')
  await screen.findAllByText(new RegExp(unseen))
})

test('a list read that began before a save and ends after it does not undo the save on the page', async () => {
  let isArmed = false
  let deliver: () => void = () => undefined
  const testConsole = await openConsole({
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
  await testConsole.refresh()
  await waitFor(() => expect(isArmed).toBe(false))
  await testConsole.flip('ci active')
  await testConsole.confirmWarning()
  await turned('ci active', false)
  deliver()
  await new Promise((go) => setTimeout(go, 50))
  expect(checked('ci active')).toBe('false')
})

test('what the first of three saves showed of values lets the others go unasked; they are looked at once more with one request: what holds is left alone, and “Saved” is taken back where a colleague undid it', async () => {
  const testConsole = await openConsole({ readings: keeping, tokens: ['a', 'b', 'ci'] })
  await testConsole.flip('a write')
  await testConsole.confirmWarning()
  await testConsole.flip('b write')
  await testConsole.flip('ci write')
  for (const name of ['a', 'b', 'ci']) await turned(`${name} write`, true)
  const reads = testConsole.requestsTo('GET', token).length
  await theirs(testConsole, {
    write: false,
    expiration_date: (puts(testConsole)[2] as { expiration_date: number }).expiration_date,
  })
  const message = '“write” is off again. Changed outside this page, or by the service.'
  await waitFor(() => expect(screen.getByText(message)).toBeTruthy(), afterLook)
  expect(screen.getAllByText(/outside this page/)).toHaveLength(1)
  expect(checked('ci write')).toBe('false')
  expect(rowOf('ci write')).not.toContain('Saved')
  expect(testConsole.requestsTo('GET', token)).toHaveLength(reads + 1)
  await testConsole.signOut()
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(testConsole.requestsTo('GET', token)).toHaveLength(reads + 1)
})
