import { useSyncExternalStore } from 'react'
import { createStore } from '#web/ui/store.ts'
import { pageAddress } from '#web/ui/page-address.ts'
import { keyOf } from './key-of.ts'

const keptAt = () => `query-admin single keys ${pageAddress()}`
const turns = createStore(0)

/**
 * Whether keys without Ctrl or ⌘ act on the page. They can be turned off (WCAG 2.1.4): speech input may type them by
 * mistake. This browser remembers it.
 */
const areOn = () => localStorage.getItem(keptAt()) !== 'off'

export const useSingleKeys = () => useSyncExternalStore(turns.subscribe, areOn)

export function turnSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(keptAt())
  else localStorage.setItem(keptAt(), 'off')
  turns.set(turns.get() + 1)
}

/** Where a key is text, or belongs to what is open. */
const takesKeys = [
  'input:not([type=checkbox], [type=radio])',
  'textarea, select, [contenteditable]',
  ...['textbox', 'spinbutton', 'dialog', 'alertdialog', 'menu', 'listbox', 'grid'].map((role) => `[role=${role}]`),
].join()

/** Whether a dialog, a sheet or a menu has the page. */
export const isPageCovered = () => document.querySelector('main')?.closest('[inert], [aria-hidden=true]') !== null

/** The key of an event that acts on the page; undefined: there is none, or somebody types, or something is open. */
export function singleKeyOf(event: KeyboardEvent): string | undefined {
  const { target } = event
  const key = keyOf(event)
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented
  if (key === undefined || !isPlain || !areOn() || isPageCovered()) return undefined
  if (target instanceof Element && target.closest(takesKeys) !== null) return undefined
  if (!/^[a-z]$/i.test(key)) return key
  return event.shiftKey ? undefined : key.toLowerCase()
}
