import { useMutation, useMutationState, useQueryClient, type MutationFilters } from '@tanstack/react-query'
import type { Dated } from '#contract/list/row-store.ts'
import type { ResourceName } from '#contract/problem.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import { useConsole } from '#web/app/console.tsx'
import { isBlocked, offlineVerdict } from '#web/app/online.ts'
import { lazyCode, CodeNotLoaded } from '#web/ui/lazy.tsx'
import { isNewValue, type Note } from './notes.ts'
import type { Saving } from './saving.ts'
import type { ResourceWrites } from './shown-resource.ts'

/** One write of one row. It closes over what it sends, so that no password stands in a mutation's variables. */
export interface Write<Row, Change> {
  act: Note<Row, Change>['act']
  name: string
  /** What the row is asked to be, to lay over it while the answer is due. */
  change: Change
  /** It puts back what a write before it had changed. */
  undoes?: true | undefined
  /** Undefined: nothing stands in the way of it, and nothing was sent. */
  send: (saving: Saving) => Promise<Verdict<Row> | undefined>
  /** Verdicts that whoever acts is asked about in a dialog, which tells them in place of the note. */
  asksAgain?: readonly Verdict<Row>['is'][]
  /** It looks only, before a question: the row's note stays. */
  looks?: true
}

/** Where a write ends: undefined when signing out ended it, or when the page's own code could not be had. */
export type Answer<Row> = Promise<Verdict<Row> | undefined>

const showing = lazyCode(() => import('./show-verdict.ts'))

const writesOf = (resource: ResourceName) => [resource, 'write'] as const

/** The writes of a row that are under way. */
const pendingOf = (resource: ResourceName, name: string): MutationFilters => ({
  mutationKey: writesOf(resource),
  status: 'pending',
  predicate: ({ state }) => (state.variables as Write<never, object> | undefined)?.name === name,
})

/** What every mutation of the console has: nothing outlives it, and nothing waits for the network to come back. */
export const atOnce = {
  gcTime: 0,
  networkMode: 'always', // the default parks a write while offline and fires it later
} as const

/**
 * The one way to write to a row: sends, and brings the verdict onto the page, which is the list, the note under the row
 * and the word about it. A creation that left no row has none to say it under: the form does.
 */
export function useWrite<Row extends Dated, Change extends object>(resource: ResourceWrites<Row, Change>) {
  const console = useConsole()
  const client = useQueryClient()
  const { mutateAsync } = useMutation({
    ...atOnce,
    mutationKey: writesOf(resource.name),
    async mutationFn(write: Write<Row, Change>) {
      // Before anything is sent: its verdict is told whatever becomes of the network.
      const [{ showVerdict }, shown] = await Promise.all([showing.load(), resource.shown.load()])
      const verdict = await unlessEnded(write.send(await console.saving()))
      if (verdict !== undefined) showVerdict({ console, client, resource, shown }, write, verdict)
      return verdict
    },
  })
  return async (write: Write<Row, Change>): Answer<Row> => {
    if (isBlocked(console)) return offlineVerdict
    const notes = resource.notesIn(console.notes)
    const former = notes.get().get(write.name)
    // A new value stays in sight, and its banner in place, while the next save runs.
    if (write.act === 'save' && write.looks !== true && former !== undefined && !isNewValue(former))
      notes.dismiss(write.name)
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
 * The way to look, before anything is asked, whether something ends a save before it sends: that is told as its verdict.
 * `free`: nothing does.
 */
export function useLook<Row extends Dated, Change extends object>(resource: ResourceWrites<Row, Change>) {
  const write = useWrite(resource)
  const client = useQueryClient()
  return async (
    one: Pick<Write<Row, Change>, 'name' | 'change' | 'send'>,
  ): Promise<Verdict<Row> | 'free' | undefined> => {
    // What comes of a write under way is nothing to look for: a second press is asked about at once, and sent after it.
    if (client.isMutating(pendingOf(resource.name, one.name)) > 0) return 'free'
    let isFree = false
    const ends = await write({
      ...one,
      act: 'save',
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

/** What a row is asked to be while the answer is due; of several wishes in turn, the last one for each field. */
export function usePendingChange<Change extends object>(resource: ResourceName, name: string): Change | undefined {
  const changes = useMutationState({
    filters: pendingOf(resource, name),
    select: ({ state }) => (state.variables as Write<never, Change>).change,
  })
  return changes.length === 0 ? undefined : changes.reduce((before, change) => ({ ...before, ...change }))
}

/** Signing out aborts what is under way; that is no failure to speak of, and comes back as undefined. */
export async function unlessEnded<T>(act: Promise<T>): Promise<T | undefined> {
  try {
    return await act
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined
    throw error
  }
}

/** The code that writes. */
export const savingCode = lazyCode(() => import('./saving.ts'))

/**
 * The writes of a session, made once, when they are first asked for. Whoever asks while the code is on its way gets them
 * in the order of asking, so that the turns per name are those of the clicks.
 * @throws {CodeNotLoaded} where the code cannot be had; nothing was sent then, and the next call asks again.
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
