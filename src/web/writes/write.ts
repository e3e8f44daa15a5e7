import { useMutationState, type MutationFilters } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ResourceName } from '#contract/problem.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import { lazyCode } from '#web/ui/lazy.tsx'
import type { Outcome, WriteAct } from './outcomes/outcomes.ts'
import type { Saving } from './saving.ts'

/** One write to one row. What it sends is in a closure, so no password is in a mutation's variables. */
export interface Write<Row, Change> {
  act: WriteAct
  name: string
  /** The requested change, shown on top of the row while it is pending. */
  change: Change
  /** The write is an undo. */
  undoes?: true | undefined
  /** The admin opened the row in a form. */
  isOpened?: true | undefined
  /** Undefined: the write can go ahead, and nothing was sent. */
  send: (saving: Saving) => Promise<Verdict<Row> | undefined>
  /** Whether a dialog shows this verdict, not a note. */
  isAsked?: (verdict: Verdict<Row>) => boolean
  /** The write is an item of a run, which announces itself, and is told the outcome. */
  run?: { onOutcome: (outcome: Pick<Outcome, 'id'>) => void }
  /** What was requested of a service without a list, whose page shows it. */
  unlisted?: Outcome['unlisted']
}

/** The verdict of a write; undefined when signing out ended it, or when the page's own code could not be loaded. */
export type Answer<Row> = Promise<Verdict<Row> | undefined>

export const writesOf = (resource: ResourceName) => [resource, 'write'] as const

/** The pending writes of a resource. */
export const pendingOf = (resource: ResourceName): MutationFilters => ({
  mutationKey: writesOf(resource),
  status: 'pending',
})

/** Options of every mutation: it leaves nothing in the cache, and does not wait for the network. */
export const mutationOptions = {
  gcTime: 0,
  networkMode: 'always', // the default parks a write while offline and fires it later
} as const

/** The pending change of each row, by name. If several are queued, the last one counts for each field. */
export function usePending<Change extends object>(resource: ResourceName): ReadonlyMap<string, Change> {
  const writes = useMutationState({ filters: pendingOf(resource), select: ({ state }) => variablesOf<Change>(state) })
  return useMemo(() => {
    const pending = new Map<string, Change>()
    for (const { name, change } of writes) pending.set(name, { ...pending.get(name), ...change })
    return pending
  }, [writes])
}

/** What a pending write of these resources was called with. */
export const variablesOf = <Change>({ variables }: { variables: unknown }) => variables as Write<never, Change>

/** Returns undefined if signing out aborted the act: that is not a failure to report. */
export async function unlessEnded<T>(act: Promise<T>): Promise<T | undefined> {
  try {
    return await act
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined
    throw error
  }
}

/** The code for writing. */
export const savingCode = lazyCode(() => import('./saving.ts'))

/**
 * The writes of a session, created on the first call. Calls made while the code loads resolve in their order, so that
 * writes are queued in the order of the clicks.
 * @throws {CodeNotLoaded} when the code cannot be loaded. Nothing was sent, and the next call tries again.
 */
export function savingOnceLoaded(
  make: (code: Awaited<ReturnType<typeof savingCode.load>>) => Saving,
): () => Promise<Saving> {
  let made: Saving | undefined
  return async () => {
    const code = await savingCode.load()
    return (made ??= make(code))
  }
}

declare module '#web/ui/session.ts' {
  interface Session {
    /** Loads the code for writing on the first call. */
    saving: () => Promise<Saving>
  }
}
