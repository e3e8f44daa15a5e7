import type { QueryClient } from '@tanstack/react-query'
import { type Store, createStore } from '#web/ui/store.ts'
import { cachedList } from './list-queries.ts'
import type { TimeUnit } from '#api/wire.ts'
import {
  type ServiceFacts,
  type ValueContext,
  detectTimeUnit,
  documentedUnit,
  type UpdateEffect,
  worstEffect,
} from '#api/service-facts.ts'

/** What showing and changing rows depend on besides the row itself: the time, and what is known about the service. */
export interface RowContext extends ValueContext {
  /** The emails that the signed-in account may have; empty: unknown. */
  ownEmails: readonly string[]
  /** Values in the list of tokens can be read as tokens: one that can’t is marked. Undefined: it is not looked at. */
  areValuesReadable?: boolean
  /** The names of rows whose generated password nobody has copied. */
  uncopied?: ReadonlySet<string>
  /** A result has told the admin that rows don’t show whether a save changed their values: later ones are quiet. */
  wasUnseenReported?: boolean
}

/** The unit in which the service counts time: read off the rows of the lists at hand, else the documented one. */
export type TimeUnitStore = Pick<Store<TimeUnit>, 'get' | 'subscribe'> & {
  /** The rows that show it; undefined: none does. */
  evidence: () => ServiceFacts['unit']
}

/** Looks at the cached lists, complete or still arriving. It requests none itself. */
export function createTimeUnitStore(client: QueryClient): TimeUnitStore {
  const evidence = () =>
    detectTimeUnit({
      tokens: cachedList(client, 'tokens'),
      users: cachedList(client, 'users'),
    })
  return {
    evidence,
    get: () => evidence()?.unit ?? documentedUnit,
    subscribe: (listener) => client.getQueryCache().subscribe(listener),
  }
}

/** What is known of updates on this service since the page was opened. */
interface UpdateKnowledge {
  /** What they do to values; undefined: nobody has seen it. */
  effect: UpdateEffect | undefined
  /** The admin was told that nobody has seen it, and went on. */
  isWarned: boolean
  /** A result has told the admin that rows do not show it. */
  wasUnseenReported: boolean
}

/** A store of what updates do to values. */
export type UpdateEffectStore = ReturnType<typeof createUpdateEffectStore>

export function createUpdateEffectStore() {
  const { get, set, subscribe } = createStore<UpdateKnowledge>({
    effect: undefined,
    isWarned: false,
    wasUnseenReported: false,
  })
  let bySaves: UpdateEffect | undefined
  let byLists: UpdateEffect | undefined
  /** That saves keep values counts more than a value that disagrees with its row: there, the claim means something else. */
  const learn = () => {
    const effect = bySaves === 'keeps' ? bySaves : worstEffect(bySaves, byLists)
    if (effect !== get().effect) set({ ...get(), effect })
  }
  return {
    get,
    subscribe,
    /** A save has shown this: the worst of all saves counts. */
    saw(effect: UpdateEffect): void {
      bySaves = worstEffect(bySaves, effect)
      learn()
    },
    /** A list was read. What one has shown stays known. `observe`: what this one shows, if that is needed. */
    listed(observe: () => UpdateEffect | undefined): void {
      byLists ??= observe()
      learn()
    },
    warned: () => set({ ...get(), isWarned: true }),
    markUnseenReported: () => set({ ...get(), wasUnseenReported: true }),
  }
}
