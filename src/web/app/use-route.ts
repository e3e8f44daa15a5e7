import { useSyncExternalStore } from 'react'
import { hashOf, routeOf, type Page, type Route } from './route.ts'

/**
 * How long after the last key a search is written into the address, in milliseconds. Writing costs more than searching.
 */
const writeDelay = 300

/** The hash still to be written, and the one that it replaces. */
let unwritten: { hash: string; replaces: string } | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/** The current route. */
export function useRoute(): Route {
  return routeOf(useSyncExternalStore(subscribe, currentHash))
}

/** The current page alone: does not redraw with each key of a search. */
export function usePage(): Page {
  return useSyncExternalStore(subscribe, () => routeOf(currentHash()).page)
}

/**
 * Replaces filter, sort and search of the current page without a history entry. `isTyped`: the address changes only
 * after a pause in typing, or when the focus moves.
 */
export function replaceSearch(page: Page, search: URLSearchParams, isTyped: boolean): void {
  unwritten = { hash: hashOf(page, search), replaces: window.location.hash }
  clearTimeout(timer)
  if (isTyped) {
    timer = setTimeout(write, writeDelay)
    window.addEventListener('focusout', write, { once: true })
  } else write()
  window.dispatchEvent(new HashChangeEvent('hashchange'))
}

/** Resets the address at sign-out, and drops a search that is not written yet. */
export function leaveAddress(): void {
  unwritten = undefined
  window.history.replaceState(null, '', hashOf('tokens'))
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

function currentHash(): string {
  const { hash } = window.location
  return unwritten?.replaces === hash ? unwritten.hash : hash
}

function write(): void {
  const hash = currentHash()
  unwritten = undefined
  if (hash !== window.location.hash) window.history.replaceState(null, '', hash)
}
