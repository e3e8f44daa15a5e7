import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { begin, openConsole, type World } from '#web/testing/console.tsx'

const token = '/_/token'
const place = 'query-admin pending re-creations'
const stored = () => Object.entries(localStorage).find(([key]) => key.startsWith(place))?.[1]

async function replace(world: World, name: string) {
  await world.press(`More for ${name}`)
  await world.user.click(await screen.findByRole('menuitem', { name: 'Replace value…' }))
  const question = await screen.findByRole('alertdialog')
  await world.user.click(within(question).getByRole('button', { name: 'Replace value' }))
}

test('what is needed to create a token again is stored before the deletion, without any secret', async () => {
  const world = await openConsole({ tokens: ['ci'], readings: 'documented,list-secret=carried' })
  const value = world.trial.valueOf('ci')
  const release = world.hold('DELETE', token)
  await replace(world, 'ci')
  await waitFor(() => expect(world.requestsTo('DELETE', token)).toHaveLength(1))
  expect(JSON.parse(stored() ?? '{}')).toMatchObject({ name: 'ci', active: true, write: false })
  expect(stored()).not.toContain(value)
  release()
  await screen.findByText(/Value replaced\. New value\./)
  expect(stored()).toBeUndefined()
})

/** What the rows of the table are about, from the top. */
const places = () =>
  [...document.querySelectorAll('table.tokens tbody tr')].map((row) =>
    row.classList.contains('note')
      ? row.getAttribute('aria-label')
      : row.querySelector<HTMLElement>('[data-name]')?.dataset['name'],
  )

test('a token that was not created again keeps its place in the list, with the focus on Create again', async () => {
  const world = await openConsole({ tokens: ['alpha', 'ci', 'zulu'] })
  const heal = world.interceptAll('POST', token, { status: 500, body: 'kaput' })
  await replace(world, 'ci')
  await screen.findByText('Deleted, not created again. This browser keeps its date and flags.')
  expect(places()).toEqual(['alpha', 'About ci', 'zulu'])
  await screen.findByText(/^The service failed \(500\)/)
  await waitFor(() => expect(world.focused()).toBe('Create again: ci'))
  heal()
  await world.press('Create again: ci')
  await screen.findByText(/Value replaced\. New value\./)
  expect(screen.queryByText(/^Deleted, not created again/)).toBeNull()
  await waitFor(() => expect(world.focused()).toBe('Edit ci'))
})

test('every token that was not created again is listed, whatever is filtered, sorted or searched', async () => {
  const world = await openConsole({
    tokens: ['alpha', { name: 'ci', expires: 5 * 86_400_000 }, 'golf', { name: 'zulu', expires: 2 * 86_400_000 }],
  })
  world.interceptAll('POST', token, { status: 500, body: 'kaput' })
  for (const name of ['ci', 'zulu']) {
    await replace(world, name)
    await screen.findByRole('button', { name: `Create again: ${name}` })
  }
  await screen.findByText('2 tokens were to be deleted and created again. That is not finished.')
  await waitFor(() => expect(places()).toEqual(['alpha', 'About ci', 'golf', 'About zulu']))
  await world.user.type(screen.getByRole('searchbox'), 'golf')
  await waitFor(() => expect(places()).toEqual(['About ci', 'golf', 'About zulu']))
  await world.user.type(screen.getByRole('searchbox'), ' is not here')
  await waitFor(() => expect(places()).toEqual(['About ci', 'About zulu']))
  await screen.findByText(/No tokens match/)
  await world.user.clear(screen.getByRole('searchbox'))
  await world.press('Expires')
  await waitFor(() => expect(places()).toEqual(['About zulu', 'About ci', 'alpha', 'golf']))
  await world.press('Show them')
  await waitFor(() => expect(world.focused()).toBe('Create again: ci'))
  const table = screen.getByRole('table', { name: 'Tokens' })
  const rows = within(table)
    .getAllByRole('row')
    .map((row) => row.getAttribute('aria-rowindex'))
  expect(rows).toEqual(rows.map((_, index) => String(index + 1)))
  expect(table.getAttribute('aria-rowcount')).toBe(String(rows.length))
})

test('in a long list, “Show it” leads to a token that is out of sight', async () => {
  const world = await openConsole({ tokens: Array.from({ length: 300 }, (_, at) => `t${at + 100}`) })
  world.interceptAll('POST', token, { status: 500, body: 'kaput' })
  await world.user.type(await screen.findByRole('searchbox'), 't321')
  await waitFor(() => expect(world.names()).toEqual(['t321']))
  await replace(world, 't321')
  await screen.findByText(/^Deleted, not created again/)
  await world.user.clear(screen.getByRole('searchbox'))
  await waitFor(() => expect(world.names()).toContain('t100'))
  screen.getByRole('searchbox').focus()
  await world.press('Show it')
  await waitFor(() => expect(world.focused()).toBe('Create again: t321'))
  expect(places()[places().indexOf('About t321') + 1]).toBe('t322')
})

test('of the only token, its place stays too, and the list is not called empty', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  world.interceptAll('POST', token, { status: 500, body: 'kaput' })
  await replace(world, 'ci')
  await screen.findByText(/^Deleted, not created again/)
  await waitFor(() => expect(places()).toEqual(['About ci']))
  expect(screen.queryByText(/No tokens yet|Create the first token/)).toBeNull()
  expect(screen.getByRole('button', { name: 'New token' })).toBeTruthy()
})

test('a page that ends between deletion and creation leaves a banner to the next one, on all its pages', async () => {
  const first = await openConsole({ tokens: ['ci', 'other'] })
  first.interceptAll('POST', token, 'never')
  await replace(first, 'ci')
  await waitFor(() => expect(first.requestsTo('POST', token)).toHaveLength(1))
  cleanup()
  const world = await openConsole({ tokens: ['other'], hash: '#/users' })
  await screen.findByText(/1 token was to be deleted and created again/)
  await world.user.click(screen.getByRole('link', { name: 'Service' }))
  await screen.findByText(/1 token was to be deleted and created again/)
  await world.press('Show it')
  await world.press('Create again: ci')
  await waitFor(() => expect(screen.queryByText(/created again/)).toBeNull())
  expect(world.requestsTo('POST', token).map(({ body }) => body)).toMatchObject([
    { name: 'ci', active: true, write: false },
  ])
  expect(stored()).toBeUndefined()
})

test('its row stays until dismissed, with the time at which the list last lacked the token', async () => {
  const world = await openConsole({ tokens: ['ci', 'other'] })
  world.interceptAll('POST', token, { status: 400, body: 'no' })
  await replace(world, 'ci')
  await screen.findByText(/^Deleted, not created again/)
  await world.refresh()
  await screen.findByText(/^\(as of \d\d:\d\d\)/)
  await world.press('Dismiss: ci was not created again')
  await waitFor(() => expect(screen.queryByText(/^Deleted, not created again/)).toBeNull())
  expect(stored()).toBeUndefined()
})

test('a creation that arrives late removes its banner, and a note under the row mentions the new value', async () => {
  const world = await openConsole({ tokens: ['ci', 'other'] })
  world.interceptAll('POST', token, 'network')
  await replace(world, 'ci')
  await screen.findByText(/^Deleted, not created again/)
  const [sent] = world.requestsTo('POST', token)
  world.passTime(5000)
  await world.trial.call('POST', token, sent?.body as object)
  await world.refresh()
  await screen.findByText(/Value replaced\. New value\./)
  expect(screen.queryByText(/^Deleted, not created again/)).toBeNull()
  expect(stored()).toBeUndefined()
})

test('of a token whose deletion never arrived, the banner says that it still exists unchanged', async () => {
  const world = await openConsole({ tokens: ['ci', 'other'] })
  world.interceptAll('DELETE', token, 'network')
  world.passTime(1000)
  await replace(world, 'ci')
  await screen.findByText(/It still exists unchanged\./)
  await screen.findByText(/^\(as of \d\d:\d\d\)$/)
  expect(world.names()).toContain('ci')
  expect(screen.queryByRole('button', { name: /^Create again/ })).toBeNull()
})

test('without creation dates, a later change of a token whose deletion never arrived is no re-creation', async () => {
  const world = await openConsole({ tokens: ['ci', 'other'], rowFields: { created_at: undefined } })
  world.interceptAll('DELETE', token, 'network')
  world.passTime(1000)
  await replace(world, 'ci')
  await screen.findByText(/It still exists unchanged\./)
  world.passTime(5000)
  const expiration_date = begin + 5 * 24 * 3_600_000
  await world.trial.call('PUT', token, { name: 'ci', active: true, write: false, expiration_date })
  await world.refresh()
  await screen.findByText(/A token with this name exists\. It is not known whether it is the same one/)
  expect(document.body.textContent).not.toMatch(/Value replaced|Deleted, not created|unchanged/)
  expect(world.announced()).not.toBe('ci: created again.')
  expect(stored()).toContain('ci')
  await world.trial.call('PUT', token, { name: 'ci', active: false, write: true, expiration_date })
  await world.refresh()
  await waitFor(() =>
    expect(screen.getByRole('switch', { name: 'ci active' }).getAttribute('aria-checked')).toBe('false'),
  )
  expect(document.body.textContent).not.toMatch(/Value replaced|Deleted, not created|unchanged/)
  // The deletion arrives late.
  await world.trial.call('DELETE', token, { name: 'ci' })
  await world.refresh()
  await screen.findByText(/^Deleted, not created again/)
  await screen.findByRole('button', { name: 'Create again: ci' })
})

test('a token whose deletion never arrived is not called unchanged after a change', async () => {
  const world = await openConsole({ tokens: ['ci', 'other'] })
  world.interceptAll('DELETE', token, 'network')
  world.passTime(1000)
  await replace(world, 'ci')
  await screen.findByText(/It still exists unchanged\./)
  world.passTime(5000)
  await world.trial.call('PUT', token, { name: 'ci', active: false, write: false, expiration_date: begin * 2 })
  await world.refresh()
  await screen.findByText(/It still exists\.$/)
  expect(stored()).toContain('ci')
})

test('“Create again” while another token has the name keeps what was kept, and says so', async () => {
  const world = await openConsole({ tokens: ['ci', 'other'] })
  world.interceptAll('POST', token, { status: 400, body: 'no' })
  await replace(world, 'ci')
  await screen.findByText(/^Deleted, not created again/)
  world.passTime(5000)
  await world.trial.call('POST', token, { name: 'ci', active: false, write: true })
  await world.press('Create again: ci')
  await screen.findByText(/Another token has this name now/)
  expect(stored()).toContain('ci')
})

test('of two admins who replace a value at once, the one who lost sees the other’s token at once', async () => {
  let readsLeft = Infinity
  let refetch = () => {}
  const gate = new Promise<void>((go) => (refetch = go))
  const world = await openConsole({
    tokens: ['ci', 'other'],
    before: (_, network) => {
      const { fetch } = network
      network.fetch = async (url, init) => {
        const isRead = (init.method ?? 'GET') === 'GET'
        if (isRead && (readsLeft -= 1) < 0) await gate
        return fetch(url, init)
      }
    },
  })
  const release = world.hold('DELETE', token)
  await replace(world, 'ci')
  await waitFor(() => expect(world.requestsTo('DELETE', token)).toHaveLength(1))
  const readBack = world.hold('GET', token)
  const reads = world.requestsTo('GET', token).length
  readsLeft = 1
  release()
  await waitFor(() => expect(world.requestsTo('GET', token)).toHaveLength(reads + 1))
  world.passTime(5000)
  await world.trial.call('POST', token, { name: 'ci', active: false, write: true })
  readBack()
  const active = () => screen.getByRole('switch', { name: 'ci active' }).getAttribute('aria-checked')
  await waitFor(() => expect(active()).toBe('false'))
  refetch()
  await screen.findByText(/Another token has this name now/)
  expect(active()).toBe('false')
})

test('a token that somebody else deleted while it was replaced, and created again, is back without a refresh', async () => {
  let isBack = false
  const world = await openConsole({
    tokens: ['ci', 'other'],
    before: (trial, network) => {
      const { fetch } = network
      network.fetch = async (url, init) => {
        const isLook = init.method === 'GET' && screen.queryByText(/^Deleted, not created again/) !== null
        if (isLook && !isBack) {
          isBack = true
          vi.setSystemTime((trial.clock.now += 1000))
          await trial.call('POST', token, { name: 'ci', active: true, write: true })
        }
        return fetch(url, init)
      }
    },
  })
  const release = world.hold('POST', token)
  await replace(world, 'ci')
  await waitFor(() => expect(world.requestsTo('POST', token)).toHaveLength(1))
  // The other admin’s DELETE takes the new token away.
  world.interceptNext('POST', token, { status: 201 })
  release()
  await screen.findByText(/^Deleted, not created again/)
  expect(world.names()).toEqual(['other'])
  await waitFor(() => expect(world.names()).toContain('ci'), { timeout: 15_000 })
  await screen.findByText(/Another token has this name now/)
})
