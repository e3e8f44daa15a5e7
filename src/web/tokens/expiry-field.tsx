import { useEffect, useId, useRef } from 'react'
import type { Token } from '#contract/token.ts'
import type { Fault } from '#web/resource/form.ts'
import { keysOf } from '#web/resource/resource.ts'
import type { World } from '#web/resource/world.ts'
import { Choices } from '#web/ui/inputs/choices.tsx'
import { Field, FieldWarning } from '#web/ui/inputs/field.tsx'
import { localMoment, relative } from '#web/ui/time.ts'
import { expiryOf } from './status.ts'
import { latest, momentOfChoice, pickedAt, serviceTime, type ExpiryChoice } from './token-form.ts'
import './expiry-field.css'

interface Props {
  /** Undefined: the stored expiry is unreadable, and nothing is chosen yet. */
  choice: ExpiryChoice | undefined
  /** The row whose date can be kept; undefined: there is none. */
  stored: Token | undefined
  fault: Fault | undefined
  world: Pick<World, 'now' | 'ahead' | 'unit'>
  /** It replaces the button that opened it, which had the focus. */
  takesFocus?: boolean
  onChange: (choice: ExpiryChoice) => void
}

/** What one press chooses. */
type Preset = Extract<ExpiryChoice, string> | 'at'

/** What the buttons of an expiry say. */
export const presetWords: Record<Preset, string> = {
  keep: 'Keep as it is',
  '1h': '1 hour',
  '1d': '1 day',
  '7d': '7 days',
  '30d': '30 days',
  '90d': '90 days',
  '1y': '1 year',
  at: 'Date, time…',
  never: 'Never',
}

const faultWords: Partial<Record<Fault, string>> = {
  unfinished: 'Enter the whole date and time.',
  past: 'This date has passed. Choose a later one.',
}

/** When a token expires: a preset, or a date and time in the browser’s own field. Shows the exact moment. */
export function ExpiryField({ choice, stored, fault, world, takesFocus = false, onChange }: Props) {
  const field = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) field.current?.querySelector<HTMLElement>('input:checked')?.focus()
  }, [takesFocus])
  const now = serviceTime(world)
  const id = useId()
  const storedExpiry = stored && expiryOf(stored, world.unit)
  const moment = choice === undefined ? undefined : momentOfChoice(choice, now)
  const shown = choice === 'keep' && typeof storedExpiry === 'number' ? storedExpiry : moment
  const first = moment ?? (typeof storedExpiry === 'number' ? storedExpiry : tomorrow(now))
  return (
    <div ref={field} className="expiry-field">
      <Choices
        legend="Expires"
        look="presets"
        choices={keysOf(presetWords)
          .filter((preset) => preset !== 'keep' || stored !== undefined)
          .map((preset) => ({ id: preset, label: presetWords[preset] }))}
        chosen={typeof choice === 'object' ? 'at' : choice}
        describedBy={`${id}-moment`}
        onChoose={(preset) => onChange(preset === 'at' ? pickedAt(first) : preset)}
      />
      {typeof choice === 'object' && (
        <Field
          label="Date and time"
          type="datetime-local"
          max={pickedAt(latest).picked}
          value={choice.picked}
          error={fault && faultWords[fault]}
          onChange={({ target }) => onChange({ picked: target.value })}
        />
      )}
      <p id={`${id}-moment`} className={choice === 'never' ? 'hint' : undefined}>
        {choice === 'never' && (
          <FieldWarning>
            This service may treat a token without a date as expired. Choose a date to be sure.
          </FieldWarning>
        )}
        {choice === 'keep' && storedExpiry === 'none' && (
          <span className="hint">
            No expiry is stored, so none is sent. The service may store the time of this update instead.
          </span>
        )}
        {choice === 'keep' && stored !== undefined && storedExpiry === undefined && 'Out of range'}
        {shown !== undefined && <span translate="no">{`${localMoment(shown)} · ${relative(shown, now)}`}</span>}
      </p>
    </div>
  )
}

const hour = 60 * 60_000

/** Where the field starts: the first full hour at least a day from now. */
function tomorrow(now: number): number {
  return Math.ceil((now + 24 * hour) / hour) * hour
}
