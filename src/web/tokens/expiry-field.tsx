import { useEffect, useId, useRef, useState } from 'react'
import type { Token } from '#contract/token.ts'
import type { Fault } from '#web/resource/form.ts'
import { keysOf } from '#web/resource/resource.ts'
import type { World } from '#web/resource/world.ts'
import { Choices } from '#web/ui/inputs/choices.tsx'
import { Field, FieldWarning } from '#web/ui/inputs/field.tsx'
import { localMoment, relative } from '#web/ui/time.ts'
import { expiryOf } from './status.ts'
import {
  firstPicked,
  latestPicked,
  momentOfChoice,
  momentOfPicked,
  serviceTime,
  turnOf,
  type ExpiryChoice,
  type PickedTime,
} from './token-form.ts'
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
  at: 'Custom…',
  never: 'Never',
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
  const storedAt = typeof storedExpiry === 'number' ? storedExpiry : undefined
  const first = firstPicked(storedAt, now)
  const shown = choice === 'keep' ? storedAt : choice && momentOfChoice(choice, now)
  return (
    <div ref={field} className="expiry-field">
      <Choices
        legend="Expires"
        look="presets"
        choices={keysOf(presetWords)
          .filter((preset) => preset !== 'keep' || stored !== undefined)
          .map((preset) => ({ id: preset, label: presetWords[preset] }))}
        chosen={typeof choice === 'object' ? 'at' : choice}
        describedBy={typeof choice === 'object' ? undefined : `${id}-moment`}
        onChoose={(preset) => onChange(preset === 'at' ? first : preset)}
      />
      {typeof choice === 'object' && (
        <DateTimeField
          time={choice}
          fault={fault}
          now={now}
          // What is typed again as it was is no change.
          onType={(picked) => onChange(isAlike(picked, first.picked) ? first : { picked })}
        />
      )}
      {typeof choice !== 'object' && (
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
      )}
    </div>
  )
}

interface DateTimeProps {
  time: PickedTime
  fault: Fault | undefined
  now: number
  onType: (picked: string) => void
}

/** The browser’s own field. Under it stands one line: the exact moment, or what is wrong. */
function DateTimeField({ time, fault, now, onType }: DateTimeProps) {
  const { picked } = time
  const [isText] = useState(isShownAsText)
  // Uncontrolled: React writes a controlled value into its attribute too, and Firefox then empties all parts with one.
  const [shown, setShown] = useState({ first: picked, typed: picked })
  if (!isAlike(shown.typed, picked)) setShown({ first: picked, typed: picked })
  // They stay when they become 00, or the part that is edited would go.
  const [hasSeconds, setSeconds] = useState(false)
  if (!hasSeconds && picked.length > latestPicked.length) setSeconds(true)
  const words = {
    unfinished: isText ? `Enter a date and time like ${example}.` : 'Enter a complete, valid date and time.',
    skipped: 'The clocks skip this time. Choose another one.',
    past: 'This date has passed. Choose a later one.',
  }
  const moment = momentOfPicked(time, now)
  const wrong = typeof moment === 'string' ? words[moment] : undefined
  const error = fault && wrong
  const exact = typeof moment === 'number' && (
    <span translate="no">{`${localMoment(moment)}${turnWords[turnOf(moment) ?? 'only']} · ${relative(moment, now)}`}</span>
  )
  return (
    <Field
      key={shown.first}
      label={isText ? `Date and time, like ${example}` : 'Date and time'}
      type="datetime-local"
      autoComplete="off"
      step={hasSeconds ? 1 : undefined}
      max={latestPicked}
      defaultValue={isText ? shown.first.replace('T', ' ') : shown.first}
      error={error}
      hint={error === undefined ? (wrong ?? exact) : undefined}
      onChange={({ target: { value: typed } }) => {
        setShown({ ...shown, typed })
        onType(typed)
      }}
    />
  )
}

/** A text field shows a space in place of the `T`. */
const isAlike = (a: string, b: string) => a.replace(' ', 'T') === b.replace(' ', 'T')

const example = '2027-12-31 23:59'

/** Of two moments that the clocks show alike, which one it is. */
const turnWords = { first: ' (the first of two)', second: ' (the second of two)', only: '' } as const

/** Whether this browser has no field for a date and time, and shows a text field in its place. */
function isShownAsText(): boolean {
  const input = document.createElement('input')
  input.type = 'datetime-local'
  return input.type === 'text'
}
