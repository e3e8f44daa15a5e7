import type { Learned } from '#contract/learned.ts'
import { valueKnown, valueWord, type ValueOnPut } from '#contract/learned-value.ts'
import { createStore, type Store } from '#web/ui/store.ts'

/** One point as it was kept; what it may be is read anew where it is shown. */
interface KeptPoint {
  seen?: string
}

type Kept = Readonly<Record<string, KeptPoint | null | undefined>>

/** What was learned of a service by probing it and by saving there, in the spelling of `#contract/learned.ts`. */
export interface LearnedStore extends Pick<Store<Kept>, 'get' | 'subscribe'> {
  /** What a probe found. What it could not tell this time and was seen before stays. */
  put(found: Learned): void
  /** What a save showed of the value on update, and when. */
  sawValue(shown: { seen: ValueOnPut; at: number }): void
}

/**
 * Kept in `storage` by the service's address: it holds nothing secret and no name of a row. What stands there is read
 * tolerantly; the full schema is fetched with the page that shows it. It is read again before each change, since another
 * tab may have learned something meanwhile; where it cannot be written, what was learned holds until the page closes.
 */
export function createLearned(storage: Pick<Storage, 'getItem' | 'setItem'>, address: string): LearnedStore {
  const place = `query-admin learned ${address}`
  const { get, set, subscribe } = createStore(read(storage.getItem(place)))
  let written = true
  const latest = () => (written ? read(storage.getItem(place)) : get())
  const change = (found: Learned) => {
    const text = JSON.stringify({ ...latest(), ...found })
    try {
      storage.setItem(place, text)
      written = true
    } catch {
      written = false
    }
    set(read(text))
  }
  return {
    get,
    subscribe,
    put(found) {
      const before = latest()
      const told = Object.entries(found).filter(
        ([name, point]) => point !== undefined && ('seen' in point || before[name]?.seen === undefined),
      )
      change(Object.fromEntries(told))
    },
    sawValue({ seen, at }) {
      const before = valueWord(latest()['value-on-put']?.seen)
      const known = valueKnown(before, seen)
      change(known === before ? {} : { 'value-on-put': { seen: known, at } })
    },
  }
}

function read(text: string | null): Kept {
  try {
    const said: unknown = JSON.parse(text ?? '{}')
    return typeof said === 'object' && said !== null ? Object.fromEntries(Object.entries(said)) : {}
  } catch {
    return {}
  }
}
