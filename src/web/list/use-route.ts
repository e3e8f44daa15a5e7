import { useSyncExternalStore } from 'react'
import { hashOf, routeOf, withoutSecret, type Page, type Route } from './route.ts'

/**
 * How long after the last key a search is written into the address, in milliseconds. Writing costs more than searching.
 */
const writeDelay = 300

/** The hash of the view on the screen while the address does not hold all of it, and the hash that the address holds. */
let unwritten: { hash: string; address: string } | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/** The current page. */
export function usePage(): Page {
  return useSyncExternalStore(subscribe, () => currentRoute().page)
}

/** The text of the current search, for the box in which it is typed. */
export function useSearchText(): string {
  return useSyncExternalStore(subscribe, () => currentSearch().get('q') ?? '')
}

/** The current filter, sort and search, for the list. */
export function useSearch(): string {
  return useSyncExternalStore(subscribe, () => currentSearch().toString())
}

/** The name of the row that the address links to; null: it links to none. */
export function useLinkedName(): string | null {
  return useSyncExternalStore(subscribe, () => currentSearch().get('name'))
}

/** Takes the link to a row out of the address once it was followed. The view stays. */
export function dropLink(page: Page): void {
  const search = currentSearch()
  search.delete('name')
  replaceSearch(page, search, false)
}

/** The current filter, sort and search. */
export const currentSearch = () => currentRoute().search

/**
 * Replaces filter, sort and search of the current page without a history entry. Text that looks like a secret is not
 * written into the address. `isTyped`: the address changes only after a pause in typing, or when the focus moves.
 */
export function replaceSearch(page: Page, search: URLSearchParams, isTyped: boolean): void {
  unwritten = { hash: hashOf(page, search), address: window.location.hash }
  clearTimeout(timer)
  const announce = () => {
    window.dispatchEvent(new HashChangeEvent('hashchange'))
  }
  if (isTyped) {
    timer = setTimeout(write, writeDelay)
    window.addEventListener('focusout', write, { once: true })
    announce()
  } else {
    write()
    announce()
  }
}

/** Takes a secret out of the address, now and whenever it changes. Returns a function that stops it. */
export function watchAddress(): () => void {
  const clean = () => {
    const { page, search } = routeOf(window.location.hash)
    const rest = withoutSecret(search)
    if (rest.size < search.size) window.history.replaceState(null, '', hashOf(page, rest))
  }
  clean()
  window.addEventListener('hashchange', clean)
  return () => window.removeEventListener('hashchange', clean)
}

/** Resets the address at sign-out, and drops a search that is not written. */
export function leaveAddress(): void {
  unwritten = undefined
  window.history.replaceState(null, '', hashOf('tokens'))
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
  if (unwritten?.address === hash) return routeOf(unwritten.hash)
  const { page, search } = routeOf(hash)
  return { page, search: withoutSecret(search) }
}

function write(): void {
  const { page, search } = currentRoute()
  const [hash, address] = [hashOf(page, search), hashOf(page, withoutSecret(search))]
  unwritten = address === hash ? undefined : { hash, address }
  if (address !== window.location.hash) window.history.replaceState(null, '', address)
}
