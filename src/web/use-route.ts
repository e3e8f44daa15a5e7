import { useSyncExternalStore } from 'react'
import { routeOf, type Route } from './route.ts'

/** The current route; changes with the address. */
export function useRoute(): Route {
  return routeOf(useSyncExternalStore(subscribe, () => window.location.hash))
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}
