import {
  CircleHelp,
  CircleX,
  Copy,
  Eye,
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
import type { FollowUp } from '#web/resource/outcome-facts.ts'
import { noteText, type ResultMessage, type Tone } from '#web/resource/result-message.ts'
import { restoreFocusOnUnmount } from '#web/ui/focus.ts'
import { Notice } from '#web/ui/notice.tsx'
import { displayText, TextWithNames } from '#web/ui/untrusted-text.tsx'
import './result-note.css'

const icons: Record<Tone, LucideIcon> = {
  neutral: Info,
  warning: TriangleAlert,
  'needs-repair': ShieldAlert,
  'new-value': KeyRound,
  unknown: CircleHelp,
  error: CircleX,
}

/** The label of each button, and its accessible name, which includes the row’s name. A missing one is a type error. */
const followUpButtons: Record<
  FollowUp,
  { label: string; accessibleLabel: (name: string) => string; icon?: LucideIcon }
> = {
  'copy-value': { label: 'Copy value', accessibleLabel: (name) => `Copy new value of ${name}`, icon: Copy },
  'reveal-value': { label: 'Reveal', accessibleLabel: (name) => `Reveal new value of ${name}`, icon: Eye },
  undo: { label: 'Undo', accessibleLabel: (name) => `Undo for ${name}`, icon: Undo2 },
  repair: { label: 'Repair', accessibleLabel: (name) => `Repair ${name}`, icon: Wrench },
  'replace-value': { label: 'Replace value…', accessibleLabel: (name) => `Replace value… of ${name}` },
  retry: { label: 'Try again', accessibleLabel: (name) => `Try again for ${name}`, icon: RotateCcw },
  review: { label: 'Review…', accessibleLabel: (name) => `Review ${name}` },
  edit: { label: 'Edit', accessibleLabel: (name) => `Edit again: ${name}`, icon: Pencil },
  'set-expiry': { label: 'Set expiry again', accessibleLabel: (name) => `Set expiry again for ${name}` },
  'correct-flags': { label: 'Correct', accessibleLabel: (name) => `Correct ${name}` },
  recreate: { label: 'Create again', accessibleLabel: (name) => `Create again: ${name}` },
  'set-password': { label: 'New password…', accessibleLabel: (name) => `New password… of ${name}` },
  'send-flags': { label: 'Send flags', accessibleLabel: (name) => `Send flags of ${name}` },
  refresh: { label: 'Refresh', accessibleLabel: (name) => `Refresh for ${name}`, icon: RefreshCw },
}

interface CalloutProps {
  tone: Tone
  text: ReactNode
  /** Its buttons. */
  children?: ReactNode
  /** The name of the row that it is about, for its buttons. */
  dismissLabel?: string
  onDismiss?: (() => void) | undefined
}

/** A sentence in its tone, with the icon of the tone. */
export function Callout({ tone, text, children, ...dismissing }: CalloutProps) {
  const Icon = icons[tone]
  return (
    <div className={`callout notice ${tone}`}>
      <Notice icon={<Icon className="icon" aria-hidden="true" />} text={text} actions={children} {...dismissing} />
    </div>
  )
}

/** The sentence of an outcome in its tone, without buttons. */
export const ResultCallout = ({ message }: { message: ResultMessage }) => (
  <Callout tone={message.tone} text={message.text} />
)

interface FollowUpButtonsProps {
  name: string
  message: ResultMessage
  /** In a report, its sections and its foot have *Undo*, *Refresh*, *Correct* and *Copy* for all rows at once. */
  isInReport?: boolean
  /** What each does; undefined: there is no such button. */
  handlerOf: (followUp: FollowUp) => (() => void) | undefined
}

const sectionFollowUps: ReadonlySet<FollowUp> = new Set([
  'undo',
  'refresh',
  'copy-value',
  'reveal-value',
  'correct-flags',
])

/** The buttons of an outcome: in its note, and in a report. */
export function FollowUpButtons({ name, message, isInReport = false, handlerOf }: FollowUpButtonsProps) {
  return message.followUps.map((followUp) => {
    if (isInReport && sectionFollowUps.has(followUp)) return null
    const handler = handlerOf(followUp)
    const { label, accessibleLabel, icon: Icon } = followUpButtons[followUp]
    return (
      handler && (
        <button
          key={followUp}
          ref={restoreFocusOnUnmount}
          type="button"
          className="btn small"
          // When *Reveal* goes, the focus stays in the note, but not on the button that dismisses it.
          data-focus-fallback
          aria-label={accessibleLabel(displayText(name))}
          onClick={handler}
        >
          {Icon && <Icon className="icon" aria-hidden="true" />}
          {label}
        </button>
      )
    )
  })
}

interface ResultNoteProps extends Omit<FollowUpButtonsProps, 'isInReport'> {
  /** The name stands before the sentence: no row shows it. */
  isNamed?: boolean
  /** Undefined: it cannot be dismissed. */
  onDismiss: (() => void) | undefined
}

/** The note about the last thing that was done to a row. */
export function ResultNote({ name, message, isNamed = false, handlerOf, onDismiss }: ResultNoteProps) {
  const text = isNamed ? `“${displayText(name)}”: ${noteText(message)}` : noteText(message)
  return (
    <Callout
      tone={message.tone}
      text={<TextWithNames text={text} names={[name]} />}
      dismissLabel={`Dismiss note of ${displayText(name)}`}
      onDismiss={onDismiss}
    >
      <FollowUpButtons name={name} message={message} handlerOf={handlerOf} />
    </Callout>
  )
}
