import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { ApiClient } from '#api/api-client.ts'
import type { Token } from '#api/token.ts'
import type { RowList } from '#api/list/row-list.ts'
import { renderSignedIn } from '#web/testing/signed-in.tsx'
import { createTestAppContext } from '#web/testing/token-app-context.ts'
import { tokenResource } from '#web/tokens/resource.ts'
import { createAnnouncer } from '#web/ui/announcer.tsx'
import { createToastStore } from '#web/ui/toast.tsx'
import { SelectionBar } from './selection-bar.tsx'

/** The bar over so many selected tokens. */
function selected(number: number) {
  const on = createTestAppContext(...Array.from({ length: number }, (_, at) => `t${at}`))
  const list = on.app.actionContext('tokens').list as RowList<Token>
  const rows = Uint32Array.from({ length: number }, (_, at) => at)
  const nothing = () => undefined
  const selecting = { rows, shown: number, hidden: 0, selectAll: nothing, clear: nothing, retain: nothing }
  const read: string[] = []
  const value = async (name: string) => (read.push(name), `value of ${name}`)
  const toasts = createToastStore(createAnnouncer(Date.now))
  const shown = { list, rows, selection: selecting } as unknown as Parameters<
    typeof SelectionBar<Token>
  >[0]['controller']
  const { user } = renderSignedIn(
    <SelectionBar
      resource={tokenResource}
      controller={shown}
      context={on.app.rowContext()}
      readOnly={undefined}
      run={() => Promise.resolve(undefined)}
    />,
    { api: { tokens: { value } } as unknown as ApiClient, sessionSignal: new AbortController().signal, toasts },
    on.app,
  )
  return { ...on, toasts, read, copyValues: () => user.click(screen.getByRole('button', { name: 'Copy values…' })) }
}

test('the values of a hundred selected tokens are copied, those of more are offered as a file', async () => {
  const link = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const few = selected(100)
  await few.copyValues()
  await waitFor(() => expect(few.toasts.get()?.text).toBe('Copied 100 values.'))
  expect([few.asked, link.mock.calls]).toEqual([[], []])
  document.body.replaceChildren()
  const many = selected(101)
  many.answers.push('cancel')
  await many.copyValues()
  await waitFor(() => expect(many.asked).toHaveLength(1))
  expect(many.asked[0]?.question).toMatchObject({
    title: 'Download 101 values?',
    confirmLabel: 'Download',
    paragraphs: ['At most 100 can be copied at once.', expect.any(String), expect.any(String)],
  })
  await many.copyValues()
  await waitFor(() => expect(many.toasts.get()?.text).toBe('The file holds 101 values. Open it as text.'))
  expect(link).toHaveBeenCalledOnce()
  // The first confirmation was cancelled, so nothing was read for it.
  expect(many.read).toHaveLength(101)
})
