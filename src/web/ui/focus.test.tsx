import { act, render, screen, waitFor } from '@testing-library/react'
import { useRef } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { useDialogFocus, restoreFocusOnUnmount, returnFocusOnUnmount } from './focus.ts'

interface Shown {
  rows: readonly string[]
  note?: boolean
  dialog?: readonly string[]
  toast?: boolean
}

function Page({ rows, note = false, dialog, toast = false }: Shown) {
  return (
    <main>
      <h1 tabIndex={-1}>Page</h1>
      <div className="page-head">
        <button className="btn primary">New</button>
      </div>
      <div>
        {rows.length > 0 && (
          <table>
            {rows.map((name, index) => (
              <tbody key={name} data-index={index}>
                <tr ref={restoreFocusOnUnmount}>
                  <td>
                    <button data-focus-fallback>{name}</button>
                    <button>{`more ${name}`}</button>
                  </td>
                </tr>
                {note && (
                  <tr ref={restoreFocusOnUnmount}>
                    <td>
                      <button>{`undo ${name}`}</button>
                    </td>
                  </tr>
                )}
              </tbody>
            ))}
          </table>
        )}
      </div>
      {dialog && <Dialog buttons={dialog} />}
      {toast && (
        <section ref={returnFocusOnUnmount}>
          <button>dismiss</button>
        </section>
      )}
    </main>
  )
}

function Dialog({ buttons }: { buttons: readonly string[] }) {
  const inside = useRef<HTMLDivElement>(null)
  useDialogFocus(inside)
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as React Aria draws it
    <div role="dialog">
      <div ref={inside} />
      <div className="foot">
        {buttons.map((name) => (
          <button key={name} data-initial-focus>
            {name}
          </button>
        ))}
      </div>
    </div>
  )
}

function renderPage(first: Shown) {
  const { rerender } = render(<Page {...first} />)
  return (next: Shown) => rerender(<Page {...next} />)
}

// A key ends what the page of the test before waits for.
beforeEach(() => void window.dispatchEvent(new KeyboardEvent('keydown')))

const focus = (name: string) => act(() => screen.getByRole('button', { name }).focus())
const expectFocus = (name: string) => waitFor(() => expect(document.activeElement?.textContent).toBe(name))

test('when a row goes, the focus goes to the next name, then to the one before, then to New', async () => {
  const show = renderPage({ rows: ['a', 'b', 'c'] })
  focus('more b')
  show({ rows: ['a', 'c'] })
  await expectFocus('c')
  show({ rows: ['a'] })
  await expectFocus('a')
  show({ rows: [] })
  await expectFocus('New')
})

test('when a note goes, the focus goes to the name of its row', async () => {
  const show = renderPage({ rows: ['a', 'b'], note: true })
  focus('undo b')
  show({ rows: ['a', 'b'] })
  await expectFocus('b')
})

test('what goes without the focus does not move it', async () => {
  const show = renderPage({ rows: ['a', 'b'], note: true })
  act(() => (document.activeElement as HTMLElement).blur())
  show({ rows: ['a'] })
  await act(() => new Promise(requestAnimationFrame))
  expect(document.activeElement).toBe(document.body)
})

test('after a dialog, what opened it has the focus, or what stands for it', async () => {
  const show = renderPage({ rows: ['a', 'b'] })
  focus('more a')
  show({ rows: ['a', 'b'], dialog: ['cancel'] })
  await expectFocus('cancel')
  show({ rows: ['a', 'b'] })
  await expectFocus('more a')
  show({ rows: ['a', 'b'], dialog: ['cancel'] })
  await expectFocus('cancel')
  show({ rows: ['b'], dialog: ['cancel'] })
  await expectFocus('cancel')
  show({ rows: ['b'] })
  await expectFocus('b')
})

test('a dialog keeps the focus when what had it goes', async () => {
  const show = renderPage({ rows: ['a'], dialog: ['cancel', 'delete'] })
  focus('delete')
  show({ rows: ['a'], dialog: ['cancel'] })
  await expectFocus('cancel')
})

test('after a toast that had the focus, what had it before has it again, or what stands for it', async () => {
  const show = renderPage({ rows: ['a', 'b'], toast: true })
  focus('more a')
  focus('dismiss')
  show({ rows: ['a', 'b'] })
  await expectFocus('more a')
  show({ rows: ['a', 'b'], toast: true })
  focus('dismiss')
  show({ rows: ['b'], toast: true })
  await expectFocus('dismiss')
  show({ rows: ['b'] })
  await expectFocus('b')
})

test('where nothing else can have it, the heading of the page gets the focus', async () => {
  const show = renderPage({ rows: [], toast: true })
  focus('dismiss')
  show({ rows: [] })
  await expectFocus('Page')
})
