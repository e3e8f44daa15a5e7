import { Key, User as UserIcon } from 'lucide-react'
import type { ResourceName } from '#contract/problem.ts'
import { Banner } from '#web/ui/banner.tsx'
import { counted } from '#web/ui/time.ts'

/** Rows of an answer that cannot be shown, by their numbers in it. */
export function UnreadableRows({ part, rows }: { part: ResourceName; rows: readonly number[] }) {
  const Icon = part === 'tokens' ? Key : UserIcon
  const one = rows.length === 1
  return (
    <Banner tone="violet" icon={<Icon className="icon" aria-hidden="true" />}>
      {counted(rows.length, 'row')} of the answer{' '}
      {part === 'tokens'
        ? `${one ? 'has' : 'have'} no readable name and cannot be shown`
        : `cannot be read and ${one ? 'is' : 'are'} not shown`}
      : row {rows.slice(0, 10).join(', ')}
      {rows.length > 10 ? ' …' : ''}.
    </Banner>
  )
}
