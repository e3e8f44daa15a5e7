import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Blank } from '#web/ui/blank.tsx'

interface Props {
  title: string
  children: ReactNode
  onClear: () => void
}

/** In place of a list in which a search or a filter finds nothing. */
export function NoMatch({ title, children, onClear }: Props) {
  return (
    <Blank
      icon={<Search className="icon s20" aria-hidden="true" />}
      title={title}
      actions={
        <button type="button" className="btn" onClick={onClear}>
          Clear filters
        </button>
      }
    >
      {children}
    </Blank>
  )
}
