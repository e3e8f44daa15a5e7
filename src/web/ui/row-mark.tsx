import { ShieldAlert } from 'lucide-react'

/** A word about a row that its cells cannot say. */
export function RowMark({ says }: { says: string }) {
  return (
    <span className="row-mark" title={says}>
      <ShieldAlert className="icon s14" aria-hidden="true" />
      <span className="sr">{says}</span>
    </span>
  )
}
