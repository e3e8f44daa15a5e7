import * as z from 'zod/mini'
import type { PendingRecreations } from '#contract/saving/replace.ts'
import type { Token, TokenDraft } from '#contract/token.ts'
import { integerIn, momentAt, momentFrom, type Moment } from '#contract/wire.ts'
import { createStore, type Store } from '#web/ui/store.ts'
import { keysIn } from '#web/writes/storage-keys.ts'

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
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>
  /** Missing on plain http, except on localhost. No session is possible there either. */
  locks: Pick<LockManager, 'request'> | null | undefined
  window: Pick<Window, 'addEventListener'>
  now: () => number
}

/** Stored as text: an integer of the service may have more digits than a JSON number can hold. */
const integer = z.pipe(
  z.string(),
  z.transform((digits, { issues }): number | bigint => {
    const moment = integerIn(momentFrom(digits))
    if (moment !== undefined) return moment
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
 * Kept in the browser's storage, each under a key of the service's address and its name: a token is not lost with its tab,
 * and no tab can overwrite the record of another. A record is shown only when no tab works on it: a working tab holds a lock, which the browser releases when the tab dies. `email`: the
 * signed-in admin, if known. Records of other admins are not shown.
 */
export function createPendingRecreations(
  { storage, locks, window, now }: Browser,
  address: string,
  email: string | undefined,
): PendingRecreationStore {
  const prefix = `query-admin pending re-creations ${address} `
  const store = createStore<readonly StoredRecreation[]>([])
  /** Used when the browser cannot store anything: the records then last as long as this page. */
  const unstored = new Map<string, StoredRecreation>()

  const released = new Set<string>()
  const awaited = new Set<string>()
  let underWay = 0

  /** All records, oldest first. */
  const records = () => {
    const stored = keysIn(storage, prefix).flatMap((key) => recordIn(storage.getItem(key)) ?? [])
    return [...stored, ...unstored.values()].toSorted((a, b) => a.since - b.since)
  }
  const keep = (record: StoredRecreation) => {
    unstored.delete(record.name)
    try {
      storage.setItem(prefix + record.name, JSON.stringify(spelled(record)))
    } catch {
      unstored.set(record.name, record)
    }
  }
  const remove = (name: string) => {
    unstored.delete(name)
    storage.removeItem(prefix + name)
  }
  const isOurs = ({ by }: StoredRecreation) => by === undefined || email === undefined || by === email
  const locked = <T>(name: string, act: () => Promise<T>): Promise<T> =>
    !locks ? act() : locks.request(prefix + name, act)

  const show = () => {
    const all = records()
    for (const name of released) if (!all.some((record) => record.name === name)) released.delete(name)
    store.set(all.filter((record) => released.has(record.name) && isOurs(record)))
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
    if (key === null || key.startsWith(prefix)) waitForLocks()
  })
  waitForLocks()
  return {
    get: store.get,
    subscribe: store.subscribe,
    isUnderWay: () => underWay > 0,
    during: (name, act) =>
      locked(name, async () => {
        const earlier = records().find((record) => record.name === name)
        let stored: StoredRecreation | undefined
        underWay += 1
        try {
          const verdict = await act((missing, before) => {
            const was = before === undefined ? earlier?.was : momentMark(before.created_at)
            const updated = before === undefined ? earlier?.updated : momentMark(before.updated_at)
            const since = before === undefined ? (earlier?.since ?? now()) : now()
            stored = { ...missing, was, updated, since, by: email ?? earlier?.by }
            keep(stored)
          })
          // An act that ended before it stored anything leaves the record of another one.
          if (stored === undefined || verdict.is === 'half-replaced') return verdict
          // The row to delete may still exist, or another one has its name: what was kept is needed all the same.
          if (verdict.is !== 'exists' || earlier === undefined) remove(name)
          return verdict
        } finally {
          underWay -= 1
          released.add(name)
          show()
        }
      }),
    drop(name) {
      remove(name)
      show()
    },
  }
}

/** Whether a row is certainly not the one that was to be deleted. */
export function isOtherRow({ was }: Pick<StoredRecreation, 'was'>, { created_at }: Pick<Token, 'created_at'>): boolean {
  const created = momentMark(created_at)
  return was !== undefined && created !== undefined && created !== was
}

/** The row that was to be deleted, as far as it is stored: it sorts into its former place. */
export function formerRow({ name, active, write, expiration_date, was, updated }: StoredRecreation): Token {
  return {
    name,
    active,
    write,
    expiration_date: momentFrom(expiration_date),
    created_at: momentFrom(was),
    updated_at: momentFrom(updated),
  }
}

/** A moment as it is stored. Undefined: the service does not give it, or it is unreadable. */
export function momentMark(moment: Moment): string | undefined {
  const stored = integerIn(moment) ?? momentAt(moment, 'milliseconds')
  return stored === undefined ? undefined : String(stored)
}

function spelled({ expiration_date, ...record }: StoredRecreation): object {
  return { ...record, ...(expiration_date !== undefined && { expiration_date: String(expiration_date) }) }
}

/** A stored record; undefined: unreadable. */
function recordIn(text: string | null): StoredRecreation | undefined {
  try {
    return StoredRecreation.safeParse(JSON.parse(text ?? '')).data
  } catch {
    return undefined
  }
}

declare module '#web/ui/session.ts' {
  interface Session {
    pending: PendingRecreationStore
  }
}
