import { useSyncExternalStore } from 'react'
import { hashOf, routeOf, type Page, type Route } from './route.ts'

/** How long after the last key a search is written into the address, in milliseconds: that costs more than searching. */
const untilWritten = 300

/** What is to stand in the address, where it is what it was. */
let unwritten: { hash: string; over: string } | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/** The current route; changes with the address. */
export function useRoute(): Route {
  return routeOf(useSyncExternalStore(subscribe, currentHash))
}

/** The page alone, for whoever need not be drawn with each key of a search. */
export function usePage(): Page {
  return useSyncExternalStore(subscribe, () => routeOf(currentHash()).page)
}

/**
 * Replaces filter, sort and search of the current page without a step in the history; one that `isTyped` comes into the
 * address when no other key follows at once, or the focus goes elsewhere.
 */
export function replaceSearch(page: Page, search: URLSearchParams, isTyped: boolean): void {
  unwritten = { hash: hashOf(page, search), over: window.location.hash }
  clearTimeout(timer)
  if (isTyped) {
    timer = setTimeout(write, untilWritten)
    window.addEventListener('focusout', write, { once: true })
  } else write()
  window.dispatchEvent(new HashChangeEvent('hashchange'))
}

/** Leaves the address of a list that is put away, and whatever was still to come into it. */
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
  return unwritten?.over === hash ? unwritten.hash : hash
}

function write(): void {
  const hash = currentHash()
  unwritten = undefined
  if (hash !== window.location.hash) window.history.replaceState(null, '', hash)
}
