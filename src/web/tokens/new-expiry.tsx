import { useEffect } from 'react'
import type { Expiry } from '#contract/token.ts'
import { useDesk } from '#web/jobs/desk.tsx'
import type { DateField } from '#web/jobs/question-dialog.tsx'
import { useSchemaForm } from '#web/sheet/use-schema-form.ts'
import { useNow } from '#web/ui/clock.ts'
import { ExpiryField } from './expiry-field.tsx'
import { newExpiryForm, serviceTime, type ExpiryChoice } from './token-form.ts'

const first = { expiration_date: '30d' }

/** The field for a new expiry in a question. */
export const NewExpiry: DateField = function NewExpiryPrompt({ says, onTake, onSubmit }) {
  const world = { ...useDesk().knows('tokens'), now: useNow() }
  const form = useSchemaForm(newExpiryForm(serviceTime(world)), first)
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
        choice={form.typed['expiration_date'] as ExpiryChoice}
        stored={undefined}
        fault={form.faultIn('expiration_date')}
        world={world}
        onChange={(choice) => form.set('expiration_date', choice)}
      />
    </form>
  )
}
