import { CircleX } from 'lucide-react'
import { useId } from 'react'
import type { Fault } from '#contract/form.ts'
import { momentOfChoice, type ExpiryChoice } from '#contract/token-form.ts'
import type { Token } from '#contract/token.ts'
import { integerFor, type Unit } from '#contract/wire.ts'
import { useNow } from '#web/app/clock.ts'
import { useConsole } from '#web/app/console.tsx'
import { keysOf } from '#web/list/resource.ts'
import { Choices } from '#web/ui/choices.tsx'
import { MomentPicker } from '#web/ui/moment-picker.tsx'
import { useStore } from '#web/ui/store.ts'
import { localMoment, utcMoment } from '#web/ui/time.ts'
import type { UnitFound } from '#web/writes/unit.ts'
import { actWords } from './act-words.ts'
import { expiryOf } from './token-status.ts'
import './expiry-field.css'

interface Props {
  /** Undefined: the stored expiry is unreadable, and nothing is chosen yet. */
  choice: ExpiryChoice | undefined
  /** The row whose date can be kept; undefined: there is none. */
  stored: Token | undefined
  fault: Fault | undefined
  onChange: (choice: ExpiryChoice) => void
}

/** What one press chooses. A picked moment is a number. */
type Preset = Extract<ExpiryChoice, string> | 'at'

const presetWords: Record<Preset, string> = {
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

const faultWords: Partial<Record<Fault, string>> = { past: actWords.pastMoment, 'too-far': actWords.tooFar }

/**
 * When a token expires: presets, or a date and time. Shows the exact moment, and in *Details* the number that is sent.
 */
export function ExpiryField({ choice, stored, fault, onChange }: Props) {
  const { unit: units } = useConsole()
  const { unit, from } = useStore(units)
  const now = useNow()
  const id = useId()
  const moment = choice === undefined ? undefined : momentOfChoice(choice, now)
  const error = fault && faultWords[fault]
  const kept = stored && expiryOf(stored, unit)
  const begin = moment ?? (typeof kept === 'number' ? kept : tomorrow(now))
  /** The date that the choice stands for, if it stands for one. */
  const date = choice === 'keep' && kept !== 'none' ? (kept ?? 'out-of-range') : moment
  const written = stored?.expiration_date
  const offered = presets.filter((one) => one !== 'keep' || stored !== undefined)
  return (
    <div className="expiry-field" data-bad={error === undefined ? undefined : 'Expires'}>
      <Choices
        legend="Expires"
        look="presets"
        choices={offered.map((one) => ({ id: one, label: presetWords[one] }))}
        chosen={typeof choice === 'number' ? 'at' : choice}
        describedBy={error === undefined ? `${id}-moment` : `${id}-error`}
        onChoose={(one) => onChange(one === 'at' ? toMinute(begin) : one)}
      />
      {typeof choice === 'number' && (
        <MomentPicker
          label="Date and time"
          at={choice}
          isInvalid={error !== undefined}
          earliest={stored === undefined ? now : undefined}
          onChange={(next) => onChange(toMinute(next))}
        />
      )}
      {error !== undefined && (
        <div className="err" id={`${id}-error`}>
          <CircleX className="icon s14" aria-hidden="true" />
          <span>{error}</span>
        </div>
      )}
      <div>
        {choice === 'never' && <p className="hint">{actWords.neverSent}</p>}
        {choice === 'keep' && kept === 'none' && <p className="hint">{actWords.keptNotGiven}</p>}
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
                  {written?.spelled === 'integer' ? (
                    <span key="stored">
                      Stored as <code>{String(written.integer)}</code>. Sent back unchanged.
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
                <p key="sent">
                  Sent as <code>{integerFor(moment, unit)}</code>
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

const minute = 60_000
const hour = 60 * minute

/** Rounds down to a minute, which is what the picker shows. */
function toMinute(at: number): number {
  return Math.floor(at / minute) * minute
}

/** Where the picker starts: the first full hour at least a day from now. */
function tomorrow(now: number): number {
  return Math.ceil((now + 24 * hour) / hour) * hour
}

const unitSigns: Record<Unit, string> = { seconds: 's', milliseconds: 'ms' }

/** Why the number is sent in this unit; empty when rows show the unit. */
const unitReasons: Record<UnitFound['from'], string> = {
  admin: ', as set on the Service page',
  documentation: ', as documented. The first token shows whether the service counts in it.',
  tokens: '',
  users: '',
}
