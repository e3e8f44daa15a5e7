import {
  CircleHelp,
  CircleX,
  Copy,
  Info,
  KeyRound,
  Pencil,
  RefreshCw,
  RotateCcw,
  ShieldAlert,
  TriangleAlert,
  Undo2,
  Wrench,
  type LucideIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { FollowUp, ResultMessage } from '#web/resource/outcome-message.ts'
import { restoreFocusOnUnmount } from '#web/ui/focus.ts'
import { displayText, TextWithNames } from '#web/ui/untrusted-text.tsx'
import './result-note.css'

/** The tones of a note. Each has its own icon. */
export type Tone = 'plain' | 'amber' | 'repair' | 'news' | 'violet' | 'red'

const icons: Record<Tone, LucideIcon> = {
  plain: Info,
  amber: TriangleAlert,
  repair: ShieldAlert,
  news: KeyRound,
  violet: CircleHelp,
  red: CircleX,
}

/** The tone of an outcome. */
export const messageTone = ({ status, tone }: ResultMessage): Tone =>
  tone ?? ({ success: 'plain', error: 'red', unknown: 'violet' } as const)[status]

/** The label of each button, and its accessible name, which includes the row’s name. A missing one is a type error. */
const buttons: Record<FollowUp, { label: string; names: (name: string) => string; icon?: LucideIcon; quiet?: true }> = {
  'copy-value': { label: 'Copy', names: (name) => `Copy new value of ${name}`, icon: Copy },
  undo: { label: 'Undo', names: (name) => `Undo for ${name}`, icon: Undo2 },
  repair: { label: 'Repair', names: (name) => `Repair ${name}`, icon: Wrench },
  'replace-value': { label: 'Replace value…', names: (name) => `Replace value… of ${name}`, quiet: true },
  retry: { label: 'Try again', names: (name) => `Try again for ${name}`, icon: RotateCcw },
  review: { label: 'Review…', names: (name) => `Review ${name}` },
  edit: { label: 'Edit', names: (name) => `Edit again: ${name}`, icon: Pencil },
  'set-expiry': { label: 'Set the expiry again', names: (name) => `Set the expiry of ${name} again` },
  'correct-flags': { label: 'Correct', names: (name) => `Correct ${name}` },
  recreate: { label: 'Create again', names: (name) => `Create again: ${name}` },
  'set-password': { label: 'Set a new password', names: (name) => `Set a new password of ${name}` },
  'send-flags': { label: 'Send flags', names: (name) => `Send flags of ${name}` },
  refresh: { label: 'Refresh', names: (name) => `Refresh for ${name}`, icon: RefreshCw },
}

interface BoxProps {
  tone: Tone
  text: ReactNode
  children?: ReactNode
}

/** A sentence in its tone, with the icon of the tone. */
export function Callout({ tone, text, children }: BoxProps) {
  const Icon = icons[tone]
  return (
    <div className={`callout ${tone}`}>
      <Icon className="icon" aria-hidden="true" />
      <p>{text}</p>
      {children}
    </div>
  )
}

interface NextProps {
  name: string
  next: readonly FollowUp[]
  /** What each does; undefined: there is no such button. */
  on: (next: FollowUp) => (() => void) | undefined
}

/** The buttons of an outcome: in its note, and in a report. */
export function FollowUpButtons({ name, next, on }: NextProps) {
  return next.map((one) => {
    const run = on(one)
    const { label, names, icon: Icon, quiet } = buttons[one]
    return (
      run && (
        <button
          key={one}
          ref={restoreFocusOnUnmount}
          type="button"
          className={quiet ? 'btn ghost small' : 'btn small'}
          aria-label={names(displayText(name))}
          onClick={run}
        >
          {Icon && <Icon className="icon" aria-hidden="true" />}
          {label}
        </button>
      )
    )
  })
}

interface NoteProps extends NextProps {
  told: ResultMessage
  /** The name stands before the sentence: no row shows it. */
  isNamed?: boolean
  /** Undefined: it cannot be dismissed. */
  onDismiss: (() => void) | undefined
}

/** The note about the last thing that was done to a row. */
export function ResultNote({ name, told, isNamed = false, next, on, onDismiss }: NoteProps) {
  const text = isNamed ? `“${displayText(name)}”: ${told.text}` : told.text
  return (
    <Callout tone={messageTone(told)} text={<TextWithNames text={text} names={[name]} />}>
      <FollowUpButtons name={name} next={next} on={on} />
      {onDismiss && (
        <button
          ref={restoreFocusOnUnmount}
          type="button"
          className="btn ghost small"
          aria-label={`Dismiss note of ${displayText(name)}`}
          onClick={onDismiss}
        >
          Dismiss
        </button>
      )}
    </Callout>
  )
}
