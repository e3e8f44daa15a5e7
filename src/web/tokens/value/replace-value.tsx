import { useState } from 'react'
import { newExpiryForm, type TypedToken } from '#contract/token-form.ts'
import type { Token, Expiry } from '#contract/token.ts'
import type { Compared } from '#web/writes/shown-resource.ts'
import { useSchemaForm } from '#web/writes/form/use-schema-form.ts'
import type { Stop } from '#web/writes/stopped-act.ts'
import { WhatStopped } from '#web/writes/what-stopped.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { OtherFields } from '#web/ui/other-fields.tsx'
import { Foreign } from '#web/ui/names/foreign.tsx'
import { ExpiryField } from '#web/tokens/expiry-field.tsx'
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
  onReplace: (expiry?: Expiry) => void
  onCancel: () => void
}

const first: Pick<TypedToken, 'expiration_date'> = { expiration_date: '30d' }

/** The question before a value is replaced. Where the stored date cannot be sent again, a new one is asked for first. */
export function ReplaceValue({ token, sight, others, stop, compared = [], onReplace, onCancel }: Props) {
  const expiry = expiryOf(token, sight.unit)
  const needsDate = expiry === undefined || (expiry !== 'none' && expiry <= sight.now)
  const [typed, setTyped] = useState(token.yours !== true)
  const form = useSchemaForm(newExpiryForm({ now: Date.now }), first)
  return (
    <Confirm
      title={
        <>
          Replace the value of “<Foreign text={token.name} />
          ”?
        </>
      }
      action={stop === undefined ? 'Replace value' : 'Replace anyway'}
      onConfirm={() => (needsDate ? form.submit(({ expiration_date: chosen }) => onReplace(chosen)) : onReplace())}
      onCancel={onCancel}
      disabled={!typed}
    >
      {stop && <WhatStopped noun="token" stop={stop} compared={compared} />}
      <p>Programs that use it stop working until they get the new one. The token doesn’t exist for a moment.</p>
      <OtherFields fields={others} isNew />
      {token.yours && <YourToken name={token.name} onTyped={setTyped} />}
      {needsDate && (
        <div className="dialog-field">
          <p>
            The stored expiry {expiry === undefined ? 'can’t be read' : 'has passed'}, so the new value gets another.
          </p>
          <ExpiryField
            choice={form.typed.expiration_date}
            stored={undefined}
            fault={form.faultIn('expiration_date')}
            onChange={(choice) => form.set('expiration_date', choice)}
          />
        </div>
      )}
    </Confirm>
  )
}
