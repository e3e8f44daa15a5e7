import { render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FocusKeeper } from './focus-keeper.ts'

/** Moves the focus as a browser does at a click: for a moment the body has it. */
async function click(from: HTMLElement, to: HTMLElement | null) {
  window.addEventListener('focusout', (event) => event.stopImmediatePropagation(), { capture: true, once: true })
  from.blur()
  from.dispatchEvent(new FocusEvent('focusout', { bubbles: true, relatedTarget: to }))
  await Promise.resolve()
  to?.focus()
}

function opened() {
  render(
    <main>
      <FocusKeeper />
      <h1 tabIndex={-1}>Page</h1>
      <button>row</button>
      <section aria-label="sheet">
        <button>field</button>
        <button>save</button>
      </section>
    </main>,
  )
  const [row, field, save] = ['row', 'field', 'save'].map((name) => screen.getByText(name)) as [
    HTMLElement,
    HTMLElement,
    HTMLElement,
  ]
  const dialog = screen.getByRole('region')
  dialog.setAttribute('role', 'dialog')
  row.focus()
  field.focus()
  return { field, save, dialog }
}

test('after a dialog that was used by pointer the focus returns to what opened it', async () => {
  const { field, save, dialog } = opened()
  await click(field, save)
  dialog.remove()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('row'))
})

test('a click on empty space gives up the place', async () => {
  const { field, save, dialog } = opened()
  await click(field, null)
  save.focus()
  dialog.remove()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Page'))
})
