import { CircleX } from 'lucide-react'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import type { Token } from '#contract/token.ts'
import { integerFor, type Unit } from '#contract/wire.ts'
import type { Fault } from '#web/resource/form.ts'
import { keysOf } from '#web/resource/resource.ts'
import type { World } from '#web/resource/world.ts'
import { Choices } from '#web/ui/inputs/choices.tsx'
import { FieldWarning } from '#web/ui/inputs/field.tsx'
import { part } from '#web/ui/part.tsx'
import { clockOf, localMoment, utcMoment } from '#web/ui/time.ts'
import { expirySentences } from './expiry-sentences.ts'
import { expiryOf } from './status.ts'
import {
  expiryClock,
  isEndOfDay,
  latest,
  momentOfChoice,
  momentsOfPicked,
  spanOfChoice,
  typableAt,
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

const MomentPicker = part(async () => (await import('#web/ui/moment/moment-picker.tsx')).MomentPicker)

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
const presets = keysOf(presetWords)

const faultWords: Partial<Record<Fault, string>> = {
  unfinished: expirySentences.unfinishedTime,
  'no-such-day': expirySentences.noSuchDay,
  skipped: expirySentences.skippedTime,
  past: expirySentences.pastMoment,
  'too-far': expirySentences.tooFar,
}

/**
 * When a token expires: presets, or a date and time. Shows the exact moment, and in *Details* the number that is sent.
 */
export function ExpiryField({ choice, stored, fault, world, takesFocus = false, onChange }: Props) {
  const field = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) field.current?.querySelector<HTMLElement>('input:checked')?.focus()
  }, [takesFocus])
  const { unit } = world
  const clock = expiryClock(world)
  const now = clock.now()
  const id = useId()
  const [isRefused, setRefused] = useState(false)
  const moment = choice === undefined ? undefined : momentOfChoice(choice, clock)
  const picked = typeof choice === 'object' ? choice : undefined
  const choose = (next: ExpiryChoice) => {
    setRefused(false)
    onChange(next)
  }
  const error: ReactNode = isRefused ? (
    expirySentences.pastedNoDate
  ) : fault === 'far-year' && picked !== undefined ? (
    <FarYear picked={picked} onConfirm={choose} />
  ) : (
    fault && faultWords[fault]
  )
  const storedExpiry = stored && expiryOf(stored, unit)
  const begin = typeof storedExpiry === 'number' ? Math.min(Math.max(storedExpiry, 0), latest) : tomorrow(now)
  /** The date that the choice stands for, if it stands for one. */
  const date = choice === 'keep' && storedExpiry !== 'none' ? (storedExpiry ?? 'out-of-range') : moment
  const offered = presets.filter((preset) => preset !== 'keep' || stored !== undefined)
  const twice = picked === undefined ? [] : momentsOfPicked(picked, clock)
  return (
    <div ref={field} className="expiry-field" data-bad={error === undefined ? undefined : 'Expires'}>
      <Choices
        legend="Expires"
        look="presets"
        choices={offered.map((preset) => ({ id: preset, label: presetWords[preset] }))}
        chosen={typeof choice === 'object' ? 'at' : choice}
        describedBy={error === undefined ? `${id}-moment` : `${id}-error`}
        onChoose={(preset) => choose(preset === 'at' ? typableAt(moment ?? begin) : preset)}
      />
      {picked !== undefined && (
        <MomentPicker
          label="Date and time"
          first={picked.shown}
          isInvalid={error !== undefined}
          earliest={stored === undefined ? now : undefined}
          onShow={(shown) => choose({ ...picked, shown })}
          onRefuse={() => setRefused(true)}
        />
      )}
      {picked !== undefined && twice.length > 1 && (
        <Choices
          legend={expirySentences.timeTwice}
          look="segs"
          choices={turns.map((turn, at) => ({ id: turn, label: timeWithZone(twice[at] ?? 0) }))}
          chosen={picked.turn}
          onChoose={(turn) => choose({ ...picked, turn })}
        />
      )}
      {error !== undefined && (
        <div className="err" id={`${id}-error`}>
          <CircleX className="icon s14" aria-hidden="true" />
          <span>{error}</span>
        </div>
      )}
      <div>
        {picked !== undefined && isEndOfDay(picked) && <p className="hint">{expirySentences.endOfDay}</p>}
        {choice === 'never' && (
          <>
            <p id={`${id}-moment`} className="hint">
              <FieldWarning>{expirySentences.neverMayExpire}</FieldWarning>
            </p>
            <details className="hint">
              <summary>Details</summary>
              <p>{expirySentences.neverSent}</p>
            </details>
          </>
        )}
        {choice === 'keep' && storedExpiry === 'none' && <p className="hint">{expirySentences.keptNotGiven}</p>}
        {date !== undefined && (
          <>
            <p id={`${id}-moment`} translate="no">
              {date === 'out-of-range' ? 'Out of range' : localMoment(date)}
            </p>
            <details className="hint">
              <summary>Details</summary>
              {date !== 'out-of-range' && <p>{`UTC: ${utcMoment(date)}`}</p>}
              {moment === undefined ? (
                <StoredAs stored={stored} />
              ) : (
                <SentAs span={choice && spanOfChoice(choice)} moment={moment} unit={unit} />
              )}
            </details>
          </>
        )}
      </div>
    </div>
  )
}

const turns = ['first', 'second'] as const

/** The number that is sent back for a date that stays. */
function StoredAs({ stored }: { stored: Token | undefined }) {
  return (
    <p key="stored">
      Stored as <code>{stored?.expiration_date}</code>. Sent back unchanged.
    </p>
  )
}

/** The number that is sent. `span`: a lifetime in milliseconds, which counts from the moment of sending. */
function SentAs({ span, moment, unit }: { span: number | undefined; moment: number; unit: Unit }) {
  return (
    <p key={span === undefined ? 'moment' : 'span'}>
      {span === undefined ? 'Sent as ' : 'Sent as the time of sending + '}
      <code>{integerFor(span ?? moment, unit)}</code>
      <span>{` (${unitSigns[unit]})`}</span>
    </p>
  )
}

/** `02:30 CEST`: the zone is the last word of a moment. */
const timeWithZone = (at: number) => `${clockOf(at)} ${localMoment(at).split(' ').at(-1)}`

/** *The year 2207 is far away. [Use anyway]*, which sends the form. */
function FarYear({ picked, onConfirm }: { picked: PickedTime; onConfirm: (picked: PickedTime) => void }) {
  const { year } = picked.shown
  return (
    <>
      {expirySentences.farYear(String(year))}{' '}
      <button
        type="button"
        className="link"
        onClick={({ currentTarget: { form } }) => {
          onConfirm({ ...picked, confirmedYear: year ?? undefined })
          // Not by its type: with the fault the button goes, before the browser sends the form.
          form?.requestSubmit()
        }}
      >
        {expirySentences.useAnyway}
      </button>
    </>
  )
}

const hour = 60 * 60_000

/** Where the picker starts: the first full hour at least a day from now. */
function tomorrow(now: number): number {
  return Math.ceil((now + 24 * hour) / hour) * hour
}

const unitSigns: Record<Unit, string> = { seconds: 's', milliseconds: 'ms' }
