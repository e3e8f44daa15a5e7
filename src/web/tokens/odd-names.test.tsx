import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { visible } from '#web/ui/names/foreign.tsx'
import { openConsole } from '#web/testing/console.tsx'

/** Names that break code which builds paths, objects or selectors from text. */
const odd = ['__proto__', '../x?a&b=c#%41+', '"]', 'a\u202eb\u200b']

test.each(odd)('a token named “%s” is revealed, saved and deleted under exactly that name', async (name) => {
  const world = await openConsole({ tokens: [name, 'other'] })
  const shown = visible(name)
  await world.press(`Reveal ${shown}`)
  const box = await screen.findByRole('textbox', { name: `Value of ${shown}` })
  await waitFor(() => expect(box.textContent).toBe(world.trial.valueOf(name)))
  const [request] = world.requestsTo('GET', '/_/token/value')
  expect(decodeURIComponent(request?.path.split('?name=')[1] ?? '')).toBe(name)

  await world.flip(`${shown} write`)
  await world.confirmWarning()
  await waitFor(() =>
    expect(screen.getByRole('switch', { name: `${shown} write` }).getAttribute('aria-checked')).toBe('true'),
  )
  await world.press(`More for ${shown}`)
  await world.user.click(await screen.findByRole('menuitem', { name: `Delete ${shown}` }))
  await world.press('Delete token')
  await waitFor(() => expect(world.names()).toEqual(['other']))
  expect(world.requestsTo('DELETE', '/_/token').map(({ body }) => body)).toEqual([{ name }])
  for (const { body } of world.requestsTo('PUT', '/_/token')) expect(body).toMatchObject({ name })
})

test('a name with half a character is visible; what cannot be sent is not sent, and the page says so', async () => {
  const half = 'half-\ud83d'
  const world = await openConsole({
    before: (_, network) =>
      void network.interceptAll('GET', '/_/token', {
        status: 200,
        body: '[{"name":"half-\\ud83d","expiration_date":1900000000000,"active":1,"write":0,"updated_at":1800000000000}]',
      }),
  })
  expect(await screen.findByText('half-⟨U+D83D⟩')).toBeTruthy()
  expect(world.names()).toEqual([half])
  await world.press('Reveal half-⟨U+D83D⟩')
  await screen.findByText(/contains half a character/)
  expect(world.requestsTo('GET', '/_/token/value')).toEqual([])
})

test('a row with a field __proto__ changes no object', async () => {
  const row = (name: string) =>
    `{"name":"${name}","__proto__":{"polluted":1,"active":0},"constructor":{"prototype":{"polluted":1}},` +
    '"expiration_date":1900000000000,"active":1,"write":0,"updated_at":1800000000000}'
  await openConsole({
    before: (_, network) =>
      void network.interceptAll('GET', '/_/token', {
        status: 200,
        body: `[${row('__proto__')},${row('constructor')},${row('ci')}]`,
      }),
  })
  await screen.findByRole('switch', { name: '__proto__ active' })
  expect(screen.getByRole('switch', { name: 'ci active' }).getAttribute('aria-checked')).toBe('true')
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  expect(Object.getPrototypeOf({})).toBe(Object.prototype)
  expect(within(screen.getByRole('table', { name: 'Tokens' })).getAllByRole('rowheader')).toHaveLength(3)
})

test('the service’s own text about a refusal is shown as text: at most 300 characters, no markup', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  const body = `No: <img src=x onerror=alert(1)> ${'long '.repeat(200)}`
  world.interceptNext('PUT', '/_/token', { status: 422, body })
  await world.flip('ci write')
  await world.confirmWarning()
  const [refusal] = await screen.findAllByText(/The service answered 422/)
  const quoted = /“(.*)”/su.exec(refusal?.textContent ?? '')?.[1] ?? ''
  expect(quoted).toMatch(/^No: <img src=x onerror=alert\(1\)> long/)
  expect(quoted.length).toBeLessThanOrEqual(300)
  expect(document.querySelector('img')).toBeNull()
})

const row = (name: string) => screen.getByRole('row', { name: (_, node) => node.innerHTML.includes(`Edit ${name}"`) })

test('names of spaces, of two alphabets and with direction marks are marked; three that look the same differ in the list', async () => {
  const names = ['  ', 'ci\u202edeploy', 'pаypal', 'billing-export', 'billing-export ', 'billing‑export']
  await openConsole({ tokens: names })
  await screen.findByRole('button', { name: 'Edit billing-export' })
  within(row('␣␣')).getByText('Contains only spaces.')
  within(row('ci⟨U+202E⟩deploy')).getByText('Contains marks that change the text direction: U+202E.')
  within(row('pаypal')).getByText('Mixes Latin letters with another script: а (U+0430).')
  const shown = screen.getAllByRole('rowheader').map((cell) => within(cell).getByRole('button').textContent)
  expect(shown).toEqual(expect.arrayContaining(['billing-export', 'billing-export␣', 'billing⟨U+2011⟩export']))
})

test('a new name that looks like an existing one is told in the form, and can be created; the name itself is an error', async () => {
  const world = await openConsole({ tokens: ['ci-deploy'] })
  await world.press('New token')
  const sheet = within(await screen.findByRole('dialog', { name: 'New token' }))
  await world.user.type(sheet.getByLabelText('Name'), 'ci-deploy')
  await sheet.findByText(/already exists/)
  expect(sheet.queryByText(/^Looks like/)).toBeNull()
  await world.user.type(sheet.getByLabelText('Name'), '\u200b')
  expect((await sheet.findByText(/^Looks like “/)).textContent).toBe('Looks like “ci-deploy”, which exists.')
  await world.press('Create token')
  await waitFor(() => expect(world.names()).toContain('ci-deploy\u200b'))
})
