import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm, type DefaultValues, type FieldValues, type Path, type PathValue } from 'react-hook-form'
import type * as z from 'zod/mini'
import { faultsOf, type Fault } from '#contract/form.ts'

/** A form behind a schema of the contract: what may be typed, what is wrong with it, and what comes of it. */
export interface SchemaForm<Typed, Sent> {
  typed: Typed
  /** The fields that are not as they were at first. */
  edited: () => Partial<Typed>
  hasChanges: () => boolean
  set: <Field extends keyof Typed & string>(field: Field, value: Typed[Field]) => void
  /** What a text field needs. */
  text: (field: keyof Typed & string) => TextInput
  /** What is wrong with a field and is to be said now: much of it only once the form was to be sent. */
  faultIn: (field: keyof Typed & string) => Fault | undefined
  isBusy: boolean
  /** Sends what the schema makes of the fields, unless something is wrong; then the field gets the focus. */
  submit: (send: (sent: Sent) => Promise<void> | void, onFault?: () => void) => void
  focus: (field: keyof Typed & string) => void
  /** Everything as it was at first. */
  clear: () => void
}

type TextInput = Omit<ReturnType<ReturnType<typeof useForm>['register']>, 'ref'> & {
  inputRef: (node: HTMLInputElement | null) => void
}

/** These are said while somebody types; of the others nobody is reminded before they could know better. */
const atOnce: ReadonlySet<Fault | undefined> = new Set(['taken', 'unanswered'])

/** A form whose fields begin as `first`. The schema may be another one each time: who is taken, what time it is. */
export function useSchemaForm<Typed extends FieldValues, Sent>(
  schema: z.ZodMiniType<Sent, Typed>,
  first: Typed,
): SchemaForm<Typed, Sent> {
  const form = useForm<Typed, unknown, Sent>({
    resolver: standardSchemaResolver(schema),
    defaultValues: first as DefaultValues<Typed>,
  })
  const { isSubmitted, isSubmitting, defaultValues } = form.formState
  // oxlint-disable-next-line react/incompatible-library -- the compiler that it is about is not used
  const typed = form.watch()
  const faults = faultsOf(schema, typed)
  const path = (field: string) => field as Path<Typed>
  const edited = () => {
    const begun = new Map(Object.entries(defaultValues ?? {}))
    const now = Object.entries(form.getValues()).filter(([field, value]) => value !== begun.get(field))
    return Object.fromEntries(now) as Partial<Typed>
  }
  return {
    typed,
    edited,
    hasChanges: () => Object.keys(edited()).length > 0,
    set: (field, value) => form.setValue(path(field), value as PathValue<Typed, Path<Typed>>, { shouldDirty: true }),
    text(field) {
      const { ref, ...input } = form.register(path(field))
      return { inputRef: ref, ...input }
    },
    faultIn(field) {
      const fault = faults.get(field)
      return isSubmitted || atOnce.has(fault) ? fault : undefined
    },
    isBusy: isSubmitting,
    submit: (send, onFault) => void form.handleSubmit(send, onFault)(),
    focus: (field) => form.setFocus(path(field)),
    clear: () => form.reset(undefined, { keepFieldsRef: true }), // so that a field can be filled and focused at once
  }
}
