import type { Learned } from '#contract/learned.ts'
import { createStore, type Store } from '#web/ui/store.ts'

/** One point as it was kept; what it may be is read anew where it is shown. */
interface KeptPoint {
  seen?: string
}

/** What was learned of a service by probing it, in the spelling of `#contract/learned.ts`. */
export interface LearnedStore extends Pick<
  Store<Readonly<Record<string, KeptPoint | undefined>>>,
  'get' | 'subscribe'
> {
  put(learned: Learned): void
}

/**
 * Kept in `storage` by the service's address: it holds nothing secret and no name of a row. What stands there is read
 * tolerantly; the full schema is fetched with the page that shows it.
 */
export function createLearned(storage: Pick<Storage, 'getItem' | 'setItem'>, address: string): LearnedStore {
  const place = `query-admin learned ${address}`
  const { get, set, subscribe } = createStore(read(storage.getItem(place)))
  return {
    get,
    subscribe,
    put(learned) {
      const text = JSON.stringify(learned)
      storage.setItem(place, text)
      set(read(text))
    },
  }
}

function read(text: string | null): Readonly<Record<string, KeptPoint | undefined>> {
  try {
    const said: unknown = JSON.parse(text ?? '{}')
    return typeof said === 'object' && said !== null ? Object.fromEntries(Object.entries(said)) : {}
  } catch {
    return {}
  }
}
