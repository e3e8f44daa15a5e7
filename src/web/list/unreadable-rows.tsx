import { CircleHelp } from 'lucide-react'
import { Banner } from '#web/ui/banner.tsx'
import { counted } from '#web/ui/time.ts'

interface Props {
  /** The numbers of the rows in the answer. */
  rows: readonly number[]
  /** `have no readable name and cannot be shown`. */
  says: string
}

/** Rows of an answer that cannot be shown. */
export function UnreadableRows({ rows, says }: Props) {
  return (
    <Banner tone="violet" icon={<CircleHelp className="icon" aria-hidden="true" />}>
      {counted(rows.length, 'row')} of the answer {says}: row {rows.slice(0, 10).join(', ')}
      {rows.length > 10 ? ' …' : ''}.
    </Banner>
  )
}
