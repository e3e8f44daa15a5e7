import { useState } from 'react'
import type { Token, Expiry } from '#contract/token.ts'
import type { Compared } from '#web/writes/shown-resource.ts'
import type { Stop } from '#web/writes/stopped-act.ts'
import { WhatStopped } from '#web/writes/what-stopped.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { OtherFields } from '#web/ui/other-fields.tsx'
import { Foreign } from '#web/ui/names/foreign.tsx'
import { actWords } from '#web/tokens/act-words.ts'
import { ExpiryField } from '#web/tokens/expiry-field.tsx'
import { expiryOfChoice, momentOfChoice, type Preset } from '#web/tokens/expiry.ts'
import { expiryOf, type ViewContext } from '#web/tokens/token-status.ts'
import { YourToken } from '#web/tokens/warn-save.tsx'

interface Props {
  token: Token
  sight: ViewContext
  /** Names of fields that the new token will not have. */
  others: readonly string[]
  /** Why it is asked again. */
  stop?: Extract<Stop<Token>, { is: 'conflict' }>
  compared?: readonly Compared[]
  onReplace: (expires?: Expiry) => void
  onCancel: () => void
}

const day = 24 * 60 * 60 * 1000

/** The question before a value is replaced. Where the stored date cannot be sent again, a new one is asked for first. */
export function ReplaceValue({ token, sight, others, stop, compared = [], onReplace, onCancel }: Props) {
  const expiry = expiryOf(token, sight.unit)
  const needsDate = expiry === undefined || (expiry !== 'none' && expiry <= sight.now)
  const [preset, setPreset] = useState<Preset>('30d')
  const [at, setAt] = useState(sight.now + day)
  const [typed, setTyped] = useState(token.yours !== true)
  const [error, setError] = useState<string>()
  const replace = () => {
    if (!needsDate) return onReplace()
    const moment = momentOfChoice(preset, at, Date.now())
    if (moment !== undefined && moment <= Date.now()) return setError(actWords.pastMoment)
    onReplace(expiryOfChoice(preset, at))
  }
  return (
    <Confirm
      title={
        <>
          Replace the value of “<Foreign text={token.name} />
          ”?
        </>
      }
      action={stop === undefined ? 'Replace value' : 'Replace anyway'}
      onConfirm={replace}
      onCancel={onCancel}
      disabled={!typed}
    >
      {stop && <WhatStopped noun="token" stop={stop} compared={compared} />}
      <p>Programs using it stop working until they get the new one. The token is gone for a moment.</p>
      <OtherFields fields={others} isNew />
      {token.yours && <YourToken name={token.name} onTyped={setTyped} />}
      {needsDate && (
        <div className="dialog-field">
          <p>{expiry === undefined ? 'Its date cannot be read' : 'Its date is past'}: choose a new one.</p>
          <ExpiryField
            preset={preset}
            at={at}
            stored={undefined}
            error={error}
            onChange={(next, moment) => {
              setPreset(next)
              setAt(moment)
              setError(undefined)
            }}
          />
        </div>
      )}
    </Confirm>
  )
}
