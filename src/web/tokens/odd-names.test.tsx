import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { visible } from '#web/ui/names/foreign.tsx'
import { openConsole } from '#web/testing/console.tsx'

/** Names that break code which builds paths, objects or selectors from text. */
const odd = ['__proto__', '../x?a&b=c#%41+', '"]', 'a\u202eb\u200b']

const row = (name: string) => screen.getByRole('row', { name: (_, node) => node.innerHTML.includes(`Edit ${name}"`) })

test('tokens whose names break code are told apart, and revealed, saved and deleted under exactly these names', async () => {
  const world = await openConsole({ readings: 'documented,list-secret=carried', tokens: [...odd, 'other'] })
  await screen.findByRole('button', { name: 'Edit other' })
  within(row('a⟨U+202E⟩b⟨U+200B⟩')).getByText(/^Contains marks that change the text direction: U\+202E/)
  for (const [at, name] of odd.entries()) {
    const shown = visible(name)
    await world.press(`Reveal ${shown}`)
    const box = await screen.findByRole('textbox', { name: `Value of ${shown}` })
    await waitFor(() => expect(box.textContent).toBe(world.trial.valueOf(name)))
    await world.flip(`${shown} write`)
    if (at === 0) await world.confirmWarning()
    await waitFor(() =>
      expect(screen.getByRole('switch', { name: `${shown} write` }).getAttribute('aria-checked')).toBe('true'),
    )
    await world.choose(shown, `Delete ${shown}`)
    await world.press('Delete token')
    await waitFor(() => expect(world.names()).not.toContain(name))
  }
  expect(world.names()).toEqual(['other'])
  const read = world.requestsTo('GET', '/_/token/value').map(({ path }) => decodeURIComponent(path.split('?name=')[1]!))
  const bodies = (method: string) =>
    world.requestsTo(method, '/_/token').map(({ body }) => (body as { name: string }).name)
  expect([read, bodies('PUT'), bodies('DELETE')]).toEqual([odd, odd, odd])
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
