import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { openConsole, origin } from '#web/testing/console.tsx'

const rowFields = { description: 'of the canary', note: 1 }
const mayClear = 'This service stores “description” and “note”, which this console can’t send. Saving may clear them.'
const questionText = async () => (await screen.findByRole('alertdialog')).textContent
const expectNoQuestion = () => expect(screen.queryByRole('alertdialog')).toBeNull()
const saved = (name: string, to: boolean) =>
  waitFor(() => expect(screen.getByRole('switch', { name }).getAttribute('aria-checked')).toBe(String(to)))
const learnKept = () =>
  localStorage.setItem(`query-admin update-check ${origin} ${origin}_/`, JSON.stringify({ effect: 'keeps', at: 1 }))

describe('fields of a token that the console does not know', () => {
  test('are named before a save', async () => {
    learnKept()
    const world = await openConsole({ tokens: ['a'], rowFields })
    await world.flip('a write')
    expect(await questionText()).toContain(mayClear)
    expect(document.body.textContent).not.toContain('canary')
    await world.press('Cancel')
    await waitFor(expectNoQuestion)
    expect(world.requestsTo('PUT', '/_/token')).toEqual([])
    await world.flip('a active')
    expect(await questionText()).toContain(mayClear)
  })

  test('are certainly lost when the value is replaced', async () => {
    const world = await openConsole({ tokens: ['a'], rowFields: { description: 'x' } })
    await world.press('More for a')
    await world.user.click(await screen.findByRole('menuitem', { name: /Replace/ }))
    expect(await questionText()).toContain(
      'This service stores “description”, which this console can’t send. The new token won’t have it.',
    )
  })
})

describe('fields of a user that the console does not know', () => {
  const users = [{ email: 'li@x.test' }, { email: 'mo@x.test', admin: true }]
  const open = () => openConsole({ users, hash: '#/users', byPassword: true, rowFields })

  test('are named before a save, until the admin turns the warning off', async () => {
    const world = await open()
    await world.flip('li@x.test admin')
    expect(await questionText()).toContain(mayClear)
    await world.press('Cancel')
    await waitFor(expectNoQuestion)
    expect(world.requestsTo('PUT', '/_/user')).toEqual([])
    await world.flip('li@x.test admin')
    await world.user.click(await screen.findByRole('checkbox', { name: /Don’t warn again/ }))
    await world.press('Turn admin on')
    await saved('li@x.test admin', true)
    await world.flip('li@x.test admin')
    await saved('li@x.test admin', false)
    expectNoQuestion()
  })

  test('are named in a dialog that opens anyway, without another one', async () => {
    const world = await open()
    await world.flip('mo@x.test active')
    expect(await questionText()).toContain(mayClear)
    await world.press('Deactivate')
    await saved('mo@x.test active', false)
    expectNoQuestion()
    await world.flip('root@example.test admin')
    await waitFor(async () => expect(await questionText()).toContain('You are the last active admin in this list'))
    expect(await questionText()).toContain(mayClear)
  })
})

test.each<[string, string, string[], string]>([
  ['tokens', '#/tokens', ['a', 'b', 'c'], 'write'],
  ['users', '#/users', ['a@x.test', 'b@x.test', 'c@x.test'], 'admin'],
])(
  'of %s: “Don’t warn again” does not cover one that appeared later',
  async (_, hash, [first = '', second = '', third = ''], flag) => {
    learnKept()
    const rowFields: Record<string, unknown> = { note: 1 }
    const users = ['a@x.test', 'b@x.test', 'c@x.test'].map((email) => ({ email }))
    const world = await openConsole({ tokens: ['a', 'b', 'c'], users, rowFields, hash })
    await world.flip(`${first} ${flag}`)
    expect(await questionText()).toContain('“note”')
    await world.user.click(screen.getByRole('checkbox', { name: 'Don’t warn again in this session' }))
    await world.press(/^Turn (write|admin) on$/)
    await saved(`${first} ${flag}`, true)
    await world.flip(`${second} ${flag}`)
    await saved(`${second} ${flag}`, true)
    rowFields['label'] = 'x'
    await world.refresh()
    await screen.findByRole('button', { name: 'Refresh' })
    await world.flip(`${third} ${flag}`)
    expect(await questionText()).toContain('“label”')
  },
)
