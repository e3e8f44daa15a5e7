import * as z from 'zod/mini'
import type { Dated } from '#contract/list/row-store.ts'
import { fingerprintKey } from '#contract/jwt.ts'
import { keysIn } from '#web/writes/storage-keys.ts'
import type { RunPlan } from './run-state.ts'

// What stays of a run if its tab goes: names, what was confirmed, what was sent and settled. Never a value or password.

/** What runs need from the browser. */
export interface RunBrowser {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>
  /** Missing on plain http, except on localhost. */
  locks: Pick<LockManager, 'request'> | null | undefined
  now: () => number
}

/** The rows as they were confirmed, and what is asked for, without secrets. */
const Item = z.object({
  write: z.object({ name: z.string(), act: z.literal(['save', 'create', 'remove']), change: z.looseObject({}) }),
  confirmed: z.optional(z.looseObject({})),
  isGenerated: z.optional(z.literal(true)),
  recreates: z.optional(z.literal(true)),
})

const Head = z.object({
  resource: z.literal(['tokens', 'users']),
  words: z.object({ doing: z.string(), done: z.string() }),
  act: z.optional(z.object({ name: z.string(), input: z.looseObject({}) })),
  file: z.optional(z.object({ name: z.string(), digest: z.string() })),
  items: z.array(Item),
  leftOut: z.array(z.object({ name: z.string(), says: z.string() })),
  /** Of the confirmation, in milliseconds since 1970. */
  startedAt: z.number(),
  /** Fingerprint of the person whose run it is, and the key of that. */
  print: z.string(),
  key: z.string(),
})
type RunHead = z.infer<typeof Head>

/** How far an item has come: one letter each, so that the record of 10,000 items is written in a moment. */
export const letters = {
  waiting: 'w',
  running: 'w',
  'not-started': 'w',
  'left-out': 'w',
  sent: 's',
  done: 'd',
  failed: 'f',
  /** It failed, and may succeed if it is sent again. */
  again: 'a',
  unknown: 'u',
} as const

const Progress = z.object({
  /** A letter for each item. */
  states: z.string(),
  /** What is said of those that are not done, by index. */
  says: z.record(z.string(), z.string()),
  /** The items whose generated password is not copied yet. */
  uncopied: z.array(z.number()),
})
/** How far a run has come. It is written before each request. */
export type RunProgress = z.infer<typeof Progress>

/** The record of one run. */
export interface RunRecord {
  /** False: the browser cannot store it. */
  write: (progress: RunProgress) => boolean
  remove: () => void
}

/** How long a record is kept, in milliseconds. */
const keptFor = 24 * 60 * 60 * 1000

/** The records of one service and browser. `prefix`: of their keys in the storage. */
export function createRecords(
  { storage, locks, now }: RunBrowser,
  prefix: string,
  printOf: (key: string) => Promise<string | undefined>,
) {
  const progressOf = (key: string) => `${key} progress`
  const remove = (key: string) => {
    storage.removeItem(key)
    storage.removeItem(progressOf(key))
  }
  /** Holds the record until it is removed; false: another tab does. A browser releases the lock when the tab dies. */
  const hold = (key: string): Promise<(() => void) | undefined> =>
    new Promise((resolve) => {
      if (!locks) return resolve(() => undefined)
      void locks.request(key, { ifAvailable: true }, (lock) => {
        if (lock === null) return resolve(undefined)
        return new Promise<void>((release) => resolve(() => release()))
      })
    })
  const store = (key: string, text: string): boolean => {
    try {
      storage.setItem(key, text)
      return true
    } catch {
      return false
    }
  }
  const recordAt = (key: string, release = () => {}): RunRecord => ({
    write: (progress) => store(progressOf(key), JSON.stringify(progress)),
    remove() {
      remove(key)
      release()
    },
  })
  return {
    /** Stores what a run is about to do; undefined: the browser cannot, or cannot tell whose run it is. */
    async create(plan: RunPlan, startedAt: number, stored: (row: Dated) => object): Promise<RunRecord | undefined> {
      const own = fingerprintKey()
      const print = await printOf(own)
      if (print === undefined) return undefined
      const key = `${prefix}${own}`
      const record = recordAt(key, await hold(key))
      const items = plan.items.map(({ confirmed, ...item }) => ({ ...item, confirmed: confirmed && stored(confirmed) }))
      const head = Head.parse({ ...plan, items, startedAt, print, key: own })
      if (store(key, JSON.stringify(head, spelled))) return record
      record.remove()
      return undefined
    },
    /** Takes the oldest record of this person that no other tab holds. Drops those that are too old. */
    async take() {
      const found: { key: string; head: RunHead }[] = []
      for (const key of keysIn(storage, prefix).filter((own) => !own.endsWith(' progress'))) {
        const head = Head.safeParse(readIn(storage.getItem(key))).data
        if (head === undefined || now() - head.startedAt > keptFor) remove(key)
        else if ((await printOf(head.key)) === head.print) found.push({ key, head })
      }
      for (const { key, head } of found.toSorted((a, b) => a.head.startedAt - b.head.startedAt)) {
        const release = await hold(key)
        if (release === undefined) continue
        const stored = Progress.safeParse(readIn(storage.getItem(progressOf(key)))).data
        // Nothing is sent before the first progress is stored.
        const progress: RunProgress = stored ?? { states: '', says: {}, uncopied: [] }
        return { plan: head, progress, record: recordAt(key, release) }
      }
      return undefined
    },
  }
}

/** An integer may have more digits than a JSON number can hold. */
const spelled = (_: string, value: unknown) => (typeof value === 'bigint' ? { digits: String(value) } : value)
const Digits = z.strictObject({ digits: z.string() })

function readIn(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '', (_, value: unknown) => {
      const { data } = Digits.safeParse(value)
      return data === undefined ? value : BigInt(data.digits)
    })
  } catch {
    return undefined
  }
}
