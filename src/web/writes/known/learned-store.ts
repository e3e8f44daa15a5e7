import type { ProbeReport } from '#contract/probe/report.ts'
import type { ProbeOptions } from '#contract/probe/probe.ts'
import type { Learned } from '#contract/learned.ts'
import { valueKnown, valueWord, type ValueOnPut } from '#contract/learned-value.ts'
import { createStore } from '#web/ui/store.ts'

/** One stored result of a check. Its full schema is applied where it is shown. */
interface StoredCheck {
  seen?: string
}

type StoredChecks = Readonly<Record<string, StoredCheck | null | undefined>>

/** What checks and saves revealed about a service, in the form of `#contract/learned.ts`. */
export type LearnedStore = ReturnType<typeof createLearned>

/**
 * Kept in `storage`, by the service's address. It contains no secrets and no names of rows. It is read leniently,
 * because the full schema loads only with the page that shows it. Each change reads the storage again: another tab may
 * have written to it. If writing fails, the result holds until the page closes.
 */
export function createLearned(storage: Pick<Storage, 'getItem' | 'setItem'>, address: string) {
  const key = `query-admin learned ${address}`
  const { get, set, subscribe } = createStore<StoredChecks>(read(storage.getItem(key)))
  let isStored = true
  const latest = () => (isStored ? read(storage.getItem(key)) : get())
  const change = (learned: Learned) => {
    const text = JSON.stringify({ ...latest(), ...learned })
    try {
      storage.setItem(key, text)
      isStored = true
    } catch {
      isStored = false
    }
    set(read(text))
  }
  return {
    get,
    subscribe,
    /** Adds what a probe found. A check without a result this time keeps its earlier one. */
    put(learned: Learned): void {
      const before = latest()
      const results = Object.entries(learned).filter(
        ([name, point]) => point !== undefined && ('seen' in point || before[name]?.seen === undefined),
      )
      change(Object.fromEntries(results))
    },
    /** Adds what a save did to the token's value, and when, in milliseconds since 1970. */
    sawValue({ seen, at }: { seen: ValueOnPut; at: number }): void {
      const before = valueWord(latest()['value-on-put']?.seen)
      const combined = valueKnown(before, seen)
      change(combined === before ? {} : { 'value-on-put': { seen: combined, at } })
    },
  }
}

/** What an update was seen to do to a token's value on this service. */
export type ValueOnUpdate = 'kept' | 'new' | 'new-refused'

/** The same from what is stored; undefined: unknown. */
export function valueOnUpdate(checks: StoredChecks): ValueOnUpdate | undefined {
  const word = valueWord(checks['value-on-put']?.seen)
  return word === 'new-unknown' ? 'new' : word
}

function read(text: string | null): StoredChecks {
  try {
    const stored: unknown = JSON.parse(text ?? '{}')
    return typeof stored === 'object' && stored !== null ? Object.fromEntries(Object.entries(stored)) : {}
  } catch {
    return {}
  }
}

/** The compatibility checks, with the credential already applied. */
export type Probe = (options: ProbeOptions) => Promise<ProbeReport>

declare module '#web/ui/session.ts' {
  interface Session {
    learned: LearnedStore
    probe: Probe
  }
}
