import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { faultsOf, type Fault, type FormOf } from '#web/resource/form.ts'

type Typed = Record<string, unknown>

/** A form behind a schema, which knows what may be typed, its faults, and what is asked for. */
export interface SchemaForm<Sent> extends Omit<FormOf<Typed>, 'password'> {
  hasChanges: () => boolean
  isBusy: boolean
  /** Sends the schema’s output, unless that is under way. If there is a fault, focuses its field instead. */
  submit: (send: (sent: Sent) => Promise<void> | void, onFault?: () => void) => void
  /** Resets all fields to their first values. */
  clear: () => void
}

/** Faults that are shown while the admin is still typing. Others are shown after an attempt to send. */
const shownAtOnce: ReadonlySet<Fault | undefined> = new Set(['taken', 'unanswered'])

/**
 * A form that starts with `first`; where that changes, what was edited stays. The schema may differ on each render: it
 * depends on the time and on taken names.
 */
export function useSchemaForm<Sent>(schema: z.ZodMiniType<Sent, object>, first: object): SchemaForm<Sent> {
  const form = useForm<Typed, unknown, Sent>({
    // The names of the fields are not known here, nor are their types: the schema checks them.
    resolver: standardSchemaResolver<Typed, unknown, Sent>(schema as z.ZodMiniType<Sent, Typed>),
    values: { ...first },
    resetOptions: { keepDirtyValues: true },
  })
  const { errors, isSubmitting, defaultValues } = form.formState
  // oxlint-disable-next-line react/incompatible-library -- the compiler that it is about is not used
  const typed = form.watch()
  const faults = faultsOf(schema, typed)
  const set = (name: string, value: unknown) => {
    form.setValue(name, value, { shouldDirty: true })
    form.clearErrors(name)
  }
  return {
    typed,
    hasChanges() {
      const begun = new Map(Object.entries(defaultValues ?? {}))
      return Object.entries(form.getValues()).some(([name, value]) => value !== begun.get(name))
    },
    set,
    fill(name, value) {
      set(name, value)
      form.setFocus(name)
    },
    text(name) {
      const { ref, ...input } = form.register(name)
      return { inputRef: ref, ...input }
    },
    faultIn(name) {
      const fault = faults.get(name)
      // While a row is created, the list has its name before the form is closed.
      return name in errors || (!isSubmitting && shownAtOnce.has(fault)) ? fault : undefined
    },
    isBusy: isSubmitting,
    submit(send, onFault) {
      if (!isSubmitting) void form.handleSubmit(send, onFault)()
    },
    // A field can then be filled and focused at once.
    clear: () => form.reset(undefined, { keepFieldsRef: true, keepDirtyValues: false }),
  }
}
