import { useSyncExternalStore } from 'react'
import { currentEntry, notifyHistory, replaceEntry, resetHistory, subscribeToHistory, whenArrived } from './history.ts'
import { forgetOverlays } from './overlay.ts'
import { formatHash, parseHash, redactSearchParams, type Page, type Route } from './routes.ts'

/**
 * How long after the last key a search is written into the address, in milliseconds. Writing costs more than searching.
 */
const writeDelayMs = 300

/** The hash of the view on the screen while the address does not hold all of it, and the hash of that in the address. */
let unwritten: { hash: string; address: string } | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/** The current page. */
export function usePage(): Page {
  return useSyncExternalStore(subscribe, () => currentRoute().page)
}

/** The text of the current search, for the box in which it is typed. */
export function useSearchText(): string {
  return useSyncExternalStore(subscribe, () => getSearchParams().get('q') ?? '')
}

/** The current filter, sort and search, for the list. */
export function useSearchString(): string {
  return useSyncExternalStore(subscribe, () => getSearchParams().toString())
}

/** The current filter, sort and search. */
export const getSearchParams = () => currentRoute().search

/**
 * Replaces filter, sort and search of the current page without a history entry. Text that looks like a secret is not
 * written into the address. `isTyped`: the address changes only after a pause in typing, or when the focus moves.
 */
export function setSearchParams(page: Page, search: URLSearchParams, isTyped: boolean): void {
  whenArrived(() => {
    unwritten = { hash: formatHash(page, search), address: addressOfView() }
    clearTimeout(timer)
    if (isTyped) {
      timer = setTimeout(writeAddress, writeDelayMs)
      window.addEventListener('focusout', writeAddress, { once: true })
    } else {
      writeAddress()
    }
    notifyHistory()
  })
}

/** Takes a secret out of the address, now and whenever it changes. Returns a function that stops it. */
export function keepSecretsOutOfUrl(): () => void {
  const clean = () => {
    const { hash, isOverlay } = currentEntry()
    const { page, search } = parseHash(hash)
    const redacted = redactSearchParams(search)
    if (redacted.size < search.size) replaceEntry(formatHash(page, redacted), isOverlay)
  }
  const stop = subscribeToHistory(clean)
  clean()
  return stop
}

/** Resets the address at sign-out, and forgets a search that is not written, and what was open. */
export function resetUrl(): void {
  unwritten = undefined
  forgetOverlays()
  resetHistory(formatHash('tokens'))
}

function subscribe(listener: () => void): () => void {
  return subscribeToHistory(() => {
    if (unwritten?.address !== addressOfView()) unwritten = undefined
    listener()
  })
}

/** The hash of the current entry without the row that is open: of the view behind it. */
function addressOfView(): string {
  const { page, search } = parseHash(currentEntry().hash)
  search.delete('name')
  return formatHash(page, search)
}

/** A secret in the address was written by somebody else: it is not read. */
function currentRoute(): Route {
  const address = addressOfView()
  if (unwritten?.address === address) return parseHash(unwritten.hash)
  const { page, search } = parseHash(address)
  return { page, search: redactSearchParams(search) }
}

function writeAddress(): void {
  whenArrived(() => {
    const { page, search } = currentRoute()
    const hash = formatHash(page, search)
    const address = formatHash(page, redactSearchParams(search))
    unwritten = address === hash ? undefined : { hash, address }
    if (address !== addressOfView()) replaceEntry(address, currentEntry().isOverlay)
  })
}
