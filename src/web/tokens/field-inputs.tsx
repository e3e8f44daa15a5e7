import './field-inputs.css'
import { useRef, useEffect, useId, useState } from 'react'
import type { Token, Expiry } from '#api/token.ts'
import { flagFormInput } from '#web/forms/form-hooks.tsx'
import type { FieldErrorCode, FieldInputProps, FormInputs } from '#web/resource/form.ts'
import type { RowContext } from '#web/resource/row-context.ts'
import { RadioGroup, FieldLine, FieldWarning, TextField, NameField } from '#web/ui/fields.tsx'
import { typedKeys } from '#web/resource/resource.ts'
import { formatDate, formatShortDateTime, formatRelative, formatUtcDateTime } from '#web/ui/format.ts'
import { noDateSuffix } from '#web/resource/cells.tsx'
import { UntrustedText } from '#web/ui/untrusted-text.tsx'
import {
  type ExpiryChoice,
  expiryPresetLabels,
  initialPickedDateTime,
  choiceTimestamp,
  type PickedDateTime,
  maxPickedDateTime,
  pickedTimestamp,
  repeatedTimeOccurrence,
  type TokenFormValues,
  canKeepExpiry,
  lifetimeOf,
  toPickedDateTime,
  newExpirySchema,
} from './schema.ts'
import { tokenFields } from './fields.tsx'
import { expiryOf, noExpiryLabel } from './status.ts'
import { restoreFocusOnUnmount } from '#web/ui/focus.ts'
import { useAppContext, useServiceTime } from '#web/jobs/app-context.tsx'
import type { DatePromptComponent } from '#web/jobs/confirm-action-dialog.tsx'
import { useZodForm } from '#web/forms/form-hooks.tsx'

interface ExpiryFieldProps {
  /** Undefined: the stored expiry is unreadable, and nothing is chosen yet. */
  choice: ExpiryChoice | undefined
  /** The row whose date can be kept; undefined: there is none. */
  stored: Token | undefined
  errorCode: FieldErrorCode | undefined
  context: Pick<RowContext, 'now' | 'timeUnit'>
  onChange: (choice: ExpiryChoice) => void
  /** Puts back what is stored. The field replaces the button that opened it, and takes its focus. */
  onUndo?: () => void
}

/** When a token expires: a preset, or a date and time in the browser’s own field. Shows the exact moment. */
export function ExpiryField({ choice, stored, errorCode, context, onChange, onUndo }: ExpiryFieldProps) {
  const field = useRef<HTMLDivElement>(null)
  const isOpened = onUndo !== undefined
  useEffect(() => {
    if (isOpened) field.current?.querySelector('input')?.focus()
  }, [isOpened])
  const { now } = context
  const id = useId()
  const storedExpiry = stored && expiryOf(stored, context.timeUnit)
  const storedAt = typeof storedExpiry === 'number' ? storedExpiry : undefined
  const initialTimestamp = initialPickedDateTime(storedAt, now)
  const shownTimestamp = choice === 'keep' ? storedAt : choice && choiceTimestamp(choice, now)
  return (
    <div ref={field} className="expiry-field">
      {onUndo !== undefined && choice !== 'keep' && (
        <p ref={restoreFocusOnUnmount} className="hint expiry-was">
          {`was ${storedAt !== undefined ? formatDate(storedAt) : storedExpiry === 'none' ? noExpiryLabel : 'out of range'} `}
          <button type="button" className="link" aria-label="Undo the change of the expiry" onClick={onUndo}>
            Undo
          </button>
        </p>
      )}
      <RadioGroup
        legend="Expires"
        variant="presets"
        options={typedKeys(expiryPresetLabels).map((preset) => ({ id: preset, label: expiryPresetLabels[preset] }))}
        value={typeof choice === 'object' ? 'at' : choice === 'keep' ? undefined : choice}
        describedBy={typeof choice === 'object' ? undefined : `${id}-moment`}
        onChange={(preset) => onChange(preset === 'at' ? initialTimestamp : preset)}
      />
      {typeof choice === 'object' && (
        <DateTimeField
          time={choice}
          fault={errorCode}
          now={now}
          // What is typed again as it was is no change.
          onType={(picked) => onChange(isAlike(picked, initialTimestamp.picked) ? initialTimestamp : { picked })}
        />
      )}
      {typeof choice !== 'object' && (
        <p id={`${id}-moment`} className={choice === 'never' ? 'hint' : undefined}>
          {choice === 'never' && (
            <FieldWarning>
              This service may treat a token without a date as expired. Choose a date to be sure.
            </FieldWarning>
          )}
          {choice === 'keep' && storedExpiry === 'none' && (
            <span className="hint">
              No expiry is stored, so none is sent. The service may store the time of this update instead.
            </span>
          )}
          {choice === 'keep' && stored !== undefined && storedExpiry === undefined && <span>Out of range</span>}
          {shownTimestamp !== undefined && <ExpiryTime timestamp={shownTimestamp} now={now} />}
        </p>
      )}
    </div>
  )
}

/** *Mon, 1 Nov 2027, 18:05 CET · in 11 months*. `occurrenceLabel`: which one it is of two that the clocks show alike. */
function ExpiryTime({
  timestamp,
  now,
  occurrenceLabel = '',
}: {
  timestamp: number
  now: number
  occurrenceLabel?: string
}) {
  return (
    <span translate="no" title={formatUtcDateTime(timestamp)}>
      {`${formatShortDateTime(timestamp)}${occurrenceLabel} · ${formatRelative(timestamp, now)}`}
    </span>
  )
}

interface DateTimeProps {
  time: PickedDateTime
  fault: FieldErrorCode | undefined
  now: number
  onType: (picked: string) => void
}

/** The browser’s own field. Under it stands one line: the exact moment, or what is wrong. */
function DateTimeField({ time, fault, now, onType }: DateTimeProps) {
  const { picked } = time
  const [isText] = useState(isShownAsText)
  // Uncontrolled: React writes a controlled value into its attribute too, and Firefox then empties all parts with one.
  const [entered, setEntered] = useState({ first: picked, typed: picked })
  if (!isAlike(entered.typed, picked)) setEntered({ first: picked, typed: picked })
  // They stay when they become 00, or the part that is edited would go.
  const [hasSeconds, setSeconds] = useState(false)
  if (!hasSeconds && picked.length > maxPickedDateTime.length) setSeconds(true)
  const words = {
    unfinished: isText ? `Enter a date and time like ${example}.` : 'Enter a complete, valid date and time.',
    skipped: 'The clocks skip this time. Choose another one.',
    past: 'This date has passed. Choose a later one.',
  }
  const instant = pickedTimestamp(time, now)
  const wrong = typeof instant === 'string' ? words[instant] : undefined
  const error = fault && wrong
  const exact = typeof instant === 'number' && (
    <ExpiryTime
      timestamp={instant}
      now={now}
      occurrenceLabel={occurrenceLabels[repeatedTimeOccurrence(instant) ?? 'only']}
    />
  )
  return (
    <TextField
      key={entered.first}
      label={isText ? `Date and time, like ${example}` : 'Date and time'}
      type="datetime-local"
      autoComplete="off"
      step={hasSeconds ? 1 : undefined}
      max={maxPickedDateTime}
      defaultValue={isText ? entered.first.replace('T', ' ') : entered.first}
      error={error}
      hint={error === undefined ? (wrong ?? exact) : undefined}
      onChange={({ target: { value: typed } }) => {
        setEntered({ ...entered, typed })
        onType(typed)
      }}
    />
  )
}

/** A text field shows a space in place of the `T`. */
const isAlike = (a: string, b: string) => a.replace(' ', 'T') === b.replace(' ', 'T')

const example = '2027-12-31 23:59'

/** Of two moments that the clocks show alike, which one it is. */
const occurrenceLabels = { first: ' (the first of two)', second: ' (the second of two)', only: '' } as const

/** Whether this browser has no field for a date and time, and shows a text field in its place. */
function isShownAsText(): boolean {
  const input = document.createElement('input')
  input.type = 'datetime-local'
  return input.type === 'text'
}

type NameInputProps = FieldInputProps<Token, TokenFormValues>

/** The name of a new token. */
function NameInput({ form, context, onEdit }: NameInputProps) {
  const { name } = form.values
  const errorCode = form.errorOf('name')
  return (
    <NameField
      label="Name"
      noun="name"
      currentText={name}
      lookalike={errorCode === 'taken' ? undefined : context.names.findLookalike(name)}
      onReplace={(text) => form.setValueAndFocus('name', text)}
      mono
      autoFocus
      placeholder="for example billing-export"
      {...form.register('name')}
      error={
        errorCode === 'taken' ? (
          <>
            A token named “<UntrustedText text={name} />” already exists. Choose another name, or edit that one.{' '}
            <button type="button" className="link" onClick={() => onEdit(name)}>
              Edit
            </button>
          </>
        ) : errorCode === 'missing' ? (
          'Enter a name.'
        ) : undefined
      }
    />
  )
}

/** When a token expires: one line for a stored date, until it is changed. */
function ExpiryInput({ form, row, duplicateOf, context }: NameInputProps) {
  const choice = form.values.expiration_date
  const [isOpen, setOpen] = useState(false)
  const stored = row && canKeepExpiry(row) ? row : undefined
  const errorCode = form.errorOf('expiration_date')
  if (stored !== undefined && choice === 'keep' && !isOpen)
    return (
      <FieldLine
        label="Expires"
        text={<StoredExpiry token={stored} context={context} />}
        buttonLabel="Change"
        accessibleButtonLabel="Change the expiry"
        onOpen={() => setOpen(true)}
      />
    )
  const originalExpiry = duplicateOf && expiryOf(duplicateOf, context.timeUnit)
  const isPast = (timestamp: number) => timestamp <= context.now
  const expiryText = (timestamp: number) =>
    `${isPast(timestamp) ? 'expired' : 'expires'} ${formatShortDateTime(timestamp)}`
  return (
    <>
      <ExpiryField
        choice={choice}
        stored={stored}
        errorCode={errorCode}
        context={context}
        onChange={(next) => form.setValue('expiration_date', next)}
        {...(isOpen && {
          onUndo() {
            form.setValue('expiration_date', 'keep')
            setOpen(false)
          },
        })}
      />
      {duplicateOf !== undefined && originalExpiry !== 'none' && (
        <p className="hint">
          “<UntrustedText text={duplicateOf.name} />”{' '}
          {originalExpiry === undefined ? 'has an expiry that can’t be read' : expiryText(originalExpiry)}. The copy
          starts with {lifetimeOf(duplicateOf, context.timeUnit) === undefined ? '30 days' : 'the same lifetime'}, from
          now.{' '}
          {originalExpiry !== undefined && !isPast(originalExpiry) && (
            <button
              type="button"
              className="link"
              onClick={() => form.setValue('expiration_date', toPickedDateTime(originalExpiry))}
            >
              Use this date
            </button>
          )}
        </p>
      )}
      {errorCode === 'unanswered' && <p className="hint">Expires can’t be read. Choose before you save.</p>}
    </>
  )
}

function StoredExpiry({ token, context: { timeUnit, now } }: { token: Token; context: NameInputProps['context'] }) {
  const expiry = expiryOf(token, timeUnit)
  if (expiry === undefined) return 'Out of range'
  if (expiry === 'none') return noExpiryLabel
  return (
    <>
      <ExpiryTime timestamp={expiry} now={now} />
      <span>{noDateSuffix(expiry)}</span>
    </>
  )
}

/** The fields of a token in its form. */
export const tokenInputs: FormInputs<typeof tokenFields, Token> = {
  name: { Input: NameInput },
  expiration_date: { Input: ExpiryInput },
  write: flagFormInput('write', tokenFields.write),
  active: flagFormInput('active', tokenFields.active),
}

const defaultValues = { expiration_date: '30d' }

/** The field for a new expiry in a confirmation. */
export const NewExpiryPrompt: DatePromptComponent = function NewExpiryPrompt({ registerSubmit, onSubmit }) {
  const context = { ...useAppContext().actionContext('tokens'), now: useServiceTime() }
  const form = useZodForm(newExpirySchema(context.now), defaultValues)
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
