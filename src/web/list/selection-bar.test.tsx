import { cleanup, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { ApiClient } from '#api/api-client.ts'
import type { Token } from '#api/token.ts'
import type { RowContext } from '#web/resource/row-context.ts'
import { tokenListOf, tokenRow } from '#web/testing/rows.ts'
import { renderSignedIn } from '#web/testing/signed-in.tsx'
import { createTestAppContext } from '#web/testing/token-app-context.ts'
import { tokenResource } from '#web/tokens/resource.ts'
import { createAnnouncer } from '#web/ui/announcer.tsx'
import { createToastStore } from '#web/ui/toast.tsx'
import { SelectionBar } from './selection-bar.tsx'

const numbered = (count: number) => Array.from({ length: count }, (_, index) => tokenRow(`t${index}`))

/** The bar over these tokens, all of them selected. */
function selected(tokens: readonly Token[], contextChange: Partial<RowContext> = {}) {
  const on = createTestAppContext(...tokens.map(({ name }) => name))
  const list = tokenListOf(tokens)
  const rows = Uint32Array.from(tokens, (_, index) => index)
  const nothing = () => undefined
  const selecting = { rows, visible: 0, hidden: rows.length, selectAll: nothing, clear: nothing, release: nothing }
  const read: string[] = []
  const value = async (name: string) => (read.push(name), `value of ${name}`)
  const toasts = createToastStore(createAnnouncer(Date.now))
  const controller = { list, rows, selection: selecting } as unknown as Parameters<
    typeof SelectionBar<Token>
  >[0]['controller']
  const { user } = renderSignedIn(
    <SelectionBar
      resource={tokenResource}
      controller={controller}
      context={{ ...on.app.rowContext(), ...contextChange }}
      readOnly={undefined}
      run={() => Promise.resolve(undefined)}
    />,
    { api: { tokens: { value } } as unknown as ApiClient, sessionSignal: new AbortController().signal, toasts },
    on.app,
  )
  return {
    ...on,
    user,
    toasts,
    read,
    copyValues: () => user.click(screen.getByRole('button', { name: 'Copy values…' })),
  }
}

test('the values of a hundred selected tokens are copied, those of more are offered as a file', async () => {
  const link = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const few = selected(numbered(100))
  await few.copyValues()
  await waitFor(() => expect(few.toasts.get()?.text).toBe('Copied 100 values.'))
  expect([few.recordedConfirmations, link.mock.calls]).toEqual([[], []])
  document.body.replaceChildren()
  const many = selected(numbered(101))
  many.answers.push('cancel')
  await many.copyValues()
  await waitFor(() => expect(many.recordedConfirmations).toHaveLength(1))
  expect(many.recordedConfirmations[0]?.question).toMatchObject({
    title: 'Download 101 values?',
    confirmLabel: 'Download',
    paragraphs: [
      [['why', 'At most 100 can be copied at once.']],
      ['plain-text', 'is-usable'],
      ['open-as-text', 'delete-file'],
    ],
  })
  await many.copyValues()
  await waitFor(() => expect(many.toasts.get()?.text).toBe('The file holds 101 values. Open it as text.'))
  expect(link).toHaveBeenCalledOnce()
  // The first confirmation was cancelled, so nothing was read for it.
  expect(many.read).toHaveLength(101)
})

const buttons = () =>
  screen.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent)
const inMenu = async ({ user }: ReturnType<typeof selected>) => {
  await user.click(screen.getByRole('button', { name: 'More' }))
  return (await screen.findAllByRole('menuitem')).map((item) => item.textContent)
}
/** A window of this width, by which the bar knows its room. */
const showAt = (widthPx: number) =>
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      Object.assign(new EventTarget(), {
        matches: widthPx >= 16 * Number(/[\d.]+/.exec(query)?.[0]),
      }) as MediaQueryList,
  )

test('the bar offers only what changes one of the selected tokens, and first how many values can be repaired', async () => {
  const active = tokenRow('a', { write: true })
  const inactive = tokenRow('b', { active: false, write: true })
  const broken = tokenRow('c', { claims: { iat: 1, exp: 2 } })
  const all = [
    'Select all 2',
    'Deactivate',
    'Activate',
    'Set expiry…',
    'Copy values…',
    'Delete…',
    'More',
    'Clear selection',
  ]
  const mixed = selected([active, inactive])
  expect(buttons()).toEqual(all)
  expect(await inMenu(mixed)).toEqual(['Turn write off', 'Replace values…', 'Export CSV'])
  cleanup()
  selected([active, tokenRow('d')])
  expect(buttons()).toEqual(all.filter((label) => label !== 'Activate'))
  cleanup()
  const repairable = selected([broken, { ...broken, name: 'e' }], { updateEffect: 'replaces-and-needs-repair' })
  expect(buttons().slice(1, 3)).toEqual(['Repair 2 values', 'Deactivate'])
  expect(await inMenu(repairable)).toEqual(['Turn write on', 'Replace values…', 'Export CSV'])
})

test('where there is no room for an action, the menu has it: three stand in the bar of a tablet, one in that of a phone', async () => {
  showAt(768)
  const tokens = [tokenRow('a'), tokenRow('b', { active: false })]
  const tablet = selected(tokens)
  expect(buttons()).toEqual(['Select all 2', 'Deactivate', 'Activate', 'Set expiry…', 'More', 'Clear selection'])
  const rest = ['Copy values…', 'Turn write on', 'Replace values…', 'Export CSV', 'Delete…']
  expect(await inMenu(tablet)).toEqual(rest)
  cleanup()
  showAt(360)
  const phone = selected(tokens)
  expect(buttons()).toEqual(['Deactivate', 'More', 'Clear selection'])
  expect(await inMenu(phone)).toEqual(['Select all 2', 'Activate', 'Set expiry…', ...rest])
})
