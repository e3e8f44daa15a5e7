import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole } from '#web/testing/console.tsx'

const checked = (name: string) => screen.getByRole('switch', { name }).getAttribute('aria-checked')
const question = () => screen.findByRole('alertdialog')
const saved = (name: string, to: boolean) => waitFor(() => expect(checked(name)).toBe(String(to)))

const mayReplace =
  'Changing a token may replace its value on this service. Programs that use the old value would stop working, and it can’t be restored.'
const primary = (dialog: HTMLElement) =>
  [...dialog.querySelectorAll('.btn.primary')].map(({ textContent }) => textContent)
const buttons = async () =>
  within(await question())
    .getAllByRole('button')
    .map(({ textContent }) => textContent)

test('if it is unknown what an update does to a value, deactivating says so too, and Cancel sends nothing', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  await world.flip('ci active')
  expect((await question()).textContent).toContain(mayReplace)
  expect(await buttons()).toEqual(['Cancel', 'Check first', 'Deactivate'])
  expect(primary(await question())).toEqual(['Check first'])
  await world.press('Cancel')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(world.requestsTo('PUT', '/_/token')).toEqual([])
  expect(checked('ci active')).toBe('true')
})

test('if values are known to be kept, deactivating says that a leaked one comes back', async () => {
  const world = await openConsole({ tokens: ['ci'], readings: 'list-secret=carried' })
  await world.flip('ci write')
  await world.press('Turn write on')
  await saved('ci write', true)
  await world.flip('ci active')
  expect((await question()).textContent).toContain('To stop a leak, replace the value.')
  expect(await buttons()).toEqual(['Cancel', 'Deactivate'])
})

test.each([
  ['documented', 'This service keeps the value when a token is updated.', 'brings the same value back'],
  ['query-server', 'and the new one needs repair.', 'When you activate it again, give them the new value.'],
])(
  'under “%s”, “Check first” uses only a temporary token, and its answer replaces the sentence about what is unknown',
  async (readings, says, then) => {
    const world = await openConsole({ tokens: ['ci'], readings })
    Object.defineProperty(world.trial.clock, 'now', { get: () => Date.now() + Math.floor(performance.now()) })
    const [before] = world.trial.store.read("SELECT * FROM token WHERE name = 'ci'")
    await world.flip('ci active')
    expect((await question()).textContent).toContain('“Check first” tests this on a temporary token.')
    await world.press('Check first')
    await waitFor(async () => expect((await question()).textContent).toContain(then), { timeout: 5000 })
    expect((await question()).textContent).not.toMatch(/may replace|Check/)
    expect(world.announced()).toContain(`Checked. `)
    expect(world.announced()).toContain(says)
    expect(primary(await question())).toEqual(['Deactivate'])
    // The value of a token that is off should be rejected.
    expect(within(await question()).queryByRole('checkbox', { name: /Repair afterwards/ })).toBeNull()
    const written = world.requests
      .filter(({ method }) => method !== 'GET')
      .map(({ method, body }) => [method, JSON.stringify(body)])
    expect(written.map(([method]) => method)).toEqual(['POST', 'PUT', 'PUT', 'PUT', 'DELETE'])
    for (const [, body] of written) expect(body).toContain('query-admin-check-')
    expect(world.trial.store.read('SELECT * FROM token')).toEqual([before])
    await world.press('Deactivate')
    await saved('ci active', false)
  },
)

test.each([
  ['fails', { status: 500 }, /^Not checked\. The service failed \(500\)/],
  ['tells nothing', { status: 200 }, 'Checked. The service doesn’t show what an update does to the value.'],
])('a check that %s says so, and the dialog stays open', async (_, answer, says) => {
  const world = await openConsole({ tokens: ['ci'] })
  world.interceptNext('POST', '/_/token', answer)
  await world.flip('ci active')
  await world.press('Check first')
  await within(await question()).findByText(says, undefined, { timeout: 5000 })
  expect((await question()).textContent).toContain(mayReplace)
  expect(await buttons()).toEqual(['Cancel', 'Check first', 'Deactivate'])
})

test('each kind of warning can be turned off separately', async () => {
  const world = await openConsole({ tokens: ['a', 'b'], readings: 'list-secret=carried,value-on-put=new' })
  await world.flip('a write')
  await world.confirmWarning()
  await saved('a write', true)
  await world.flip('b write')
  await world.confirmWarning()
  await saved('b write', true)
  await world.flip('a write')
  await saved('a write', false)
  await world.flip('b active')
  const dialog = await question()
  expect(dialog.textContent).toContain('When you activate it again, give them the new value.')
  expect(within(dialog).getByRole<HTMLInputElement>('checkbox', { name: /Don’t warn again/ }).checked).toBe(false)
})

test('a save does not warn on a service that is known to keep values', async () => {
  const world = await openConsole({ tokens: ['a', 'b'], readings: 'list-secret=carried' })
  await world.flip('a write')
  await within(await question()).findByText(/Changing a token may replace its value/)
  await world.press('Turn write on')
  await saved('a write', true)
  await world.flip('b write')
  await saved('b write', true)
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('a save warns on a service that is known to issue new values', async () => {
  const world = await openConsole({ tokens: ['a', 'b'], readings: 'list-secret=carried,value-on-put=new' })
  await world.flip('a write')
  await world.press('Turn write on')
  await saved('a write', true)
  await world.flip('b write')
  expect((await question()).textContent).toContain('Programs that use it stop working until they get the new one.')
})

test('a save is not repaired unless the admin chose so', async () => {
  const world = await openConsole({ tokens: ['a', 'b'], readings: 'query-server' })
  await world.flip('a write')
  await world.confirmWarning()
  await saved('a write', true)
  await world.flip('b write')
  await world.user.click(within(await question()).getByRole('checkbox', { name: /Repair afterwards/ }))
  await world.confirmWarning()
  await saved('b write', true)
  await waitFor(() => expect(world.requestsTo('PUT', '/_/token')).toHaveLength(2))
  await waitFor(() => expect(screen.getAllByText(/the new value needs repair/i)).toHaveLength(2))
  expect(world.requestsTo('PUT', '/_/token')).toHaveLength(2)
})

test('a row’s note stays until the next warning is confirmed', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  world.interceptNext('PUT', '/_/token', { status: 200 })
  await world.flip('ci write')
  await world.press('Turn write on')
  const says = /^Not saved: the service answered OK/
  await screen.findByText(says)
  await world.flip('ci active')
  await question()
  await world.press('Cancel')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(screen.queryByText(says)).not.toBeNull()
})
