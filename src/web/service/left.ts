import { array, boolean, mapped, object, optional, string } from '#contract/shape.ts'
import type { Left } from '#contract/verdict.ts'
import { createStore, type Store } from '#web/ui/store.ts'

/** Tokens that were deleted to be created again and are still missing. */
export interface LeftStore extends Pick<Store<readonly Left[]>, 'get' | 'subscribe'> {
  put(left: Left): void
  drop(name: string): void
}

const Stored = array(
  object({
    name: string,
    active: boolean,
    write: boolean,
    /** A text: an integer of the service may have more digits than a number of JSON. */
    expiration_date: optional(mapped(string, integer)),
  }),
)

/**
 * Kept in `storage` (of the tab) through a reload, by the service's address: no secret, only what is needed to create
 * the token again.
 */
export function createLeft(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>, address: string): LeftStore {
  const place = `query-admin left ${address}`
  const store = createStore<readonly Left[]>(read(storage.getItem(place)))
  const set = (next: readonly Left[]) => {
    store.set(next)
    if (next.length === 0) return storage.removeItem(place)
    const stored = next.map((left) => ({
      ...left,
      ...(left.expiration_date !== undefined && { expiration_date: String(left.expiration_date) }),
    }))
    storage.setItem(place, JSON.stringify(stored))
  }
  return {
    get: store.get,
    subscribe: store.subscribe,
    put: (left) => set([...store.get().filter(({ name }) => name !== left.name), left]),
    drop: (name) => {
      if (store.get().some((left) => left.name === name)) set(store.get().filter((left) => left.name !== name))
    },
  }
}

function read(text: string | null): readonly Left[] {
  try {
    return Stored.parse(JSON.parse(text ?? '[]')).map(({ expiration_date, ...left }) => ({
      ...left,
      ...(expiration_date !== undefined && { expiration_date }),
    }))
  } catch {
    return []
  }
}

/** @throws {SyntaxError} for anything but an integer. */
function integer(digits: string): number | bigint {
  if (!/^-?\d{1,19}$/.test(digits)) throw new SyntaxError('no integer')
  const number = Number(digits)
  return Number.isSafeInteger(number) ? number : BigInt(digits)
}
