import { useState, useRef } from 'react'
import type * as z from 'zod/mini'
import { useForm } from 'react-hook-form'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { SwitchField } from '#web/ui/fields.tsx'
import {
  type FieldErrorCode,
  type FieldInputProps,
  type FormController,
  type PasswordControl,
  findFieldErrors,
} from '#web/resource/form.ts'
import { useGeneratedPasswords } from '#web/secrets/generated-passwords.ts'
import type { ResourceName } from '#api/problem.ts'
import { useAppContext } from '#web/jobs/app-context.tsx'
import { useSession } from '#web/session/session.ts'
import { useStore } from '#web/ui/store.ts'
import type { JobItem } from '#web/jobs/job.ts'
import { isApplied } from '#api/write/outcome.ts'

type FormValues = Record<string, unknown>

/** A form behind a schema, which knows what may be typed, its faults, and what is asked for. */
export interface ZodForm<Output> extends Omit<FormController<FormValues>, 'password'> {
  hasChanges: () => boolean
  isBusy: boolean
  /** Sends the schema’s output, unless that is under way. If there is a fault, focuses its field instead. */
  submit: (send: (output: Output) => Promise<void> | void, onInvalid?: () => void) => void
  /** Resets all fields to their first values. */
  clear: () => void
}

/** Faults that are shown while the admin is still typing. Others are shown after an attempt to send. */
const immediateErrors: ReadonlySet<FieldErrorCode | undefined> = new Set(['taken', 'unanswered'])

/**
 * A form that starts with `defaults`; where that changes, what was edited stays. The schema may differ on each render:
 * it depends on the time and on taken names.
 */
export function useZodForm<Output>(schema: z.ZodMiniType<Output, object>, defaults: object): ZodForm<Output> {
  const form = useForm<FormValues, unknown, Output>({
    // The names of the fields are not known here, nor are their types: the schema checks them.
    resolver: standardSchemaResolver<FormValues, unknown, Output>(schema as z.ZodMiniType<Output, FormValues>),
    values: { ...defaults },
    resetOptions: { keepDirtyValues: true },
  })
  const { errors, isSubmitting, defaultValues } = form.formState
  // oxlint-disable-next-line react/incompatible-library -- the compiler that it is about is not used
  const values = form.watch()
  const fieldErrors = findFieldErrors(schema, values)
  const setValue = (name: string, value: unknown) => {
    form.setValue(name, value, { shouldDirty: true })
    form.clearErrors(name)
  }
  return {
    values,
    hasChanges() {
      const initialValues = new Map(Object.entries(defaultValues ?? {}))
      return Object.entries(form.getValues()).some(([name, value]) => value !== initialValues.get(name))
    },
    setValue,
    setValueAndFocus(name, value) {
      setValue(name, value)
      form.setFocus(name)
    },
    register(name) {
      const { ref, ...input } = form.register(name)
      return { inputRef: ref, ...input }
    },
    errorOf(name) {
      const errorCode = fieldErrors.get(name)
      // While a row is created, the list has its name before the form is closed.
      return name in errors || (!isSubmitting && immediateErrors.has(errorCode)) ? errorCode : undefined
    },
    isBusy: isSubmitting,
    submit(send, onInvalid) {
      if (!isSubmitting) void form.handleSubmit(send, onInvalid)()
    },
    // A field can then be filled and focused at once.
    clear: () => form.reset(undefined, { keepFieldsRef: true, keepDirtyValues: false }),
  }
}

/** The password of a form. */
export interface FormPassword extends PasswordControl {
  isTyped: () => boolean
  /**
   * What is sent for this name, with the flags of a new row: read from the field at that time, and kept until it is copied if it was generated. Signing
   * out empties the field, and closing the form removes it.
   */
  readerFor: (name: string, flags?: object) => () => string | undefined
  /** Whether the one that is wanted passes its schema. If not, says its fault and focuses the field. */
  validate: (schema: z.ZodMiniType<string, string> | undefined) => boolean
}

/**
 * A password is no part of a form’s state. `isOptional`: the row has one; `isEnabledInitially`: a new one is asked for
 * at once.
 */
export function usePasswordControl(isOptional: boolean, isEnabledInitially: boolean): FormPassword {
  const inputRef = useRef<HTMLInputElement>(null)
  const passwords = useGeneratedPasswords()
  const [error, setError] = useState<string>()
  const [isEnabled, setEnabled] = useState(isEnabledInitially)
  return {
    inputRef,
    error,
    isOptional,
    isEnabled,
    setEnabled,
    isTyped: () => (inputRef.current?.value ?? '') !== '',
    readerFor: (name, flags) => () => {
      const { current: input } = inputRef
      if (input === null || input.value === '') return undefined
      passwords.trackSending(name, input.dataset['password'] === 'generated' ? input.value : undefined, flags)
      return input.value
    },
    validate(schema) {
      const fault = isEnabled ? schema?.safeParse(inputRef.current?.value ?? '').error?.issues[0]?.message : undefined
      setError(fault)
      if (fault !== undefined) inputRef.current?.focus()
      return fault === undefined
    },
  }
}

/** What stopped the last attempt, if anything. */
interface LastJob {
  jobId: number
  /** A refusal by a session that has ended is over once the same person has signed in again. */
  signal: AbortSignal
}

/**
 * Does what a form asks for, as a job, and finds out what came of it. `run` resolves when the job has ended. Returns
 * the item, or undefined where nothing was begun. `message`: why the form is still open.
 */
export function useSubmitAction(resource: ResourceName) {
  const { jobs, overlay } = useAppContext()
  const { signOutSignal: signal } = useSession()
  const [lastJob, setLastJob] = useState<LastJob>()
  const failedJob = useStore(jobs).find(({ id }) => id === lastJob?.jobId && lastJob.signal === signal)
  const submit = async (run: () => Promise<unknown>): Promise<JobItem | undefined> => {
    setLastJob(undefined)
    const [opened, previousCount] = [overlay.get(), jobs.get().length]
    await run()
    if (overlay.get() !== opened) return undefined // closed meanwhile: a note says what came of it
    const job = jobs
      .get()
      .slice(previousCount)
      .findLast((candidate) => candidate.isInForm && candidate.resource === resource)
    const item = job?.items[0]
    if (job === undefined || item?.facts === undefined || shouldCloseForm(item)) return item
    // The form says it, not a note. What is left to do is said by a note, too, once the form is closed.
    if (item.facts.status !== 'unknown') jobs.updateItems(resource, [item.currentName], { isDismissed: true })
    setLastJob({ jobId: job.id, signal })
    return item
  }
  return { submit, message: failedJob?.items[0]?.message, clearMessage: () => setLastJob(undefined) }
}

/**
 * Whether a form is done, so that it closes: a note says whatever is left to say. A password is only here, and no note
 * could send it again.
 */
export const shouldCloseForm = ({
  facts,
  outcome,
  hasPassword,
}: Pick<JobItem, 'facts' | 'outcome' | 'hasPassword'>): boolean =>
  facts?.status === 'success' ||
  (outcome !== undefined && isApplied(outcome) && !(hasPassword === true && facts?.canRetry === true))

/** The input of a flag, with the words of its field. */
export const flagFormInput = <Name extends string>(
  name: Name,
  { label, input: { hint } }: { label: string; input: { hint: string } },
) => ({
  Input: ({ form }: FieldInputProps<object, { readonly [Key in Name]?: boolean | undefined }>) => (
    <>
      <SwitchField label={label} hint={hint} value={form.values[name]} onChange={(isOn) => form.setValue(name, isOn)} />
      {form.errorOf(name) === 'unanswered' && (
        <p className="hint">{`${label} can’t be read. Choose before you save.`}</p>
      )}
    </>
  ),
})
