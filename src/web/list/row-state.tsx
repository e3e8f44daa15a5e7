import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import './row-state.css'

/** What stands in a row for a moment instead of its last update: a write under way, or just verified. */
export function rowState(pending: boolean, justSaved: boolean): ReactNode | undefined {
  if (pending) return <span className="busy">Saving…</span>
  return justSaved ? (
    <span className="ok">
      <Check className="icon s14" aria-hidden="true" />
      Saved
    </span>
  ) : undefined
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
