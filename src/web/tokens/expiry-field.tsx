import { CircleX } from 'lucide-react'
import { useId } from 'react'
import type { Token } from '#contract/token.ts'
import { integerFor, type Unit } from '#contract/wire.ts'
import { useNow } from '#web/app/clock.ts'
import { useConsole } from '#web/app/console.tsx'
import { Choices } from '#web/ui/choices.tsx'
import { MomentPicker } from '#web/ui/moment-picker.tsx'
import { useStore } from '#web/ui/store.ts'
import { localMoment, utcMoment } from '#web/ui/time.ts'
import { actWords } from './act-words.ts'
import { momentOfChoice, presets, presetWords, type Preset } from './expiry.ts'
import { expiryOf } from './token-status.ts'
import './expiry-field.css'

interface Props {
  preset: Preset | undefined
  /** The picked moment, in milliseconds since 1970. */
  at: number
  /** The row whose date may stay as it is; undefined: a date must be chosen. */
  stored: Token | undefined
  error: string | undefined
  onChange: (preset: Preset, at: number) => void
}

const minute = 60_000

/** When a token expires: presets, or a date and time; with the exact moment and the number that is sent for it. */
export function ExpiryField({ preset, at, stored, error, onChange }: Props) {
  const { unit: units } = useConsole()
  const { unit, from } = useStore(units)
  const now = useNow()
  const id = useId()
  const moment = preset && momentOfChoice(preset, at, now)
  const offered = stored ? presets : presets.filter((one) => one !== 'keep')
  return (
    <div className="expiry-field">
      <Choices
        legend="Expires"
        look="presets"
        choices={offered.map((one) => ({ id: one, label: presetWords[one] }))}
        chosen={preset}
        describedBy={`${id}-moment`}
        onChoose={(one) => onChange(one, one === 'at' ? toMinute(moment ?? at) : at)}
      />
      {preset === 'at' && (
        <MomentPicker label="Date and time" at={at} onChange={(next) => onChange('at', toMinute(next))} />
      )}
      {error !== undefined && (
        <div className="err">
          <CircleX className="icon s14" aria-hidden="true" />
          <span>{error}</span>
        </div>
      )}
      <div id={`${id}-moment`}>
        {moment !== undefined && (
          <dl className="moment">
            <dt>Local</dt>
            <dd className="big">{localMoment(moment)}</dd>
            <dt>UTC</dt>
            <dd>{utcMoment(moment)}</dd>
            <dt>Sent as</dt>
            <dd>
              <code>{integerFor(moment, unit)}</code> {unit}: {unitReason(from, unit)}
            </dd>
          </dl>
        )}
        {preset === 'keep' && stored && <Stored token={stored} unit={unit} />}
        {preset === 'never' && <p className="hint">{actWords.neverSent}</p>}
      </div>
    </div>
  )
}

/** What is stored and stays: the moment, and the number as it came. */
function Stored({ token, unit }: { token: Token; unit: Unit }) {
  const expiry = expiryOf(token, unit)
  const moment = token.expiration_date
  if (expiry === 'none') return <p className="hint">{actWords.keptNotGiven}</p>
  return (
    <dl className="moment">
      <dt>Local</dt>
      <dd className="big">{expiry === undefined ? 'beyond any calendar' : localMoment(expiry)}</dd>
      <dt>UTC</dt>
      <dd>{expiry === undefined ? '' : utcMoment(expiry)}</dd>
      <dt>Stored as</dt>
      <dd>{moment.spelled === 'integer' ? <code>{String(moment.integer)}</code> : 'text'}, sent back unchanged</dd>
    </dl>
  )
}

/** The picker shows minutes, so that is what is sent. */
function toMinute(at: number): number {
  return Math.floor(at / minute) * minute
}

function unitReason(from: 'admin' | 'tokens' | 'users' | 'documentation', unit: string): string {
  switch (from) {
    case 'admin':
      return 'as set on the Service page'
    case 'tokens':
    case 'users':
      return `this service counts ${unit}`
    case 'documentation':
      return 'as documented; the first row will show it'
  }
}
