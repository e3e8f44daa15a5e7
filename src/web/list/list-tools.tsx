import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Blank } from '#web/ui/blank.tsx'
import { Chips, type Chip } from './chips.tsx'
import { SearchBox } from './search-box.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import './list-tools.css'

interface Props<Id extends string> {
  /** `Search tokens`. */
  label: string
  text: string
  onText: (text: string) => void
  /** ArrowDown: into the list. */
  onDown: () => void
  /** See `SearchBox`. */
  rows: number | undefined
  chips: readonly Chip<Id>[]
  pressed: Id
  onPress: (id: Id) => void
}

/** Search and filters above a list. */
export function ListTools<Id extends string>(props: Props<Id>) {
  const { label, text, onText, onDown, rows, chips, pressed, onPress } = props
  return (
    <div className="tools">
      <SearchBox label={label} value={text} onChange={onText} onDown={onDown} rows={rows} />
      <Chips label="Show" chips={chips} pressed={pressed} onPress={onPress} />
    </div>
  )
}

interface NoMatchProps {
  title: string
  /** False while the rows are still looked for. */
  isKnown: boolean
  children: ReactNode
  onClear: () => void
}

/** In place of a list in which a search or a filter finds nothing. */
export function NoMatch({ title, isKnown, children, onClear }: NoMatchProps) {
  if (!isKnown) return <Skeleton rows={8} />
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
