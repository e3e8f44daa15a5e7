import { Check } from 'lucide-react'
import type { ReactNode } from 'react'

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
