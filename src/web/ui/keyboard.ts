import { useSyncExternalStore } from 'react'
import { baseUrl } from './browser.ts'
import { createStore } from './store.ts'

/**
 * The key of an event, on a layout of Cyrillic or Greek letters the Latin one at its place. Undefined: it is no key, as when
 * a browser fills a field, or belongs to the word that is being composed (229: Safari ends that before its last key).
 */
export function normalizedKey({ key, code, isComposing, keyCode }: Partial<KeyboardEvent>): string | undefined {
  if (key === undefined || isComposing === true || keyCode === 229) return undefined
  return /^[^ -~]$/.test(key) && /^Key[A-Z]$/.test(code ?? '') ? code?.slice(3).toLowerCase() : key
}

const storageKey = () => `query-admin single keys ${baseUrl()}`

const settingChanges = createStore(0)

/**
 * Whether keys without Ctrl or ⌘ act on the page. They can be turned off (WCAG 2.1.4): speech input may type them by
 * mistake. This browser remembers it.
 */
const areShortcutsOn = () => localStorage.getItem(storageKey()) !== 'off'

export const useSingleKeyShortcuts = () => useSyncExternalStore(settingChanges.subscribe, areShortcutsOn)

export function setSingleKeyShortcuts(isOn: boolean): void {
  if (isOn) localStorage.removeItem(storageKey())
  else localStorage.setItem(storageKey(), 'off')
  settingChanges.set(settingChanges.get() + 1)
}

/** Where a key is text, or belongs to what is open. */
const keyTargetSelector = [
  'input:not([type=checkbox], [type=radio])',
  'textarea, select, [contenteditable]',
  ...['textbox', 'spinbutton', 'dialog', 'alertdialog', 'menu', 'listbox', 'grid'].map((role) => `[role=${role}]`),
].join()

/** Whether a dialog, a sheet or a menu has the page. */
export const isModalOpen = () => document.querySelector('main')?.closest('[inert], [aria-hidden=true]') !== null

/** The key of an event that acts on the page; undefined: there is none, or somebody types, or something is open. */
export function singleKeyShortcut(event: KeyboardEvent): string | undefined {
  const { target } = event
  const key = normalizedKey(event)
  const isMacDelete = key === 'Backspace' && isMac()
  const isPlain = !event.ctrlKey && (!event.metaKey || isMacDelete) && !event.altKey && !event.defaultPrevented
  if (key === undefined || !isPlain || !areShortcutsOn() || isModalOpen()) return undefined
  if (target instanceof Element && target.closest(keyTargetSelector) !== null) return undefined
  if (isMacDelete) return 'Delete'
  if (!/^[a-z]$/i.test(key)) return key
  return event.shiftKey ? undefined : key.toLowerCase()
}

const isMac = () => /mac|iphone|ipad/i.test(navigator.platform)

/** The keys that open the palette, as they are called on this system. */
export const paletteKeys = () => (isMac() ? '⌘ K' : 'Ctrl K')

/** The key that deletes, as it is called on this system. A Mac’s keyboard has no Del; ⌫ does it there, also with ⌘. */
export const deleteKey = () => (isMac() ? '⌫' : 'Del')

/** Whether an event is a letter with Ctrl, on a Mac with ⌘: there Ctrl K is a key of text fields. */
export const isCommandKey = (event: KeyboardEvent, letter: string) => {
  const { ctrlKey, metaKey, altKey, shiftKey } = event
  return (
    normalizedKey(event)?.toLowerCase() === letter &&
    !altKey &&
    !shiftKey &&
    (isMac() ? metaKey && !ctrlKey : ctrlKey && !metaKey)
  )
}

/** Single keys that press something in the row with the focus, by what they press. */
export const rowShortcuts: Readonly<Partial<Record<string, string>>> = {
  select: 'x',
  copy: 'c',
  reveal: 'r',
  edit: 'e',
  delete: 'Delete',
}

/** The key for this in the row with the focus, as this system calls it; undefined: it has none. */
export const rowShortcutLabel = (action: string): string | undefined =>
  rowShortcuts[action]?.replace('Delete', deleteKey()).replace(/^[a-z]$/, (key) => key.toUpperCase())

/** Single keys that do what an arrow does. */
export const rowMoveKeys: Readonly<Partial<Record<string, string>>> = { j: 'ArrowDown', k: 'ArrowUp' }
