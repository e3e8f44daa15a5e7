import { mutationOptions, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import type { Part } from '#contract/problem.ts'
import type { Dated } from '#contract/row-store.ts'
import type { Verdict } from '#contract/verdict.ts'
import { useConsole } from './console.tsx'
import { patchList } from './lists.ts'
import { isNewValue, noteAfter, type Note, type Notes } from './notes.ts'
import { announced, askedWords } from './verdict-words.ts'

/** One act on one row. `run` closes over what it sends, so that no password stands in a mutation's variables. */
export interface Act<Row, Change> {
  name: string
  /** What the row is asked to be, to lay over it while the answer is due. */
  change: Change
  run: () => Promise<Verdict<Row>>
}

/** Any verified write of a part. */
export const verifiedAct = <Row, Change>(part: Part) =>
  mutationOptions({
    mutationKey: [part, 'act'],
    networkMode: 'always', // the default parks a write while offline and fires it later
    gcTime: 0,
    mutationFn: ({ run }: Act<Row, Change>) => run(),
  })

/**
 * Runs acts and brings their verdicts onto the page: what was read into the list, the note under the row, and the word
 * about it. Undefined comes back when signing out ended one. A creation that left no row has none to say it under: the
 * form does.
 */
export function useVerifiedActs<Row extends Dated, Change extends object>(
  part: Part,
  notes: Notes<Note<Row, Change>>,
  nameOf: (row: Row) => string,
) {
  const { announcer, activity, toasts } = useConsole()
  const client = useQueryClient()
  const { mutateAsync } = useMutation(verifiedAct<Row, Change>(part))
  return async (kind: Note<Row, Change>['act'], act: Act<Row, Change>): Promise<Verdict<Row> | undefined> => {
    const { name, change } = act
    const former = notes.get().get(name)
    // A new value stays in sight, and its banner in place, while the next save runs.
    if (kind === 'save' && former !== undefined && !isNewValue(former)) notes.dismiss(name)
    const verdict = await unlessEnded(mutateAsync(act))
    if (verdict === undefined) return undefined
    const noun = part === 'tokens' ? 'token' : 'user'
    const outcome = announced(noun, name, verdict)
    activity.add({ kind: part === 'tokens' ? 'Token' : 'User', name, asked: askedWords(kind, change), outcome })
    if (kind === 'create' && verdict.is !== 'as-asked' && verdict.is !== 'differently') return verdict
    const row = 'row' in verdict && verdict.is !== 'exists' ? verdict.row : undefined
    if (row !== undefined) patchList<Row>(client, part, name, row)
    if (verdict.is === 'deleted' || verdict.is === 'gone' || verdict.is === 'half-replaced') {
      patchList<Row>(client, part, name, undefined)
      // With its row goes the place where it would be told.
      if (verdict.is === 'gone') toasts.show(outcome, { failed: true })
      notes.dismiss(name)
    } else {
      const note = noteAfter(notes.get().get(name), { act: kind, verdict, change, at: Date.now() })
      notes.put(row === undefined ? name : nameOf(row), note)
    }
    announcer.say(outcome)
    return verdict
  }
}

/** The changes that are under way, by name; of several in turn on one row, the last wish for each field. */
export function usePendingChanges<Change extends object>(part: Part): ReadonlyMap<string, Change> {
  const pending = useMutationState({
    filters: { mutationKey: [part, 'act'], status: 'pending' },
    select: (mutation) => mutation.state.variables as Act<never, Change>,
  })
  const changes = new Map<string, Change>()
  for (const { name, change } of pending) changes.set(name, { ...changes.get(name), ...change })
  return changes
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
