import { useState } from 'react'
import { newExpiryForm, type TypedToken } from '#contract/token-form.ts'
import type { Token, Expiry } from '#contract/token.ts'
import { useSchemaForm } from '#web/writes/form/use-schema-form.ts'
import type { ReasonToAsk } from '#web/writes/asked-act.ts'
import { Reason } from '#web/writes/asked-row.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { OtherFields } from '#web/ui/other-fields.tsx'
import { FieldWarning } from '#web/ui/field.tsx'
import { Foreign } from '#web/ui/names/foreign.tsx'
import { twinWords } from '#web/ui/names/odd-names.ts'
import { ExpiryField, localClock } from '#web/tokens/expiry-field.tsx'
import { expiryOf } from '#web/tokens/token-status.ts'
import { useViewContext } from '#web/tokens/view-context.ts'
import { YourToken } from '#web/tokens/warn-save.tsx'

interface Props {
  token: Token
  /** Another name of the list that looks like it. */
  twin: string | undefined
  /** Names of fields that the new token will not have. */
  others: readonly string[]
  reason: ReasonToAsk | undefined
  onReplace: (expiry?: Expiry) => void
  onCancel: () => void
}

const first: Pick<TypedToken, 'expiration_date'> = { expiration_date: '30d' }

/** The dialog before a value is replaced. It asks for a new expiry if the stored one has passed or is unreadable. */
export function ReplaceValue({ token, twin, others, reason, onReplace, onCancel }: Props) {
  const context = useViewContext()
  const expiry = expiryOf(token, context.unit)
  const needsDate = expiry === undefined || (expiry !== 'none' && expiry <= context.now + (context.ahead ?? 0))
  const [typed, setTyped] = useState(token.yours !== true)
  const form = useSchemaForm(newExpiryForm(localClock), first)
  const replace = () => {
    if (!typed) return
    if (needsDate) form.submit(({ expiration_date: chosen }) => onReplace(chosen))
    else onReplace()
  }
  return (
    <Confirm
      title={
        <>
          Replace the value of “<Foreign text={token.name} unlike={twin} />
          ”?
        </>
      }
      action={reason === undefined ? 'Replace value' : 'Replace anyway'}
      onConfirm={replace}
      onCancel={onCancel}
      disabled={!typed}
    >
      {reason && <Reason noun="token" reason={reason} />}
      {twin !== undefined && <FieldWarning>{twinWords(token.name, twin, 'token')}</FieldWarning>}
      <p>Programs that use it stop working until they get the new one. The token doesn’t exist for a moment.</p>
      {others.length > 0 && (
        <p>
          <OtherFields fields={others} isNew />
        </p>
      )}
      {token.yours && <YourToken name={token.name} onTyped={setTyped} />}
      {needsDate && (
        <form
          className="dialog-field"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            replace()
          }}
        >
          <p>
            The stored expiry {expiry === undefined ? 'can’t be read' : 'has passed'}, so the new value gets another.
          </p>
          <ExpiryField
            choice={form.typed.expiration_date}
            stored={undefined}
            fault={form.faultIn('expiration_date')}
            onChange={(choice) => form.set('expiration_date', choice)}
          />
        </form>
      )}
    </Confirm>
  )
}
