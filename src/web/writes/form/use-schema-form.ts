import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useRef } from 'react'
import { useForm, type DefaultValues, type FieldValues, type Path, type PathValue } from 'react-hook-form'
import type * as z from 'zod/mini'
import { faultsOf, type Fault } from '#contract/form.ts'

/** A form behind a schema of the contract. The schema knows what may be typed, its errors, and what is sent. */
export interface SchemaForm<Typed, Sent> {
  typed: Typed
  /** The fields that differ from their first value. */
  edited: () => Partial<Typed>
  hasChanges: () => boolean
  set: <Field extends keyof Typed & string>(field: Field, value: Typed[Field]) => void
  /** The same, and focuses the field. */
  fill: <Field extends keyof Typed & string>(field: Field, value: Typed[Field]) => void
  /** The props of a text field. */
  text: (field: keyof Typed & string) => TextInput
  /**
   * The error of a field that is to be shown now. Most errors are shown only after an attempt to send. Then a text field
   * is checked while it is typed in; the error of another field goes with the next choice.
   */
  faultIn: (field: keyof Typed & string) => Fault | undefined
  isBusy: boolean
  /** Whether the form is still there: an outcome that arrives after *Cancel* must not close the next form. */
  isOpen: () => boolean
  /** Sends the schema's output, unless that is under way. If there is an error, focuses its field instead. */
  submit: (send: (sent: Sent) => Promise<void> | void, onFault?: () => void) => void
  focus: (field: keyof Typed & string) => void
  /** Takes other first values. What was edited stays. */
  rebase: (first: Typed) => void
  /** Resets all fields to their first values. */
  clear: () => void
}

type TextInput = Omit<ReturnType<ReturnType<typeof useForm>['register']>, 'ref'> & {
  inputRef: (node: HTMLInputElement | null) => void
}

/** Errors that are shown while the admin is still typing. */
const shownAtOnce: ReadonlySet<Fault | undefined> = new Set(['taken', 'unanswered'])

/** A form that starts with `first`. The schema may differ on each render: it depends on the time and on taken names. */
export function useSchemaForm<Typed extends FieldValues, Sent>(
  schema: z.ZodMiniType<Sent, Typed>,
  first: Typed,
): SchemaForm<Typed, Sent> {
  const form = useForm<Typed, unknown, Sent>({
    resolver: standardSchemaResolver(schema),
    defaultValues: first as DefaultValues<Typed>,
  })
  const open = useRef(false)
  useEffect(() => {
    open.current = true
    return () => void (open.current = false)
  }, [])
  const { errors, isSubmitting, defaultValues } = form.formState
  // oxlint-disable-next-line react/incompatible-library -- the compiler that it is about is not used
  const typed = form.watch()
  const faults = faultsOf(schema, typed)
  const path = (field: string) => field as Path<Typed>
  const edited = () => {
    const begun = new Map(Object.entries(defaultValues ?? {}))
    const now = Object.entries(form.getValues()).filter(([field, value]) => value !== begun.get(field))
    return Object.fromEntries(now) as Partial<Typed>
  }
  const set = <Field extends keyof Typed & string>(field: Field, value: Typed[Field]) => {
    form.setValue(path(field), value as PathValue<Typed, Path<Typed>>, { shouldDirty: true })
    form.clearErrors(path(field))
  }
  return {
    typed,
    edited,
    hasChanges: () => Object.keys(edited()).length > 0,
    set,
    fill(field, value) {
      set(field, value)
      form.setFocus(path(field))
    },
    text(field) {
      const { ref, ...input } = form.register(path(field))
      return { inputRef: ref, ...input }
    },
    faultIn(field) {
      const fault = faults.get(field)
      return field in errors || shownAtOnce.has(fault) ? fault : undefined
    },
    isBusy: isSubmitting,
    isOpen: () => open.current,
    submit(send, onFault) {
      if (!isSubmitting) void form.handleSubmit(send, onFault)()
    },
    focus: (field) => form.setFocus(path(field)),
    rebase: (next) => form.reset(next, { keepDirtyValues: true, keepFieldsRef: true }),
    clear: () => form.reset(undefined, { keepFieldsRef: true }), // a field can then be filled and focused at once
  }
}
