import { getLocalTimeZone } from '@internationalized/date'
import { CircleX } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import type { Fault } from '#contract/form.ts'
import {
  latest,
  momentOfChoice,
  momentsOfPicked,
  spanOfChoice,
  type Clock,
  type ExpiryChoice,
  type PickedTime,
} from '#contract/token-form.ts'
import type { Token } from '#contract/token.ts'
import { integerFor, integerIn, type Unit } from '#contract/wire.ts'
import { useSession } from '#web/ui/session.ts'
import { keysOf } from '#web/list/resource.ts'
import { Choices } from '#web/ui/choices.tsx'
import { FieldWarning } from '#web/ui/field.tsx'
import { localTimeAt, momentsOf } from '#web/ui/moment/local-time.ts'
import { MomentPicker } from '#web/ui/moment/moment-picker.tsx'
import { useStore } from '#web/ui/store.ts'
import { clockOf, localMoment, utcMoment } from '#web/ui/time.ts'
import type { UnitFound } from '#web/writes/unit.ts'
import { expirySentences } from './expiry-sentences.ts'
import { expiryOf } from './token-status.ts'
import { useLearnedUnit } from './token-hooks.ts'
import { useViewContext } from './view-context.ts'
import './expiry-field.css'

interface Props {
  /** Undefined: the stored expiry is unreadable, and nothing is chosen yet. */
  choice: ExpiryChoice | undefined
  /** The row whose date can be kept; undefined: there is none. */
  stored: Token | undefined
  fault: Fault | undefined
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
const presets = keysOf(presetWords)

const faultWords: Partial<Record<Fault, string>> = {
  unfinished: expirySentences.unfinishedTime,
  'no-such-day': expirySentences.noSuchDay,
  skipped: expirySentences.skippedTime,
  past: expirySentences.pastMoment,
  'too-far': expirySentences.tooFar,
}

/** The admin's clock, in the zone of the browser. */
export const localClock: Clock = { now: Date.now, momentsOf: (time) => momentsOf(time, getLocalTimeZone()) }

/** A moment as the picker shows it. */
export function pickedAt(at: number): PickedTime {
  const second = Math.floor(at / 1000) * 1000
  const shown = localTimeAt(second, getLocalTimeZone())
  return { shown, turn: localClock.momentsOf(shown).indexOf(second) > 0 ? 'second' : 'first' }
}

/**
 * When a token expires: presets, or a date and time. Shows the exact moment, and in *Details* the number that is sent.
 */
export function ExpiryField({ choice, stored, fault, onChange }: Props) {
  const { unit: units } = useSession()
  useLearnedUnit()
  const { unit, from } = useStore(units)
  const context = useViewContext()
  const now = context.now + (context.ahead ?? 0)
  const clock = { ...localClock, now: () => now }
  const id = useId()
  const [isRefused, setRefused] = useState(false)
  const moment = choice === undefined ? undefined : momentOfChoice(choice, clock)
  const span = choice && spanOfChoice(choice)
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
  const written = integerIn(stored?.expiration_date)
  const offered = presets.filter((preset) => preset !== 'keep' || stored !== undefined)
  const twice = picked === undefined ? [] : momentsOfPicked(picked, clock)
  return (
    <div className="expiry-field" data-bad={error === undefined ? undefined : 'Expires'}>
      <Choices
        legend="Expires"
        look="presets"
        choices={offered.map((preset) => ({ id: preset, label: presetWords[preset] }))}
        chosen={typeof choice === 'object' ? 'at' : choice}
        describedBy={error === undefined ? `${id}-moment` : `${id}-error`}
        onChoose={(preset) =>
          choose(preset === 'at' ? pickedAt(moment === undefined ? begin : toMinute(moment)) : preset)
        }
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
                <p>
                  {written !== undefined ? (
                    <span key="stored">
                      Stored as <code>{String(written)}</code>. Sent back unchanged.
                    </span>
                  ) : (
                    date !== 'out-of-range' && (
                      <span>
                        Stored as text. Sent as <code>{integerFor(date, unit)}</code>
                        <span>{` (${unitSigns[unit]}).`}</span>
                      </span>
                    )
                  )}
                </p>
              ) : (
                <p key={span === undefined ? 'moment' : 'span'}>
                  {span === undefined ? 'Sent as ' : 'Sent as the time of sending + '}
                  <code>{integerFor(span ?? moment, unit)}</code>
                  <span>{` (${unitSigns[unit]})${unitReasons[from]}`}</span>
                </p>
              )}
            </details>
          </>
        )}
      </div>
    </div>
  )
}

const turns = ['first', 'second'] as const

/** `02:30 CEST`: the zone is the last word of a moment. */
const timeWithZone = (at: number) => `${clockOf(at)} ${localMoment(at).split(' ').at(-1)}`

/** *The year 2207 is far away. [Use anyway]*, which sends the form. */
function FarYear({ picked, onConfirm }: { picked: PickedTime; onConfirm: (picked: PickedTime) => void }) {
  const { year } = picked.shown
  return (
    <>
      {expirySentences.farYear(String(year))}{' '}
      <button type="submit" className="link" onClick={() => onConfirm({ ...picked, confirmedYear: year ?? undefined })}>
        {expirySentences.useAnyway}
      </button>
    </>
  )
}

const minute = 60_000
const hour = 60 * minute

/** A preset begins at a whole minute in the picker. */
const toMinute = (at: number) => Math.floor(at / minute) * minute

/** Where the picker starts: the first full hour at least a day from now. */
function tomorrow(now: number): number {
  return Math.ceil((now + 24 * hour) / hour) * hour
}

const unitSigns: Record<Unit, string> = { seconds: 's', milliseconds: 'ms' }

/** Why the number is sent in this unit; empty when rows show the unit. */
const unitReasons: Record<UnitFound['from'], string> = {
  documentation: ', as documented. The first token shows whether the service counts in it.',
  tokens: '',
  users: '',
}
