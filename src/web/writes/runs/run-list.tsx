import { Check, X } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { FirstOf } from '#web/ui/names/first-of.tsx'
import { Foreign } from '#web/ui/names/foreign.tsx'
import { StatusMark } from '#web/ui/status-mark.tsx'
import { count } from '#web/ui/time.ts'
import type { ItemState, RunItem } from './run-state.ts'
import { itemWords } from './run-words.ts'

const marks: Partial<Record<ItemState, ReactNode>> = {
  done: <Check className="icon s14" aria-hidden="true" />,
  failed: <X className="icon s14" aria-hidden="true" />,
  unknown: <StatusMark mark="unknown" />,
}

/** The mark of a result. Its word stands beside it. */
export const ResultMark = ({ state }: { state: ItemState }) => (
  <span className={`run-mark ${state}`}>{marks[state]}</span>
)

/** One item: its mark, its name, and what it is doing or what came of it. */
const Item = memo(function Item({ item, button }: { item: RunItem; button?: ReactNode }) {
  return (
    <li>
      <ResultMark state={item.state} />
      <span className="name">
        <Foreign text={item.name} title={item.name} />
      </span>
      <span className="run-says">{itemWords(item)}</span>
      {button}
    </li>
  )
})

interface Props {
  label: string
  items: readonly RunItem[]
  /** What can be done about an item. */
  button?: (item: RunItem) => ReactNode
}

/** Items of a run: the first hundred, and the others on demand. */
export function RunList({ label, items, button }: Props) {
  if (items.length === 0) return null
  const says = (next: number, rest: number) => `Show ${count(next)} more of ${count(rest)} (${label.toLowerCase()})`
  return (
    <FirstOf items={items} first={100} more={500} says={says}>
      {(shown) => (
        <ul aria-label={label}>
          {shown.map((item) => (
            <Item key={item.name} item={item} button={button?.(item)} />
          ))}
        </ul>
      )}
    </FirstOf>
  )
}
