import { useEffect } from 'react'
import { newExpiryForm, type TypedToken } from '#contract/token-form.ts'
import type { Expiry } from '#contract/token.ts'
import type { TakeDate } from '#web/writes/acts/ask-dialog.tsx'
import { useSchemaForm } from '#web/writes/form/use-schema-form.ts'
import { ExpiryField, localClock } from './expiry-field.tsx'

interface Props {
  /** Why a date is needed. */
  says: string
  /** Hands over how the date is taken. */
  onTake: (take: TakeDate) => void
  onSubmit: () => void
}

const first: Pick<TypedToken, 'expiration_date'> = { expiration_date: '30d' }

/** The field for a new expiry in a question. */
export function NewExpiry({ says, onTake, onSubmit }: Props) {
  const form = useSchemaForm(newExpiryForm(localClock), first)
  useEffect(() => {
    onTake(
      () =>
        new Promise<Expiry | undefined>((resolve) => {
          form.submit(
            ({ expiration_date: chosen }) => resolve(chosen),
            () => resolve(undefined),
          )
        }),
    )
  })
  return (
    <form
      className="dialog-field"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <p>{says}</p>
      <ExpiryField
        choice={form.typed.expiration_date}
        stored={undefined}
        fault={form.faultIn('expiration_date')}
        onChange={(choice) => form.set('expiration_date', choice)}
      />
    </form>
  )
}
