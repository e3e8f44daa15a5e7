import type { ComponentType, ReactNode } from 'react'
import { lazyComponent } from '#web/ui/lazy.tsx'
import type { Note, Notes } from '#web/writes/notes.ts'
import type { JustSaved } from '#web/writes/saved-state.tsx'
import type { Pending } from '#web/writes/use-write.ts'
import './row-state.css'

const SavedState: ComponentType<JustSaved> = lazyComponent(
  async () => (await import('#web/writes/saved-state.tsx')).SavedState,
)

/** The saves of one list that were verified a moment ago, and how to undo one. */
interface Saves<N> {
  saved: ReadonlyMap<string, N>
  notes: Pick<Notes<N>, 'undoing'>
}

/** What the row of this name shows after a verified save. */
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

/** *Checking…* while nothing is sent yet, then *Saving…*. */
export function busyWord(pending: Pending<object> | undefined): string | undefined {
  return pending && (pending.isCheck ? 'Checking…' : 'Saving…')
}

/** What happens to the row now, or the result, which replaces the time of the last update for a moment. */
export function rowState(pending: Pending<object> | undefined, saved: ReactNode): ReactNode {
  return pending ? <span className="busy">{busyWord(pending)}</span> : saved
}

/**
 * Whether two sets of props are equal, for `memo`. A list creates a new object each time a row is requested, so rows
 * are compared by their fields.
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
