import * as z from 'zod/mini'
import type { PendingRecreations } from '#contract/saving/replace.ts'
import type { Token, TokenDraft } from '#contract/token.ts'
import { momentFrom, type Moment } from '#contract/wire.ts'
import { createStore, type Store } from '#web/ui/store.ts'

/** A token that was deleted to be created again, and is not known to exist again. */
export type StoredRecreation = z.infer<typeof StoredRecreation>

/** Tokens that were deleted to be created again, except those that another tab is still creating. */
export interface PendingRecreationStore
  extends PendingRecreations, Pick<Store<readonly StoredRecreation[]>, 'get' | 'subscribe'> {
  /** Whether this tab is creating a token again. */
  isUnderWay: () => boolean
  /** Removes a token that exists again, or that the admin dismissed. */
  drop(name: string): void
}

/** What the store needs from the browser. */
interface Browser {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Missing on plain http, except on localhost. No session is possible there either. */
  locks: Pick<LockManager, 'request'> | null | undefined
  window: Pick<Window, 'addEventListener'>
  now: () => number
}

/** Stored as text: an integer of the service may have more digits than a JSON number can hold. */
const integer = z.pipe(
  z.string(),
  z.transform((digits, { issues }): number | bigint => {
    const moment = momentFrom(digits)
    if (moment.spelled === 'integer') return moment.integer
    issues.push({ code: 'custom', input: digits })
    return z.NEVER
  }),
)

const StoredRecreation = z.object({
  name: z.string(),
  active: z.boolean(),
  write: z.boolean(),
  expiration_date: z.optional(integer),
  /** When the row that was to be deleted was created, which identifies it. Missing: the service does not tell. */
  was: z.optional(z.string()),
  /** When that row was last updated. */
  updated: z.optional(z.string()),
  /** When the deletion began, in milliseconds since 1970 by the page's clock. */
  since: z.number(),
  /** The email of the admin who deleted it, if known. */
  by: z.optional(z.string()),
} satisfies Record<keyof TokenDraft | 'was' | 'updated' | 'since' | 'by', z.ZodMiniType>)

/**
 * Kept in the browser's storage, by the service's address, so that a token is not lost with its tab. A record is shown
 * only when no tab works on it: a working tab holds a lock, which the browser releases when the tab dies. `email`: the
 * signed-in admin, if known. Records of other admins are not shown.
 */
export function createPendingRecreations(
  { storage, locks, window, now }: Browser,
  address: string,
  email: string | undefined,
): PendingRecreationStore {
  const storageKey = `query-admin pending re-creations ${address}`
  const store = createStore<readonly StoredRecreation[]>([])
  /** Used when the browser cannot store anything: the records then last as long as this page. */
  let unstored: readonly StoredRecreation[] | undefined

  const released = new Set<string>()
  const awaited = new Set<string>()
  let underWay = 0

  const records = () => unstored ?? recordsIn(storage.getItem(storageKey))
  const keep = (next: readonly StoredRecreation[]) => {
    try {
      if (next.length === 0) storage.removeItem(storageKey)
      else storage.setItem(storageKey, JSON.stringify(next.map(spelled)))
      unstored = undefined
    } catch {
      unstored = next
    }
  }
  const without = (name: string) => records().filter((one) => one.name !== name)
  const isOurs = ({ by }: StoredRecreation) => by === undefined || email === undefined || by === email
  const locked = <T>(name: string, act: () => Promise<T>): Promise<T> =>
    !locks ? act() : locks.request(`${storageKey} ${name}`, act)

  const show = () => {
    const all = records()
    for (const name of released) if (!all.some((one) => one.name === name)) released.delete(name)
    store.set(all.filter((one) => released.has(one.name) && isOurs(one)))
  }
  /** Waits for the locks of records that other tabs work on, and shows each record once its lock is free. */
  const waitForLocks = () => {
    show()
    for (const { name } of records()) {
      if (released.has(name) || awaited.has(name)) continue
      awaited.add(name)
      void locked(name, async () => {
        awaited.delete(name)
        released.add(name)
        show()
      })
    }
  }

  window.addEventListener('storage', ({ key }) => {
    if (key === storageKey || key === null) waitForLocks()
  })
  waitForLocks()
  return {
    get: store.get,
    subscribe: store.subscribe,
    isUnderWay: () => underWay > 0,
    during: (name, act) =>
      locked(name, async () => {
        const known = records().find((one) => one.name === name)
        let stored: StoredRecreation | undefined
        underWay += 1
        try {
          const verdict = await act((missing, before) => {
            const was = before === undefined ? known?.was : momentMark(before.created_at)
            const updated = before === undefined ? known?.updated : momentMark(before.updated_at)
            const since = before === undefined ? (known?.since ?? now()) : now()
            stored = { ...missing, was, updated, since, by: email ?? known?.by }
            keep([...without(name), stored])
          })
          // An act that ended before it stored anything leaves the record of another one.
          if (stored === undefined || verdict.is === 'half-replaced') return verdict
          // The row to delete may still exist, or another one has its name: what was kept is needed all the same.
          if (verdict.is !== 'exists' || known === undefined) keep(without(name))
          return verdict
        } finally {
          underWay -= 1
          released.add(name)
          show()
        }
      }),
    drop(name) {
      keep(without(name))
      show()
    },
  }
}

/** Whether a row is certainly not the one that was to be deleted. */
export function isOtherRow({ was }: Pick<StoredRecreation, 'was'>, { created_at }: Pick<Token, 'created_at'>): boolean {
  const created = momentMark(created_at)
  return was !== undefined && created !== undefined && created !== was
}

/** A moment as it is stored. Undefined: the service does not give it, or it is unreadable. */
export function momentMark(moment: Moment): string | undefined {
  if (moment.spelled === 'integer') return String(moment.integer)
  return moment.spelled === 'iso' ? String(moment.at) : undefined
}

function spelled({ expiration_date, ...one }: StoredRecreation): object {
  return { ...one, ...(expiration_date !== undefined && { expiration_date: String(expiration_date) }) }
}

/** Reads the stored records. Unreadable ones are skipped. */
function recordsIn(text: string | null): readonly StoredRecreation[] {
  let stored: unknown
  try {
    stored = JSON.parse(text ?? '[]')
  } catch {
    return []
  }
  const read = z.array(z.unknown()).safeParse(stored)
  return (read.data ?? []).flatMap((one) => StoredRecreation.safeParse(one).data ?? [])
}
