import { EyeOff, Eye, RefreshCw, Copy } from 'lucide-react'
import { useState, useLayoutEffect, useEffect } from 'react'
import { flagFormInput } from '#web/forms/form-hooks.tsx'
import type { FieldInputProps, FormInputs, PasswordControl } from '#web/resource/form.ts'
import type { User } from '#api/user.ts'
import { FieldLine, NameField, TextField, FieldWarning } from '#web/ui/fields.tsx'
import { UntrustedText } from '#web/ui/untrusted-text.tsx'
import { useSession } from '#web/session/session.ts'
import { CountdownRing, useAutoHide } from '#web/ui/auto-hide.tsx'
import { useHideLevel } from '#web/ui/hide-level.ts'
import { copyText, clearClipboard, clipboardMessages } from '#web/ui/clipboard.ts'
import { restoreFocusOnUnmount } from '#web/ui/focus.ts'
import { userFields } from './fields.tsx'
import type { UserFormValues } from './schema.ts'
import { userMessages } from './messages.ts'
import { useWeakPassword, generatePassword } from './password.ts'
import './field-inputs.css'

interface PasswordFieldProps {
  password: Pick<PasswordControl, 'inputRef' | 'error' | 'isOptional' | 'setEnabled'>
  /** The current and new emails of the account. None of them should be the password. */
  emails: readonly string[]
}

/** A new password: typed, pasted or generated. It is masked again like a revealed value, and cleared on unmount. */
export function PasswordField({ password: { inputRef, error, isOptional, setEnabled }, emails }: PasswordFieldProps) {
  const { announcer } = useSession()
  const label = isOptional ? 'New password' : 'Password'
  const [isShown, setIsShown] = useState(false)
  const [copyMessage, setCopyMessage] = useState<string>()
  const [hasText, setHasText] = useState(false)
  const [hide] = useState(() => () => setIsShown(false))
  const { secondsLeft, keepVisible, containerProps } = useAutoHide(isShown, hide)
  const weakness = useWeakPassword(inputRef, emails)

  useLayoutEffect(() => {
    const input = inputRef.current
    if (isOptional) input?.focus()
    // React replaces the setter of each node: using it also clears the copy that React keeps.
    return () => {
      if (input !== null) fill(input, '')
    }
  }, [inputRef, isOptional])
  const isHidden = useHideLevel() === 'everything'
  useLayoutEffect(() => {
    if (isHidden && inputRef.current !== null) fill(inputRef.current, '')
  }, [isHidden, inputRef])
  useEffect(() => {
    const input = inputRef.current
    // A browser restores the input of a form when the page comes back.
    const clearInput = () => {
      if (input !== null) fill(input, '')
    }
    window.addEventListener('pagehide', clearInput)
    return () => window.removeEventListener('pagehide', clearInput)
  }, [inputRef])

  const generate = () => {
    if (inputRef.current === null) return
    fill(
      inputRef.current,
      generatePassword((bytes) => crypto.getRandomValues(bytes)),
    )
    setOrigin(inputRef.current, 'generated')
    setIsShown(true)
    setCopyMessage(undefined)
    announcer.announce('A new password is shown.')
  }
  const copy = async () => {
    const input = inputRef.current
    if (input === null) return
    const { value } = input
    const isCopied = await copyText(value)
    if (input.value !== value) return undefined // there is another one since, or none
    if (isCopied) {
      if (input.dataset['password'] === 'generated') setOrigin(input, 'copied')
      return setCopyMessage(copyMessages.yes)
    }
    setCopyMessage(copyMessages.no)
    setIsShown(true)
    input.select()
  }
  const clear = async () => {
    setCopyMessage(await clearClipboard())
    if (inputRef.current?.dataset['password'] === 'copied') setOrigin(inputRef.current, 'generated')
  }
  return (
    <div ref={restoreFocusOnUnmount} className="password" translate="no">
      <div {...containerProps}>
        <TextField
          label={label}
          type={isShown ? 'text' : 'password'}
          autoComplete="new-password"
          spellCheck={false}
          inputRef={inputRef}
          error={error}
          onInput={({ currentTarget }) => {
            setOrigin(currentTarget, 'typed')
            setHasText(currentTarget.value !== '')
          }}
          {...((isOptional || weakness !== undefined) && {
            hint: (
              <>
                {weakness !== undefined && <FieldWarning>{weakness}</FieldWarning>}
                {isOptional && <span>{userMessages.bearersStay}</span>}
              </>
            ),
          })}
          endAdornment={
            <button
              type="button"
              className="ib"
              aria-label={isShown ? 'Hide' : 'Show'}
              aria-pressed={isShown}
              onClick={() => setIsShown(!isShown)}
            >
              {isShown ? <EyeOff className="icon" aria-hidden="true" /> : <Eye className="icon" aria-hidden="true" />}
            </button>
          }
        />
      </div>
      <div className="more-fields">
        <button type="button" className="btn small" onClick={generate}>
          <RefreshCw className="icon" aria-hidden="true" />
          Generate
        </button>
        {isOptional && (
          <button type="button" className="btn ghost small" onClick={() => setEnabled(false)}>
            Keep the old password
          </button>
        )}
        {hasText && (
          <button type="button" className="btn ghost small" data-focus-fallback onClick={() => void copy()}>
            <Copy className="icon" aria-hidden="true" />
            Copy password
          </button>
        )}
        {hasText && secondsLeft !== undefined && (
          <button
            ref={restoreFocusOnUnmount}
            type="button"
            className="btn ghost small"
            aria-label={`Keep showing ${label}`}
            onClick={keepVisible}
          >
            <CountdownRing seconds={secondsLeft} />
            Keep showing
            <span className="muted" aria-hidden="true">
              {`${secondsLeft} s`}
            </span>
          </button>
        )}
        {copyMessage !== undefined && (
          <span className="hint">
            <span>{copyMessage}</span>{' '}
            {copyMessage === copyMessages.yes && (
              <button ref={restoreFocusOnUnmount} type="button" className="link" onClick={() => void clear()}>
                {clipboardMessages.clear}
              </button>
            )}
          </span>
        )}
      </div>
    </div>
  )
}

/** Where the password in the field comes from. `copied`: generated, and in the clipboard. */
function setOrigin(input: HTMLInputElement, origin: 'typed' | 'generated' | 'copied'): void {
  input.dataset['password'] = origin
}

function fill(input: HTMLInputElement, text: string): void {
  input.value = text
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

const copyMessages = { yes: 'Copied.', no: 'This browser refused to copy. The password is selected instead.' } as const

type EmailInputProps = FieldInputProps<User, UserFormValues>

/** The email of a new user; of an existing one a line, until it is to be changed. */
function EmailInput({ form, row, context, onEdit }: EmailInputProps) {
  const { email } = form.values
  const errorCode = form.errorOf('email')
  const [isOpen, setOpen] = useState(row === undefined)
  if (row !== undefined && !isOpen)
    return (
      <FieldLine
        label="Email"
        text={<UntrustedText text={row.email} />}
        buttonLabel="Change"
        accessibleButtonLabel="Change the email"
        onOpen={() => setOpen(true)}
      />
    )
  return (
    <NameField
      label={row === undefined ? 'Email' : 'New email'}
      noun="email"
      currentText={email}
      lookalike={errorCode === 'taken' ? undefined : context.names.findLookalike(email, row?.email)}
      onReplace={(text) => form.setValueAndFocus('email', text)}
      inputMode="email"
      autoFocus
      {...form.register('email')}
      error={
        errorCode === 'missing' ? (
          userMessages.emailMissing
        ) : errorCode === 'taken' ? (
          <>
            A user “<UntrustedText text={email} />” already exists. Choose another email, or edit that one.{' '}
            <button type="button" className="link" onClick={() => onEdit(email)}>
              Edit
            </button>
          </>
        ) : errorCode === 'unusual' ? (
          <>
            {userMessages.emailOdd}{' '}
            <button
              type="button"
              className="link"
              onClick={({ currentTarget: { form: element } }) => {
                form.setValue('anyway', true)
                // Not by its type: with the fault the button goes, before the browser sends the form.
                element?.requestSubmit()
              }}
            >
              {userMessages.useAnyway}
            </button>
          </>
        ) : undefined
      }
    />
  )
}

/** The password of a new user, or a new one. */
function PasswordInput({ form: { password, values }, row }: EmailInputProps) {
  if (!password.isEnabled) {
    return (
      <FieldLine
        label="Password"
        buttonLabel="Set a new one…"
        accessibleButtonLabel="Password: set a new one…"
        onOpen={() => password.setEnabled(true)}
      />
    )
  }
  return (
    <>
      {/* A password manager keeps the password under this name; the email itself is a text. */}
      {row && <input type="email" autoComplete="username" value={row.email} readOnly hidden />}
      <PasswordField password={password} emails={[values.email, row?.email ?? '']} />
    </>
  )
}

const activeInput = flagFormInput('active', userFields.active)

/** The fields of a user in its form. */
export const userInputs: FormInputs<typeof userFields, User> = {
  email: { Input: EmailInput },
  password: { Input: PasswordInput },
  admin: flagFormInput('admin', userFields.admin),
  active: {
    Input: (props: EmailInputProps) => (
      <>
        {activeInput.Input(props)}
        {props.row !== undefined && props.row.admin === undefined && props.row.active === undefined && (
          <p className="hint">{userMessages.bothSent}</p>
        )}
      </>
    ),
  },
}
