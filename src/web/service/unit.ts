import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { learnedUnit, type Dated, type RowStore } from '#contract/row-store.ts'
import type { KnownUnit } from '#contract/token-saving.ts'
import type { Unit } from '#contract/wire.ts'

/** The unit of the service's moments: set by the admin, else learned from rows, else the documented one. */
export interface UnitStore {
  now(): UnitFound
  set(unit: Unit | undefined): void
  subscribe(listener: () => void): () => void
}

/** Where the unit is known from, and from how many numbers. */
export interface UnitFound extends KnownUnit {
  from: 'admin' | 'tokens' | 'users' | 'documentation'
  numbers: number
}

const documented: UnitFound = { unit: 'milliseconds', learned: false, from: 'documentation', numbers: 0 }

/** Reads the lists that are in the cache; asks for none itself. */
export function createUnitStore(client: QueryClient): UnitStore {
  let chosen: Unit | undefined
  let last: UnitFound = documented
  const listeners = new Set<() => void>()
  const find = (): UnitFound => {
    if (chosen !== undefined) return { unit: chosen, learned: true, from: 'admin', numbers: 0 }
    for (const from of ['tokens', 'users'] as const) {
      const units = client.getQueryData<RowStore<Dated>>([from])?.units
      const unit = units && learnedUnit(units)
      if (unit !== undefined) return { unit, learned: true, from, numbers: units?.[unit] ?? 0 }
    }
    return documented
  }
  return {
    now() {
      const found = find()
      // The same object while nothing changed, so that a component may subscribe to it.
      if (found.unit !== last.unit || found.from !== last.from || found.numbers !== last.numbers) last = found
      return last
    },
    set(unit) {
      chosen = unit
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      const stop = client.getQueryCache().subscribe(listener)
      return () => {
        listeners.delete(listener)
        stop()
      }
    },
  }
}

/** The unit as a component sees it. */
export function useUnit(store: UnitStore): UnitFound {
  return useSyncExternalStore(store.subscribe, store.now)
}
