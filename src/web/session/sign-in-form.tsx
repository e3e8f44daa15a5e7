import { Eye, EyeOff, Lock } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, type ClipboardEvent, type FormEvent } from 'react'
import { parsePastedAccessToken, type SignInRequest } from '#api/credentials.ts'
import { RadioGroup, TextField, NameField } from '#web/ui/fields.tsx'
import { baseUrl } from '#web/ui/browser.ts'
import { useAnnouncer } from '#web/ui/announcer.tsx'
import type { ConsoleServer, SignedInSession } from './console-server.ts'
import { signInErrorMessage, sessionMessages } from './session-messages.ts'

interface Props {
  server: Pick<ConsoleServer, 'place' | 'limits' | 'signIn'>
  onSigned: (signed: SignedInSession) => void
}

type By = SignInRequest['by']
type Bad = { field: 'bearer' | 'email' | 'password'; says: string }

const ways = [
  { id: 'bearer', label: sessionMessages.byBearer },
  { id: 'password', label: sessionMessages.byPassword },
] as const

/** Both ways to sign in. What is typed stays in the fields, and nowhere else, until it is accepted. */
export function SignInForm({ server, onSigned }: Props) {
  const announcer = useAnnouncer()
  // The demo's sign-in details begin with an email and a password.
  const usual = server.place.example ? 'password' : 'bearer'
  const [begunBy] = useState(() => lastWay(usual))
  const [by, setBy] = useState<By>(begunBy)
  const [bad, setBad] = useState<Bad>()
  const [busy, setBusy] = useState(false)
  const [shown, setShown] = useState(false)
  const [email, setEmail] = useState('')
  const wait = useWait(() => setBad(undefined))
  const form = useRef<HTMLFormElement>(null)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  useEffect(() => {
    fieldOf(form.current, begunBy === 'password' ? 'email' : 'bearer')?.focus()
  }, [begunBy])

  const replaceEmail = (text: string) => {
    const field = fieldOf(form.current, 'email')
    if (field === undefined) return
    field.value = text
    setEmail(text)
    field.focus()
  }
  const refuse = (field: Bad['field'], says: string, announced: string) => {
    setBad({ field, says })
    announcer.alert(announced)
    fieldOf(form.current, field)?.focus()
  }

  const signIn = async (event: FormEvent) => {
    event.preventDefault()
    if (running.current !== undefined || wait.seconds > 0) return
    const read = wayIn(form.current, by)
    if ('says' in read) return refuse(read.field, read.says, sessionMessages.toCorrect(sessionMessages[read.field]))
    setBad(undefined)
    setBusy(true)
    running.current = new AbortController()
    try {
      const outcome = await server.signIn(read, running.current.signal)
      if ('signed' in outcome) {
        for (const field of ['bearer', 'password'] as const) empty(fieldOf(form.current, field))
        onSigned(outcome.signed)
        return keepWay(by, usual) // last: a full storage throws
      }
      const { refused } = outcome
      const field = by === 'bearer' ? 'bearer' : 'password'
      refuse(field, signInErrorMessage(refused), sessionMessages.rejected(sessionMessages[field]))
      if (refused.why === 'too-many-tries') wait.begin(refused.retryAfter)
    } catch (error) {
      if (!(error instanceof DOMException)) throw error
    } finally {
      running.current = undefined
      setBusy(false)
    }
  }

  const eye = (
    <button
      type="button"
      className="ib"
      aria-label={shown ? sessionMessages.hide : sessionMessages.show}
      aria-pressed={shown}
      onClick={() => setShown(!shown)}
    >
      {shown ? <EyeOff className="icon" aria-hidden="true" /> : <Eye className="icon" aria-hidden="true" />}
    </button>
  )
  const secret = { type: shown ? 'text' : 'password', spellCheck: false, inside: eye } as const
  const errorOf = (field: Bad['field']) => (bad?.field === field ? bad.says : undefined)

  return (
    <form ref={form} className="sign-form" noValidate onSubmit={(event) => void signIn(event)}>
      <RadioGroup
        legend="How to sign in"
        hideLegend
        look="segs"
        choices={ways}
        chosen={by}
        onChoose={(next) => {
          setBy(next)
          if (wait.seconds === 0) setBad(undefined)
        }}
      />
      {by === 'bearer' ? (
        <TextField
          key="bearer"
          label={sessionMessages.bearer}
          name="bearer"
          autoComplete="off"
          onPaste={pasteOnOneLine}
          {...secret}
          error={errorOf('bearer')}
        />
      ) : (
        <>
          <NameField
            label={sessionMessages.email}
            what="email"
            name="email"
            typed={email}
            onChange={(event) => setEmail(event.target.value)}
            onReplace={replaceEmail}
            autoComplete="username"
            inputMode="email"
            error={errorOf('email')}
          />
          <TextField
            label={sessionMessages.password}
            name="password"
            autoComplete="current-password"
            {...secret}
            error={errorOf('password')}
          />
        </>
      )}
      <button type="submit" className="btn primary block" aria-disabled={busy || wait.seconds > 0 || undefined}>
        {busy
          ? sessionMessages.signingIn
          : wait.seconds > 0
            ? sessionMessages.waiting(wait.seconds)
            : sessionMessages.signIn}
      </button>
      <p className="hint sign-foot">
        <Lock className="icon s14" aria-hidden="true" />
        <span>{sessionMessages.keptAtHost(server.limits.idle)}</span>
      </p>
    </form>
  )
}

const wayKeptAt = () => `query-admin sign-in ${baseUrl()}`

/** The way of the last accepted sign-in in this browser. */
function lastWay(usual: By): By {
  const last = localStorage.getItem(wayKeptAt())
  return ways.find(({ id }) => id === last)?.id ?? usual
}

function keepWay(by: By, usual: By): void {
  if (by === usual) localStorage.removeItem(wayKeptAt()) // the default needs no memory
  else localStorage.setItem(wayKeptAt(), by)
}

/** Counts down in seconds, by the clock: a sleeping tab misses ticks. */
function useWait(onOver: () => void): { seconds: number; begin: (seconds: number) => void } {
  const [until, setUntil] = useState<number>()
  const [seconds, setSeconds] = useState(0)
  const over = useEffectEvent(onOver)
  useEffect(() => {
    if (until === undefined) return
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((until - Date.now()) / 1000))
      setSeconds(left)
      if (left > 0) return
      setUntil(undefined)
      over()
    }, 250)
    return () => clearInterval(timer)
  }, [until])
  const begin = (after: number) => {
    setSeconds(after)
    setUntil(Date.now() + after * 1000)
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
function wayIn(form: HTMLFormElement | null, by: By): SignInRequest | Bad {
  if (by === 'password') {
    const email = fieldOf(form, 'email')?.value ?? ''
    const password = fieldOf(form, 'password')?.value ?? ''
    if (email === '') return { field: 'email', says: sessionMessages.emptyEmail }
    if (password === '') return { field: 'password', says: sessionMessages.emptyPassword }
    return { by, email, password }
  }
  const pasted = parsePastedAccessToken(fieldOf(form, 'bearer')?.value ?? '')
  if ('bearer' in pasted) return { by, bearer: pasted.bearer }
  const says = {
    empty: sessionMessages.emptyBearer,
    'blank-inside': sessionMessages.blankInside,
    'not-ascii': sessionMessages.notAscii,
  }
  return { field: 'bearer', says: says[pasted.bad] }
}

function fieldOf(form: HTMLFormElement | null, name: Bad['field']): HTMLInputElement | undefined {
  const field = form?.elements.namedItem(name)
  return field instanceof HTMLInputElement ? field : undefined
}

function empty(field: HTMLInputElement | undefined): void {
  if (field !== undefined) field.value = ''
}
