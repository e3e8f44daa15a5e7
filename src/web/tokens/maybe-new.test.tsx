import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole, type World } from '#web/testing/console.tsx'

const note = /The service may have issued a new value/
const banner = /^(“.+” was|\d tokens were) saved and may have/
const bannerText = () =>
  [...document.querySelectorAll('.banner p')].map(({ textContent }) => textContent).find((text) => banner.test(text))
const on = (name: string) =>
  waitFor(() => expect(screen.getByRole('switch', { name }).getAttribute('aria-checked')).toBe('true'))

/** The tick in the open dialog, if it offers a repair. */
const repairTick = async () =>
  within(await screen.findByRole('alertdialog')).queryByRole('checkbox', { name: /Repair afterwards/ })

async function twoSaved(): Promise<World> {
  const world = await openConsole({ tokens: ['a', 'b', 'c'] })
  await world.flip('a write')
  await world.confirmWarning()
  await on('a write')
  await world.flip('b write')
  await on('b write')
  return world
}

test('after “Don’t warn again” one banner says that values may be new, and no row has a note about it', async () => {
  await twoSaved()
  await waitFor(() => expect(bannerText()).toBe('2 tokens were saved and may have new values.'))
  expect(screen.queryByText(note)).toBeNull()
  expect(document.querySelector('.verdict')).toBeNull()
})

test('a save that warned has its note, and no banner', async () => {
  const world = await openConsole({ tokens: ['a'] })
  await world.flip('a write')
  await world.press('Turn write on')
  await screen.findByText(note)
  expect(bannerText()).toBeUndefined()
})

test('“Don’t warn again” holds for its kind of change only: deactivating still asks and leaves a note', async () => {
  const world = await twoSaved()
  await world.flip('c active')
  await world.press('Deactivate')
  await screen.findByText(note)
  expect(bannerText()).toMatch(/^2 tokens were saved/)
})

test('“Show tokens” shows these tokens, and a copied value is no longer counted', async () => {
  const world = await twoSaved()
  await world.press('Show tokens')
  await waitFor(() => expect(world.names()).toEqual(['a', 'b']))
  await world.press('Copy a')
  await waitFor(() => expect(bannerText()).toBe('“b” was saved and may have a new value.'))
})

test('“Dismiss” closes the banner until the next such save', async () => {
  const world = await twoSaved()
  await world.press('Dismiss: may be new')
  await waitFor(() => expect(bannerText()).toBeUndefined())
  await world.flip('c write')
  await waitFor(() => expect(bannerText()).toMatch(/^“c” was saved/))
})

test('a list that shows values needs no banner: a kept value says Saved, and one that needs repair has its note', async () => {
  const world = await openConsole({ readings: 'query-server', tokens: ['a', 'b'] })
  for (const name of ['a', 'b']) {
    await world.flip(`${name} write`)
    const repair = await repairTick()
    if (repair !== null) await world.user.click(repair)
    await world.confirmWarning()
    await on(`${name} write`)
  }
  expect(await screen.findAllByText(/the new value needs repair/i)).toHaveLength(2)
  expect(bannerText()).toBeUndefined()
})
