import type { Note } from './outcomes.ts'

/**
 * Whether a write succeeded and leaves nothing to do or to know: then its row shows the result for a moment, or a
 * toast counts it. `mayBeNew`: it may have issued a new value that no read shows, and only a note would say so.
 */
export function isQuiet(
  { act, verdict, since, uncopied }: Pick<Note<unknown, unknown>, 'act' | 'verdict' | 'since' | 'uncopied'>,
  mayBeNew = verdict.is === 'as-asked' && verdict.valueOutcome === 'unknown',
): boolean {
  if (verdict.is !== 'as-asked' || verdict.also !== undefined || since !== undefined || uncopied === true) return false
  if (act === 'create') return true
  return verdict.unseen.length === 0 && !mayBeNew && verdict.valueOutcome !== 'new'
}
