import { CircleX } from 'lucide-react'
import { useId, type ReactNode } from 'react'
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
        <MomentPicker label="Date and time" at={choice} onChange={(next) => onChange(toMinute(next))} />
      )}
      {error !== undefined && (
        <div className="err" id={`${id}-error`}>
          <CircleX className="icon s14" aria-hidden="true" />
          <span>{error}</span>
        </div>
      )}
      <div>
        {moment !== undefined && (
          <Moments id={`${id}-moment`} at={moment}>
            Sent as <code>{integerFor(moment, unit)}</code> ({unitSigns[unit]}){unitReasons[from]}
          </Moments>
        )}
        {choice === 'keep' && stored && <Stored id={`${id}-moment`} token={stored} unit={unit} />}
        {choice === 'never' && <p className="hint">{actWords.neverSent}</p>}
      </div>
    </div>
  )
}

/** The stored expiry that is kept: the moment, and in *Details* the number as the service sent it. */
function Stored({ id, token, unit }: { id: string; token: Token; unit: Unit }) {
  const expiry = expiryOf(token, unit)
  const { expiration_date: moment } = token
  if (expiry === 'none') return <p className="hint">{actWords.keptNotGiven}</p>
  return (
    <Moments id={id} at={expiry}>
      Stored as {moment.spelled === 'integer' ? <code>{String(moment.integer)}</code> : 'text'}. Sent back unchanged.
    </Moments>
  )
}

/** A moment in local time, which describes the choice, and in UTC. `at` undefined: out of range for a calendar. */
function Moments({ id, at, children }: { id: string; at: number | undefined; children: ReactNode }) {
  return (
    <>
      <dl className="moment">
        <dt>Local</dt>
        <dd className="big" id={id}>
          {at === undefined ? 'Out of range' : localMoment(at)}
        </dd>
        <dt>UTC</dt>
        <dd>{at === undefined ? 'Out of range' : utcMoment(at)}</dd>
      </dl>
      <details className="hint">
        <summary>Details</summary>
        <p>{children}</p>
      </details>
    </>
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
