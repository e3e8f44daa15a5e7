import { useMutation, useMutationState, useQueryClient, type MutationFilters } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Dated } from '#contract/list/row-store.ts'
import type { ResourceName } from '#contract/problem.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import { useConsole } from '#web/app/console.tsx'
import { isBlocked, offlineVerdict } from '#web/app/online.ts'
import { noAnswerYet, patience } from '#web/list/busy.tsx'
import { lazyCode, CodeNotLoaded } from '#web/ui/lazy.tsx'
import { visible } from '#web/ui/names/foreign.tsx'
import { currentOf, isNewValue, type WriteAct } from './outcomes/outcomes.ts'
import type { Saving } from './saving.ts'
import type { ResourceWrites } from './shown-resource.ts'

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
  /** Verdicts that are shown in a dialog, not in a note. */
  dialogVerdicts?: readonly Verdict<Row>['is'][]
  /** This is only a check before a warning: the row's note stays. */
  looks?: true
}

/** The verdict of a write; undefined when signing out ended it, or when the page's own code could not be loaded. */
export type Answer<Row> = Promise<Verdict<Row> | undefined>

/** The verdict that ends an act before anything is asked, or `free`: it can go ahead. */
export type Precheck<Row> = Promise<Verdict<Row> | 'free' | undefined>

const showVerdictCode = lazyCode(() => import('./show-verdict.ts'))

const writesOf = (resource: ResourceName) => [resource, 'write'] as const

/** The pending writes of a resource. */
const pendingOf = (resource: ResourceName): MutationFilters => ({ mutationKey: writesOf(resource), status: 'pending' })

/** Options of every mutation: it leaves nothing in the cache, and does not wait for the network. */
export const mutationOptions = {
  gcTime: 0,
  networkMode: 'always', // the default parks a write while offline and fires it later
} as const

/**
 * The only way to write to a row. It sends the write and shows the verdict: in the list, in a note under the row, and
 * as an announcement. If a creation left no row, the form shows the verdict.
 */
export function useWrite<Row extends Dated, Change extends object>(resource: ResourceWrites<Row, Change>) {
  const console = useConsole()
  const client = useQueryClient()
  const { mutateAsync } = useMutation({
    ...mutationOptions,
    mutationKey: writesOf(resource.name),
    async mutationFn(write: Write<Row, Change>) {
      // Load this code before sending: the verdict must be shown even if the network fails meanwhile.
      const [{ showVerdict }, shown] = await Promise.all([showVerdictCode.load(), resource.shown.load()])
      const slow = setTimeout(() => console.announcer.say(`${visible(write.name)}: ${noAnswerYet}`), patience)
      const verdict = await unlessEnded(write.send(await console.saving()))
      clearTimeout(slow)
      if (verdict !== undefined) showVerdict({ console, client, resource, shown }, write, verdict)
      return verdict
    },
  })
  return async (write: Write<Row, Change>): Answer<Row> => {
    if (isBlocked(console)) return offlineVerdict
    const former = currentOf(console.outcomes.get(), resource).get(write.name)
    // A note about a new value stays while the next save runs.
    if (write.act === 'save' && write.looks !== true && former !== undefined && !isNewValue(former))
      console.outcomes.dismiss(former)
    try {
      return await mutateAsync(write)
    } catch (error) {
      if (!(error instanceof CodeNotLoaded)) throw error
      console.toasts.show(error.message, { mark: 'failed' })
      return undefined
    }
  }
}

/**
 * Checks, before anything is asked, whether an act would end without sending anything; then shows its verdict. `free`:
 * the act can go ahead.
 */
export function usePrecheck<Row extends Dated, Change extends object>(resource: ResourceWrites<Row, Change>) {
  const write = useWrite(resource)
  const client = useQueryClient()
  return async (
    one: Pick<Write<Row, Change>, 'act' | 'name' | 'change' | 'isOpened' | 'send' | 'dialogVerdicts'>,
  ): Precheck<Row> => {
    // While a write is pending there is nothing to check: a second press warns at once, and is sent after it.
    const isSame: MutationFilters['predicate'] = ({ state }) => variablesOf<Change>(state).name === one.name
    if (client.isMutating({ ...pendingOf(resource.name), predicate: isSame }) > 0) return 'free'
    let isFree = false
    const ends = await write({
      ...one,
      looks: true,
      async send(saving) {
        const found = await one.send(saving)
        isFree = found === undefined
        return found
      },
    })
    return isFree ? 'free' : ends
  }
}

/** What is pending for a row. `isCheck`: nothing is sent yet. */
export interface Pending<Change> {
  change: Change
  isCheck: boolean
}

/** The pending change of each row, by name. If several are queued, the last one counts for each field. */
export function usePending<Change extends object>(resource: ResourceName): ReadonlyMap<string, Pending<Change>> {
  const writes = useMutationState({ filters: pendingOf(resource), select: ({ state }) => variablesOf<Change>(state) })
  return useMemo(() => {
    const pending = new Map<string, Pending<Change>>()
    for (const { name, change, looks } of writes) {
      const before = pending.get(name)
      const isCheck = looks === true && before?.isCheck !== false
      pending.set(name, { change: { ...before?.change, ...change }, isCheck })
    }
    return pending
  }, [writes])
}

/** What a pending write of these resources was called with. */
const variablesOf = <Change>({ variables }: { variables: unknown }) => variables as Write<never, Change>

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
