import { useMutationState, type MutationFilters, type QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Dated } from '#contract/list/row-store.ts'
import type { ResourceName } from '#contract/problem.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import type { Session } from '#web/ui/session.ts'
import { isBlocked, offlineVerdict } from '#web/list/online.ts'
import { noAnswerYet, patience } from '#web/list/busy.tsx'
import type { Pending } from '#web/list/row-state.tsx'
import { lazyCode, CodeNotLoaded } from '#web/ui/lazy.tsx'
import { visible } from '#web/ui/names/foreign.tsx'
import { currentOf, isNewValue, type WriteAct } from './outcomes/outcomes.ts'
import type { Saving } from './saving.ts'
import type { ResourceWrites } from './shown-resource.ts'

/** Where writes are made: to the rows of one resource in one session. */
export interface Desk<Row extends Dated, Change extends object> {
  session: Session
  client: QueryClient
  resource: ResourceWrites<Row, Change>
}

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
  /** This is only a check before a warning: the row's note stays. */
  looks?: true
}

/** The verdict of a write; undefined when signing out ended it, or when the page's own code could not be loaded. */
export type Answer<Row> = Promise<Verdict<Row> | undefined>

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
 * The only way to write to a row: a mutation, which sends the write and shows the verdict: in the list, in a note under
 * the row, and as an announcement. If a creation left no row, the form shows the verdict.
 */
export async function write<Row extends Dated, Change extends object>(
  desk: Desk<Row, Change>,
  sent: Write<Row, Change>,
): Answer<Row> {
  const { session, client, resource } = desk
  if (isBlocked(session)) return offlineVerdict
  const former = currentOf(session.outcomes.get(), resource).get(sent.name)
  // A note about a new value stays while the next save runs.
  if (sent.act === 'save' && sent.looks !== true && former !== undefined && !isNewValue(former))
    session.outcomes.dismiss(former)
  const mutation = client.getMutationCache().build(client, {
    ...mutationOptions,
    mutationKey: writesOf(resource.name),
    mutationFn: (variables: Write<Row, Change>) => sendAndShow(desk, variables),
  })
  try {
    return await mutation.execute(sent)
  } catch (error) {
    if (!(error instanceof CodeNotLoaded)) throw error
    session.toasts.show(error.message, { mark: 'failed' })
    return undefined
  }
}

async function sendAndShow<Row extends Dated, Change extends object>(
  desk: Desk<Row, Change>,
  sent: Write<Row, Change>,
): Answer<Row> {
  const { session, resource } = desk
  // Load this code before sending: the verdict must be shown even if the network fails meanwhile.
  const [{ showVerdict }, shown] = await Promise.all([showVerdictCode.load(), resource.shown.load()])
  const slow = setTimeout(() => session.announcer.say(`${visible(sent.name)}: ${noAnswerYet}`), patience)
  const verdict = await unlessEnded(sent.send(await session.saving()))
  clearTimeout(slow)
  if (verdict !== undefined) showVerdict({ ...desk, shown }, sent, verdict)
  return verdict
}

/**
 * Checks, before anything is asked, whether an act would end without sending anything; then shows its verdict. `free`:
 * the act can go ahead.
 */
export async function precheck<Row extends Dated, Change extends object>(
  desk: Desk<Row, Change>,
  sent: Write<Row, Change>,
): Promise<Verdict<Row> | 'free' | undefined> {
  // While a write is pending there is nothing to check: a second press warns at once, and is sent after it.
  const isSame: MutationFilters['predicate'] = ({ state }) => variablesOf<Change>(state).name === sent.name
  if (desk.client.isMutating({ ...pendingOf(desk.resource.name), predicate: isSame }) > 0) return 'free'
  let isFree = false
  const ends = await write(desk, {
    ...sent,
    looks: true,
    async send(saving) {
      const verdict = await sent.send(saving)
      isFree = verdict === undefined
      return verdict
    },
  })
  return isFree ? 'free' : ends
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

declare module '#web/ui/session.ts' {
  interface Session {
    /** Loads the code for writing on the first call. */
    saving: () => Promise<Saving>
  }
}
