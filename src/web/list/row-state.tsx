import type { ReactNode } from 'react'
import { Busy } from './busy.tsx'
import './row-state.css'

/** What a row shows besides the fields of its resource. */
export interface RowState<Change> {
  /** The change that is requested and not confirmed yet. */
  pending: Change | undefined
  /** A run is still to do it. */
  waits: boolean
  /** A save that was verified a moment ago. */
  saved: ReactNode
  /** The row is new and not sorted into its place yet. */
  isNew: boolean
  readOnly: boolean
}

/** What a row says while a write to it is pending. */
export const savingWord = 'Saving…'

/** What happens to the row now, or the result, which replaces the time of the last update for a moment. */
export function savingState({
  pending,
  waits,
  saved,
}: Pick<RowState<object>, 'pending' | 'saved' | 'waits'>): ReactNode {
  if (pending) return <Busy word={savingWord} />
  return waits ? <span className="busy">Waiting</span> : saved
}

/**
 * Whether two sets of props are equal, for `memo`. Every list that is read has new objects, so rows are compared by
 * their fields.
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
