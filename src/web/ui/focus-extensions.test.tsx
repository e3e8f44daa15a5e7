import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { Sheet } from './sheet.tsx'
import { keepExtensionsUsable } from './focus.ts'

afterEach(() => document.querySelectorAll('[data-extension]').forEach((element) => element.remove()))

/** What a password manager adds: an element at the end of the body, or of the document. */
function added(parent: Element): HTMLButtonElement {
  const element = document.createElement('password-manager')
  element.dataset['extension'] = ''
  const button = document.createElement('button')
  element.append(button)
  parent.append(element)
  return button
}

test.each([
  ['before a sheet opens, in the body', true, () => document.body],
  ['while it is open, in the body', false, () => document.body],
  ['before a sheet opens, beside the body', true, () => document.documentElement],
  ['while it is open, beside the body', false, () => document.documentElement],
])(
  'an element that an extension adds %s stays usable: it keeps the focus, and a click closes nothing',
  async (_, isFirst, parent) => {
    onTestFinished(keepExtensionsUsable(document))
    const onClose = vi.fn<() => void>()
    const early = isFirst ? added(parent()) : undefined
    await new Promise((go) => setTimeout(go))
    render(
      <>
        <main>
          <button>behind</button>
        </main>
        <Sheet title="New token" onClose={onClose}>
          <input aria-label="Name" />
        </Sheet>
      </>,
    )
    await screen.findByRole('dialog', { name: 'New token' })
    const button = early ?? added(parent())
    await new Promise((go) => setTimeout(go))
    const hidden = (element: Element) =>
      element.closest<HTMLElement>('[inert], [aria-hidden=true]') !== null || isInert(element)
    expect([hidden(button), hidden(screen.getByText('behind'))]).toEqual([false, true])
    await userEvent.setup({ delay: null }).click(button)
    await waitFor(() => expect(document.activeElement).toBe(button))
    await new Promise((go) => setTimeout(go, 50))
    expect(document.activeElement).toBe(button)
    expect(onClose).not.toHaveBeenCalled()
  },
)

/** As a property, where the attribute does not show it. */
function isInert(element: Element | null): boolean {
  for (let ancestor = element; ancestor !== null; ancestor = ancestor.parentElement)
    if (ancestor instanceof HTMLElement && ancestor.inert) return true
  return false
}
