import type { ComponentType, ReactNode } from 'react'
import { lazyComponent } from '#web/ui/lazy.tsx'
import type { Note, Notes } from '#web/writes/notes.ts'
import type { JustSaved } from '#web/writes/saved-state.tsx'
import './row-state.css'

const SavedState: ComponentType<JustSaved> = lazyComponent(
  async () => (await import('#web/writes/saved-state.tsx')).SavedState,
)

/** Of one list: the saves that were verified a moment ago, and the way to undo a save. */
interface Saves<N> {
  saved: ReadonlyMap<string, N>
  notes: Pick<Notes<N>, 'undoing'>
}

/** What the row of this name says of a save that was verified a moment ago. */
export function savedState<N extends Note<unknown, unknown>>(
  name: string,
  { saved, notes }: Saves<N>,
  needsRepair?: () => boolean,
): ReactNode {
  const note = saved.get(name)
  const onUndo = () => notes.undoing.set(note)
  return (
    note && (
      <SavedState
        name={name}
        note={note}

        needsRepair={needsRepair?.() === true}
        onUndo={onUndo}
      />
    )
  )
}

/** What stands in a row for a moment instead of its last update: a write under way, or what came of one. */
export function rowState(pending: boolean, saved: ReactNode): ReactNode {
  return pending ? <span className="busy">Saving…</span> : saved
}

/**
 * Whether two sets of props show the same: a row is made anew each time it is asked for, so rows count as the same when
 * all their fields do. For `memo`.
 */
export function sameProps<Props extends object>(before: Props, after: Props): boolean {
  return same(before, after, 3)
}

function same(a: unknown, b: unknown, depth: number): boolean {
  if (Object.is(a, b)) return true
  if (depth === 0 || !isPlain(a) || !isPlain(b)) return false
  const entries = Object.entries(a)
  const others = new Map(Object.entries(b))
  return entries.length === others.size && entries.every(([key, value]) => same(value, others.get(key), depth - 1))
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
