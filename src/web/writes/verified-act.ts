import {
  MutationObserver as Mutating,
  mutationOptions,
  notifyManager,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import type { Part } from '#contract/problem.ts'
import type { Dated } from '#contract/list/row-store.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import { NotFetched } from '#web/ui/later.tsx'
import { createStore, usePartOf, type Store } from '#web/ui/store.ts'
import { useConsole } from '#web/app/console.tsx'
import { isNewValue, type Note, type Notes } from './notes.ts'
import { isOffline, offlineVerdict } from '#web/app/online.ts'
import { acting } from './savings.ts'

/** One act on one row. `run` closes over what it sends, so that no password stands in a mutation's variables. */
export interface Act<Row, Change> {
  name: string
  /** What the row is asked to be, to lay over it while the answer is due. */
  change: Change
  /** It puts back what a write before it had changed. */
  undoes?: true | undefined
  run: () => Promise<Verdict<Row>>
  /** Verdicts that whoever acts is asked about in a dialog, which tells them in place of the note. */
  asksAgain?: readonly Verdict<Row>['is'][]
}

/** Any verified write of a part. */
export const verifiedAct = <Row, Change>(part: Part) =>
  mutationOptions({
    mutationKey: [part, 'act'],
    networkMode: 'always', // the default parks a write while offline and fires it later
    gcTime: 0,
    mutationFn: ({ run }: Act<Row, Change>) => run(),
  })

type Begun = Pick<Act<never, object>, 'name' | 'change'>

interface UnderWay {
  acts: readonly Begun[]
  /** By name; of several in turn on one row, the last wish for each field. */
  changes: ReadonlyMap<string, object>
}

/** The acts that are under way. TanStack's own list of them tells in a task of its own: a frame after the click's. */
const underWay = new WeakMap<QueryClient, Record<Part, Store<UnderWay>>>()

function underWayIn(client: QueryClient) {
  const none = () => createStore<UnderWay>({ acts: [], changes: new Map() })
  const acts = underWay.get(client) ?? { tokens: none(), users: none() }
  underWay.set(client, acts)
  return acts
}

function tell(begun: Store<UnderWay>, acts: readonly Begun[]): void {
  const changes = new Map<string, object>()
  for (const { name, change } of acts) {
    const before = changes.get(name)
    changes.set(name, before === undefined ? change : { ...before, ...change })
  }
  begun.set({ acts, changes })
}

/**
 * Runs acts and brings their verdicts onto the page: what was read into the list, the note under the row, and the word
 * about it. Undefined comes back when signing out ended one. A creation that left no row has none to say it under: the
 * form does.
 */
export function useVerifiedActs<Row extends Dated, Change extends object>(
  part: Part,
  notes: Notes<Note<Row, Change>>,
  nameOf: (row: Row) => string,
  valueTold?: (verdict: Verdict<Row>) => string | undefined,
) {
  const console = useConsole()
  const client = useQueryClient()
  return async (kind: Note<Row, Change>['act'], act: Act<Row, Change>): Promise<Verdict<Row> | undefined> => {
    if (isOffline(console)) return offlineVerdict
    const { name, change, asksAgain = [] } = act
    const former = notes.get().get(name)
    // A new value stays in sight, and its banner in place, while the next save runs.
    if (kind === 'save' && former !== undefined && !isNewValue(former)) notes.dismiss(name)
    const begun = underWayIn(client)[part]
    const mark = { name, change }
    tell(begun, [...begun.get().acts, mark])
    // `useMutation` would draw the whole list when the act begins and when it ends: what is shown of it stands in `begun`.
    const mutating = new Mutating(client, verifiedAct<Row, Change>(part))
    const without = () => begun.get().acts.filter((one) => one !== mark)
    const over = () => {
      mutating.reset()
      notifyManager.schedule(() => tell(begun, without()))
    }
    try {
      const verdict = await unlessEnded(mutating.mutate(act))
      const code = verdict && (await acting.fetch())
      // One drawing of the new row, its note, and what is no longer under way: the former row must not show in between.
      notifyManager.batch(() => {
        if (verdict)
          code?.bring(
            { console, client, part, notes, nameOf, valueTold },
            { act: kind, name, change, asksAgain, ...(act.undoes && { undoes: act.undoes }) },
            verdict,
          )
        over()
      })
      return verdict
    } catch (error) {
      over()
      if (!(error instanceof NotFetched)) throw error
      console.toasts.show(error.message, { failed: true })
      console.announcer.alert(error.message)
      return undefined
    }
  }
}

/** What a row is asked to be while the answer is due; rows of which nothing is asked are not rendered for others. */
export function usePendingChange<Change extends object>(part: Part, name: string): Change | undefined {
  const begun = underWayIn(useQueryClient())[part]
  return usePartOf(begun, ({ changes }) => changes.get(name) as Change | undefined)
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
