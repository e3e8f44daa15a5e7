import { Check, X } from 'lucide-react'
import { memo, useState, type ReactNode } from 'react'
import { Foreign } from '#web/ui/names/foreign.tsx'
import { StatusMark } from '#web/ui/status-mark.tsx'
import { count } from '#web/ui/time.ts'
import type { ItemState, RunItem } from './run-state.ts'
import { itemWords } from './run-words.ts'

/** How many items are drawn at first, and how many more with each press. */
const first = 100
const more = 500

/** The mark of a result. Its word stands beside it. */
export function ResultMark({ state }: { state: ItemState }) {
  if (state === 'running') return <span className="run-mark spin" />
  if (state === 'unknown')
    return (
      <span className="run-mark">
        <StatusMark mark="unknown" />
      </span>
    )
  if (state === 'done' || state === 'failed') {
    const Icon = state === 'done' ? Check : X
    return (
      <span className={`run-mark ${state}`}>
        <Icon className="icon s14" aria-hidden="true" />
      </span>
    )
  }
  return <span className="run-mark wait" />
}

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
  const [shown, setShown] = useState(first)
  const rest = items.length - shown
  if (items.length === 0) return null
  return (
    <>
      <ul aria-label={label}>
        {items.slice(0, shown).map((item) => (
          <Item key={item.name} item={item} button={button?.(item)} />
        ))}
      </ul>
      {rest > 0 && (
        <button type="button" className="link run-more" onClick={() => setShown(shown + more)}>
          {`Show ${count(Math.min(rest, more))} more of ${count(rest)} (${label.toLowerCase()})`}
        </button>
      )}
    </>
  )
}
