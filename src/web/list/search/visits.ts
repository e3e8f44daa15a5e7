import * as z from 'zod/mini'
import { fingerprintKey } from '#contract/jwt.ts'
import type { Store } from '#web/ui/store.ts'

/** A visit is over after so long without input, in milliseconds: a reload does not begin another one. */
const gap = 30 * 60_000

/** How often input is noted, in milliseconds. */
const pace = 60_000

/** How many people of one browser are remembered. */
const mostPeople = 20

/**
 * What is stored for a service: for each person, as a fingerprint under the key, when the console was last used and when
 * the visit before that ended, in milliseconds since 1970 by the page's clock. No name, no email.
 */
const Visits = z.object({
  key: z.string(),
  people: z.record(z.string(), z.object({ seen: z.number(), before: z.optional(z.number()) })),
})

interface Visitor {
  storage: Pick<Storage, 'getItem' | 'setItem'>
  window: Pick<Window, 'addEventListener'>
  now: () => number
  /** The service's address. */
  address: string
  /** A fingerprint of the person under a key. */
  printOf: (key: string) => Promise<string | undefined>
  /** The end of the session. */
  over: AbortSignal
}

/** Notes that this person uses the console, and tells when their last visit ended; not where nothing can be stored. */
export async function noteVisits(visitor: Visitor, lastVisit: Pick<Store<number | undefined>, 'set'>): Promise<void> {
  const { storage, window, now, address, printOf, over: signal } = visitor
  const place = `query-admin visits ${address}`
  const read = (): z.infer<typeof Visits> | undefined => {
    try {
      return Visits.safeParse(JSON.parse(storage.getItem(place) ?? '')).data
    } catch {
      return undefined
    }
  }
  const key = read()?.key ?? fingerprintKey()
  const person = await printOf(key)
  if (person === undefined || signal.aborted) return
  let notedAt = 0
  const note = (isLeaving: boolean) => {
    const people = read()?.people ?? {}
    const own = people[person]
    const isOver = own === undefined || now() - own.seen > gap
    if (isLeaving && isOver) return
    notedAt = now()
    const before = isOver ? own?.seen : own.before
    const all = Object.entries({ ...people, [person]: { seen: notedAt, before } })
    const latest = all.toSorted(([, a], [, b]) => b.seen - a.seen).slice(0, mostPeople)
    try {
      storage.setItem(place, JSON.stringify({ key, people: Object.fromEntries(latest) }))
      lastVisit.set(before)
    } catch {
      lastVisit.set(undefined)
    }
  }
  note(false)
  for (const input of ['pointerdown', 'keydown'])
    window.addEventListener(input, () => now() - notedAt >= pace && note(false), { capture: true, signal })
  // Own changes of the last minute are none of somebody else's.
  window.addEventListener('pagehide', () => note(true), { signal })
  signal.addEventListener('abort', () => note(true))
}
