import { useEffect } from 'react'
import type { Expiry } from '#api/token.ts'
import { useAppContext } from '#web/jobs/app-context.tsx'
import type { DatePromptComponent } from '#web/jobs/confirm-action-dialog.tsx'
import { useZodForm } from '#web/forms/form-hooks.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { ExpiryField } from './field-inputs.tsx'
import { newExpirySchema, serviceTime, type ExpiryChoice } from './schema.ts'

const defaultValues = { expiration_date: '30d' }

/** The field for a new expiry in a question. */
export const NewExpiryPrompt: DatePromptComponent = function NewExpiryPrompt({ message, registerSubmit, onSubmit }) {
  const context = { ...useAppContext().actionContext('tokens'), now: useNow() }
  const form = useZodForm(newExpirySchema(serviceTime(context)), defaultValues)
  useEffect(() => {
    registerSubmit(
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
      <p>{message}</p>
      <ExpiryField
        choice={form.values['expiration_date'] as ExpiryChoice}
        stored={undefined}
        errorCode={form.errorOf('expiration_date')}
        context={context}
        onChange={(choice) => form.setValue('expiration_date', choice)}
      />
    </form>
  )
}
