import { count } from '#web/ui/time.ts'
import { StatusMark, type Mark } from '#web/ui/status-mark.tsx'
import './chips.css'

/** A filter with its live count. */
export interface Chip<Id extends string> {
  id: Id
  label: string
  count: number
  mark?: Mark
}

interface Props<Id extends string> {
  label: string
  chips: readonly Chip<Id>[]
  pressed: Id
  onPress: (id: Id) => void
}

/** One is pressed at a time. */
export function Chips<Id extends string>({ label, chips, pressed, onPress }: Props<Id>) {
  return (
    <div className="chips" role="group" aria-label={label}>
      {chips.map((chip) => (
        <button
          key={chip.id}
          type="button"
          className="chip"
          aria-pressed={chip.id === pressed}
          onClick={() => onPress(chip.id)}
        >
          {chip.mark && <StatusMark mark={chip.mark} />}
          {chip.label} <span>{count(chip.count)}</span>
        </button>
      ))}
    </div>
  )
}
