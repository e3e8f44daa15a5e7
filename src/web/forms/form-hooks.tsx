import { type ReactNode, useState, useRef, useEffectEvent, useEffect } from 'react'
import type * as z from 'zod/mini'
import { useForm } from 'react-hook-form'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useBeforeUnload } from '#web/ui/browser.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { type PasswordControl, type FormController, type FieldErrorCode, findFieldErrors } from '#web/resource/form.ts'
import { useGeneratedPasswords } from '#web/secrets/generated-passwords.ts'
import type { ResourceName } from '#api/problem.ts'
import { useAppContext } from '#web/jobs/app-context.tsx'
import { useSession } from '#web/session/session.ts'
import { useStore } from '#web/ui/store.ts'
import type { JobItem } from '#web/jobs/job.ts'
import { isApplied } from '#api/write/outcome.ts'

type Typed = Record<string, unknown>

/** A form behind a schema, which knows what may be typed, its faults, and what is asked for. */
export interface ZodForm<Sent> extends Omit<FormController<Typed>, 'password'> {
  hasChanges: () => boolean
  isBusy: boolean
  /** Sends the schema’s output, unless that is under way. If there is a fault, focuses its field instead. */
  submit: (send: (sent: Sent) => Promise<void> | void, onFault?: () => void) => void
  /** Resets all fields to their first values. */
  clear: () => void
}

/** Faults that are shown while the admin is still typing. Others are shown after an attempt to send. */
const shownAtOnce: ReadonlySet<FieldErrorCode | undefined> = new Set(['taken', 'unanswered'])

/**
 * A form that starts with `first`; where that changes, what was edited stays. The schema may differ on each render: it
 * depends on the time and on taken names.
 */
export function useZodForm<Sent>(schema: z.ZodMiniType<Sent, object>, first: object): ZodForm<Sent> {
  const form = useForm<Typed, unknown, Sent>({
    // The names of the fields are not known here, nor are their types: the schema checks them.
    resolver: standardSchemaResolver<Typed, unknown, Sent>(schema as z.ZodMiniType<Sent, Typed>),
    values: { ...first },
    resetOptions: { keepDirtyValues: true },
  })
  const { errors, isSubmitting, defaultValues } = form.formState
  // oxlint-disable-next-line react/incompatible-library -- the compiler that it is about is not used
  const typed = form.watch()
  const faults = findFieldErrors(schema, typed)
  const set = (name: string, value: unknown) => {
    form.setValue(name, value, { shouldDirty: true })
    form.clearErrors(name)
  }
  return {
    values: typed,
    hasChanges() {
      const begun = new Map(Object.entries(defaultValues ?? {}))
      return Object.entries(form.getValues()).some(([name, value]) => value !== begun.get(name))
    },
    setValue: set,
    setValueAndFocus(name, value) {
      set(name, value)
      form.setFocus(name)
    },
    register(name) {
      const { ref, ...input } = form.register(name)
      return { inputRef: ref, ...input }
    },
    errorOf(name) {
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

interface Discarding {
  /** Calls `go`, after a confirmation if input would be lost. */
  leave: (go: () => void) => void
  /** The dialog *Discard changes?* while it is open. */
  question: ReactNode
}

/** The page in a hash: a search or a filter after it may change. */
const pageIn = (hash: string) => hash.split('?', 1)[0]

/** Asks before a form loses its input, also when the address changes to another page or the page is closed. */
export function useDiscardGuard(hasChanges: () => boolean): Discarding {
  const [leaving, setLeaving] = useState<{ go: () => void }>()
  const isAgreed = useRef(false)
  useBeforeUnload(hasChanges)
  const stay = useEffectEvent((event: Event, here: string) => {
    const { hash } = window.location
    if (isAgreed.current || pageIn(hash) === pageIn(here) || !hasChanges()) return
    event.stopImmediatePropagation()
    window.history.replaceState(null, '', here)
    setLeaving({ go: () => (window.location.hash = hash) })
  })
  useEffect(() => {
    const here = window.location.hash
    const ending = new AbortController()
    // In the capture phase, before the page's own listeners. After *Back* the page may be drawn anew between the two
    // events, so the first one must be in time.
    for (const type of ['popstate', 'hashchange'])
      window.addEventListener(type, (event) => stay(event, here), { capture: true, signal: ending.signal })
    return () => ending.abort()
  }, [])
  return {
    leave(go) {
      if (hasChanges()) setLeaving({ go })
      else go()
    },
    question: leaving && (
      <ConfirmDialog
        title="Discard changes?"
        action="Discard"
        back="Keep editing"
        danger
        onConfirm={() => {
          isAgreed.current = true
          leaving.go()
        }}
        onCancel={() => setLeaving(undefined)}
      >
        <p>Your changes will be lost.</p>
      </ConfirmDialog>
    ),
  }
}

/** The password of a form. */
export interface FormPassword extends PasswordControl {
  isTyped: () => boolean
  /**
   * What is sent for this name: read from the field at that time, and kept until it is copied if it was generated. Signing
   * out empties the field, and closing the form removes it.
   */
  secretOf: (name: string) => () => string | undefined
  /** Whether there is one where it is wanted. If not, says `missing` and focuses the field. */
  isGood: (missing: string) => boolean
}

/** A password is no part of a form’s state. `isOptional`: the row has one; `isWanted`: it gets a new one. */
export function usePasswordControl(isOptional: boolean, isWantedFirst: boolean): FormPassword {
  const field = useRef<HTMLInputElement>(null)
  const passwords = useGeneratedPasswords()
  const [error, setError] = useState<string>()
  const [isWanted, want] = useState(isWantedFirst)
  return {
    inputRef: field,
    error,
    isOptional,
    isEnabled: isWanted,
    setEnabled: want,
    isTyped: () => (field.current?.value ?? '') !== '',
    secretOf: (name) => () => {
      const { current: node } = field
      if (node === null || node.value === '') return undefined
      passwords.trackSending(name, node.dataset['password'] === 'generated' ? node.value : undefined)
      return node.value
    },
    isGood(missing) {
      const isBad = isWanted && (field.current?.value ?? '') === ''
      setError(isBad ? missing : undefined)
      if (isBad) field.current?.focus()
      return !isBad
    },
  }
}

/** What stopped the last attempt, if anything. */
interface Ended {
  job: number
  /** A refusal by a session that has ended is over once the same person has signed in again. */
  during: AbortSignal
}

/**
 * Does what a form asks for, as a job, and finds out what came of it. `act`: resolves when that is over. Returns the item,
 * or undefined where nothing was begun. `told`: why the form is still open.
 */
export function useSubmitAction(resource: ResourceName) {
  const { jobs } = useAppContext()
  const { signOutSignal: during } = useSession()
  const [ended, setEnded] = useState<Ended>()
  const stopped = useStore(jobs).find(({ id }) => id === ended?.job && ended.during === during)
  const submit = async (act: () => Promise<unknown>): Promise<JobItem | undefined> => {
    setEnded(undefined)
    const before = jobs.get().length
    await act()
    const job = jobs
      .get()
      .slice(before)
      .findLast((one) => one.isInForm && one.resource === resource)
    const item = job?.items[0]
    if (job === undefined || item?.message === undefined || shouldCloseForm(item)) return item
    // The form tells it, not a note. What is open is told by a note, too, once the form is closed.
    if (item.message.status !== 'unknown') jobs.updateItems(resource, [item.currentName], { isDismissed: true })
    setEnded({ job: job.id, during })
    return item
  }
  return { submit, told: stopped?.items[0]?.message }
}

/**
 * Whether a form is done, so that it closes: a note tells whatever is left to say. A password is only here, and no note
 * could send it again.
 */
export const shouldCloseForm = ({
  message,
  outcome,
  hasPassword,
}: Pick<JobItem, 'message' | 'outcome' | 'hasPassword'>): boolean =>
  message?.status === 'success' ||
  (outcome !== undefined &&
    isApplied(outcome) &&
    !(hasPassword === true && message?.followUps.includes('retry') === true))
