import { useQueryClient } from '@tanstack/react-query'
import type { Part } from '#contract/problem.ts'
import type { Dated } from '#contract/row-store.ts'
import type { Verdict } from '#contract/verdict.ts'
import { useConsole } from './console.tsx'
import { patchList } from './lists.ts'
import type { Note, Notes } from './notes.ts'
import { announced } from './verdict-words.ts'

/** Brings a verdict onto the page: what was read into the list, the note under its row, and the word about it. */
export type Settle<Row, Change> = (
  act: Note<Row, Change>['act'],
  name: string,
  verdict: Verdict<Row>,
  change: Change,
) => Verdict<Row>

/** `notes` are those of the same part. */
export function useSettle<Row extends Dated, Change>(
  part: Part,
  notes: Notes<Note<Row, Change>>,
  nameOf: (row: Row) => string,
): Settle<Row, Change> {
  const { announcer } = useConsole()
  const client = useQueryClient()
  return (act, name, verdict, change) => {
    const row = 'row' in verdict ? verdict.row : undefined
    if (row !== undefined && verdict.is !== 'exists') patchList<Row>(client, part, name, row)
    if (verdict.is === 'deleted' || verdict.is === 'gone') {
      patchList<Row>(client, part, name, undefined)
      notes.dismiss(name)
    } else {
      const now = row !== undefined && verdict.is !== 'exists' ? nameOf(row) : name
      notes.put(now, { act, verdict, change, at: Date.now() })
    }
    announcer.say(announced(part === 'tokens' ? 'token' : 'user', name, verdict))
    return verdict
  }
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
