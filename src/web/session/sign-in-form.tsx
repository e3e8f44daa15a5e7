import { Eye, EyeOff, Lock } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, type ClipboardEvent, type FormEvent } from 'react'
import { parsePastedAccessToken, type SignInRequest } from '#api/credentials.ts'
import { RadioGroup, TextField, NameField } from '#web/ui/fields.tsx'
import { baseUrl } from '#web/ui/browser.ts'
import { useAnnouncer } from '#web/ui/announcer.tsx'
import type { ConsoleServer, SignedInSession } from './console-server.ts'
import { signInErrorMessage, sessionMessages } from './session-messages.ts'

interface SignInFormProps {
  server: Pick<ConsoleServer, 'place' | 'limits' | 'signIn'>
  onSignedIn: (session: SignedInSession) => void
  /** The email that the same person signs in with again: only the password is missing. */
  knownEmail?: string | undefined
}

type SignInMethod = SignInRequest['by']
type FieldError = { field: 'bearer' | 'email' | 'password'; message: string }

const methodOptions = [
  { id: 'bearer', label: sessionMessages.byBearer },
  { id: 'password', label: sessionMessages.byPassword },
] as const

/** Both ways to sign in. What is typed stays in the fields, and nowhere else, until it is accepted. */
export function SignInForm({ server, onSignedIn, knownEmail }: SignInFormProps) {
  const announcer = useAnnouncer()
  // The demo's sign-in details begin with an email and a password.
  const defaultMethod = server.place.example ? 'password' : 'bearer'
  const [initialMethod] = useState(() => (knownEmail === undefined ? loadMethod(defaultMethod) : 'password'))
  const [initialEmail] = useState(knownEmail ?? '')
  const [method, setMethod] = useState<SignInMethod>(initialMethod)
  const [fieldError, setFieldError] = useState<FieldError>()
  const [isBusy, setBusy] = useState(false)
  const [isSecretShown, setSecretShown] = useState(false)
  const [email, setEmail] = useState(initialEmail)
  const cooldown = useCooldown(() => setFieldError(undefined))
  const form = useRef<HTMLFormElement>(null)
  const alerted = useRef('')
  const controllerRef = useRef<AbortController>(undefined)
  useEffect(() => () => controllerRef.current?.abort(), [])
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[data-initial-focus]')?.focus()
  }, [])

  const replaceEmail = (text: string) => {
    const field = inputOf(form.current, 'email')
    if (field === undefined) return
    field.value = text
    setEmail(text)
    field.focus()
  }
  const showFailure = (field: FieldError['field'], message: string, announcement: string) => {
    setFieldError({ field, message })
    announcer.alert(announcement)
    alerted.current = announcement
    inputOf(form.current, field)?.focus()
  }

  const signIn = async (event: FormEvent) => {
    event.preventDefault()
    if (controllerRef.current !== undefined || cooldown.seconds > 0) return
    const request = readRequest(form.current, method)
    if ('message' in request)
      return showFailure(request.field, request.message, sessionMessages.toCorrect(sessionMessages[request.field]))
    setFieldError(undefined)
    setBusy(true)
    controllerRef.current = new AbortController()
    try {
      const outcome = await server.signIn(request, controllerRef.current.signal)
      if ('signed' in outcome) {
        announcer.retract(alerted.current)
        for (const field of ['bearer', 'password'] as const) clearInput(inputOf(form.current, field))
        onSignedIn(outcome.signed)
        return saveMethod(method, defaultMethod) // last: a full storage throws
      }
      const { refused } = outcome
      const field = method === 'bearer' ? 'bearer' : 'password'
      const email = request.by === 'password' ? request.email : undefined
      showFailure(field, signInErrorMessage(refused, email), sessionMessages.rejected(sessionMessages[field]))
      if (refused.why === 'too-many-tries') cooldown.begin(refused.retryAfter)
    } catch (error) {
      if (!(error instanceof DOMException)) throw error
    } finally {
      controllerRef.current = undefined
      setBusy(false)
    }
  }

  const visibilityButton = (
    <button
      type="button"
      className="ib"
      aria-label={isSecretShown ? sessionMessages.hide : sessionMessages.show}
      aria-pressed={isSecretShown}
      onClick={() => setSecretShown(!isSecretShown)}
    >
      {isSecretShown ? <EyeOff className="icon" aria-hidden="true" /> : <Eye className="icon" aria-hidden="true" />}
    </button>
  )
  const secretFieldProps = {
    type: isSecretShown ? 'text' : 'password',
    spellCheck: false,
    endAdornment: visibilityButton,
  } as const
  const errorOf = (field: FieldError['field']) => (fieldError?.field === field ? fieldError.message : undefined)

  return (
    <form ref={form} className="sign-form" noValidate onSubmit={(event) => void signIn(event)}>
      <RadioGroup
        legend="How to sign in"
        hideLegend
        variant="segs"
        options={methodOptions}
        value={method}
        onChange={(next) => {
          if (isBusy) return // a refusal is shown at the field that was sent
          setMethod(next)
          if (cooldown.seconds === 0) setFieldError(undefined)
        }}
      />
      {method === 'bearer' ? (
        <TextField
          key="bearer"
          label={sessionMessages.bearer}
          name="bearer"
          data-initial-focus
          autoComplete="off"
          onPaste={pasteOnOneLine}
          {...secretFieldProps}
          error={errorOf('bearer')}
        />
      ) : (
        <>
          <NameField
            label={sessionMessages.email}
            noun="email"
            name="email"
            data-initial-focus={initialEmail === '' || undefined}
            defaultValue={initialEmail}
            currentText={email}
            onChange={(event) => setEmail(event.target.value)}
            onReplace={replaceEmail}
            autoComplete="username"
            inputMode="email"
            error={errorOf('email')}
          />
          <TextField
            label={sessionMessages.password}
            name="password"
            data-initial-focus={initialEmail !== '' || undefined}
            autoComplete="current-password"
            {...secretFieldProps}
            error={errorOf('password')}
          />
        </>
      )}
      <button type="submit" className="btn primary block" aria-disabled={isBusy || cooldown.seconds > 0 || undefined}>
        {isBusy
          ? sessionMessages.signingIn
          : cooldown.seconds > 0
            ? sessionMessages.waiting(cooldown.seconds)
            : sessionMessages.signIn}
      </button>
      <p className="hint sign-foot">
        <Lock className="icon s14" aria-hidden="true" />
        <span>{sessionMessages.keptAtHost(server.limits.idle)}</span>
      </p>
    </form>
  )
}

const methodStorageKey = () => `query-admin sign-in ${baseUrl()}`

/** The way of the last accepted sign-in in this browser. */
function loadMethod(defaultMethod: SignInMethod): SignInMethod {
  const stored = localStorage.getItem(methodStorageKey())
  return methodOptions.find(({ id }) => id === stored)?.id ?? defaultMethod
}

function saveMethod(method: SignInMethod, defaultMethod: SignInMethod): void {
  if (method === defaultMethod) localStorage.removeItem(methodStorageKey()) // the default needs no memory
  else localStorage.setItem(methodStorageKey(), method)
}

/** Counts down in seconds, by the clock: a sleeping tab misses ticks. */
function useCooldown(onEnd: () => void): { seconds: number; begin: (seconds: number) => void } {
  const [until, setUntil] = useState<number>()
  const [seconds, setSeconds] = useState(0)
  const ended = useEffectEvent(onEnd)
  useEffect(() => {
    if (until === undefined) return
    const timer = setInterval(() => {
      const remaining = Math.max(0, Math.ceil((until - Date.now()) / 1000))
      setSeconds(remaining)
      if (remaining > 0) return
      setUntil(undefined)
      ended()
    }, 250)
    return () => clearInterval(timer)
  }, [until])
  const begin = (delaySeconds: number) => {
    setSeconds(delaySeconds)
    setUntil(Date.now() + delaySeconds * 1000)
  }
  return { seconds, begin }
}

/** Joins the lines of a pasted token. The browser would turn line breaks into spaces. */
function pasteOnOneLine(event: ClipboardEvent<HTMLInputElement>) {
  const text = event.clipboardData.getData('text/plain')
  if (!/[\r\n]/.test(text)) return
  event.preventDefault()
  const field = event.currentTarget
  field.setRangeText(text.replace(/\s*[\r\n]+\s*/g, ''), field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
}

/** The credentials in the fields, or the first field that is wrong. */
function readRequest(form: HTMLFormElement | null, method: SignInMethod): SignInRequest | FieldError {
  if (method === 'password') {
    const email = inputOf(form, 'email')?.value ?? ''
    const password = inputOf(form, 'password')?.value ?? ''
    if (email === '') return { field: 'email', message: sessionMessages.emptyEmail }
    if (password === '') return { field: 'password', message: sessionMessages.emptyPassword }
    return { by: method, email, password }
  }
  const pasted = parsePastedAccessToken(inputOf(form, 'bearer')?.value ?? '')
  if ('bearer' in pasted) return { by: method, bearer: pasted.bearer }
  const messages = {
    empty: sessionMessages.emptyBearer,
    'blank-inside': sessionMessages.blankInside,
    'not-ascii': sessionMessages.notAscii,
  }
  return { field: 'bearer', message: messages[pasted.bad] }
}

function inputOf(form: HTMLFormElement | null, name: FieldError['field']): HTMLInputElement | undefined {
  const field = form?.elements.namedItem(name)
  return field instanceof HTMLInputElement ? field : undefined
}

function clearInput(field: HTMLInputElement | undefined): void {
  if (field !== undefined) field.value = ''
}
