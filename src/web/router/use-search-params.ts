import { useSyncExternalStore } from 'react'
import { formatHash, parseHash, redactSearchParams, type Page, type Route } from './routes.ts'

/**
 * How long after the last key a search is written into the address, in milliseconds. Writing costs more than searching.
 */
const writeDelayMs = 300

/** The hash of the view on the screen while the address does not hold all of it, and the hash that the address holds. */
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

/** The name of the row that the address links to; null: it links to none. */
export function useLinkedName(): string | null {
  return useSyncExternalStore(subscribe, () => getSearchParams().get('name'))
}

/** Takes the link to a row out of the address once it was followed. The view stays. */
export function clearRowLink(page: Page): void {
  const search = getSearchParams()
  search.delete('name')
  setSearchParams(page, search, false)
}

/** The current filter, sort and search. */
export const getSearchParams = () => currentRoute().search

/**
 * Replaces filter, sort and search of the current page without a history entry. Text that looks like a secret is not
 * written into the address. `isTyped`: the address changes only after a pause in typing, or when the focus moves.
 */
export function setSearchParams(page: Page, search: URLSearchParams, isTyped: boolean): void {
  unwritten = { hash: formatHash(page, search), address: window.location.hash }
  clearTimeout(timer)
  const announce = () => {
    window.dispatchEvent(new HashChangeEvent('hashchange'))
  }
  if (isTyped) {
    timer = setTimeout(writeAddress, writeDelayMs)
    window.addEventListener('focusout', writeAddress, { once: true })
    announce()
  } else {
    writeAddress()
    announce()
  }
}

/** Takes a secret out of the address, now and whenever it changes. Returns a function that stops it. */
export function keepSecretsOutOfUrl(): () => void {
  const clean = () => {
    const { page, search } = parseHash(window.location.hash)
    const redacted = redactSearchParams(search)
    if (redacted.size < search.size) window.history.replaceState(null, '', formatHash(page, redacted))
  }
  clean()
  window.addEventListener('hashchange', clean)
  return () => window.removeEventListener('hashchange', clean)
}

/** Resets the address at sign-out, and drops a search that is not written. */
export function resetUrl(): void {
  unwritten = undefined
  window.history.replaceState(null, '', formatHash('tokens'))
}

function subscribe(listener: () => void): () => void {
  const onChange = () => {
    if (unwritten?.address !== window.location.hash) unwritten = undefined
    listener()
  }
  window.addEventListener('hashchange', onChange)
  return () => window.removeEventListener('hashchange', onChange)
}

/** A secret in the address was written by somebody else: it is not read. */
function currentRoute(): Route {
  const { hash } = window.location
  if (unwritten?.address === hash) return parseHash(unwritten.hash)
  const { page, search } = parseHash(hash)
  return { page, search: redactSearchParams(search) }
}

function writeAddress(): void {
  const { page, search } = currentRoute()
  const [hash, address] = [formatHash(page, search), formatHash(page, redactSearchParams(search))]
  unwritten = address === hash ? undefined : { hash, address }
  if (address !== window.location.hash) window.history.replaceState(null, '', address)
}
