import { useId, type ReactNode } from 'react'
import './choices.css'

interface Props<Id extends string> {
  legend: string
  hideLegend?: boolean
  /** Segments, presets, or a yes/no pair. */
  look: 'segs' | 'presets' | 'yn'
  choices: readonly { id: Id; label: ReactNode }[]
  chosen: Id | undefined
  onChoose: (id: Id) => void
  describedBy?: string | undefined
}

/** Radio buttons: one tab stop, arrows move between them. */
export function Choices<Id extends string>({
  legend,
  hideLegend,
  look,
  choices,
  chosen,
  onChoose,
  describedBy,
}: Props<Id>) {
  const name = useId()
  return (
    <fieldset className="field" aria-describedby={describedBy}>
      <legend className={hideLegend === true ? 'sr' : 'label'}>{legend}</legend>
      <div className={look}>
        {choices.map(({ id, label }) => (
          <label key={id}>
            <input type="radio" name={name} value={id} checked={id === chosen} onChange={() => onChoose(id)} />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
