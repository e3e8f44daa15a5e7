import { ShieldAlert, TriangleAlert } from 'lucide-react'

/** A word about a row that its cells cannot say; `odd`: about the look of its name, which may be as it should. */
export function RowMark({ says, odd = false }: { says: string; odd?: boolean }) {
  const Icon = odd ? TriangleAlert : ShieldAlert
  return (
    <span className={odd ? 'row-mark odd' : 'row-mark'} title={says}>
      <Icon className="icon s14" aria-hidden="true" />
      <span className="sr">{says}</span>
    </span>
  )
}
