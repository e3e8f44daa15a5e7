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
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import { Foreign, visible } from '#web/ui/names/foreign.tsx'
import { Named } from '#web/ui/names/named.tsx'
import type { Outcome } from './outcomes/outcomes.ts'
import { noteContentOf, type Action, type NoteContent, type Tone } from './note-content.tsx'
import type { Noun } from '#web/list/resource.ts'
import './verdict-note.css'

interface Props {
  name: string
  content: NoteContent
  /** The handler of each button. A button without a handler is not shown. */
  on: Partial<Record<Action, () => void>>
}

const icons: Record<Tone, LucideIcon> = {
  plain: Info,
  amber: TriangleAlert,
  repair: ShieldAlert,
  news: KeyRound,
  violet: CircleHelp,
  red: CircleX,
}

/** The label of each button, and its accessible name, which includes the row's name. */
const buttons: Record<
  Action,
  { label: string; names: (name: string) => string; icon?: LucideIcon; quiet?: true; title?: string }
> = {
  copy: { label: 'Copy', names: (name) => `Copy new value of ${name}`, icon: Copy },
  undo: { label: 'Undo', names: (name) => `Undo for ${name}`, icon: Undo2 },
  'undo-new': {
    label: 'Undo',
    names: (name) => `Undo for ${name}, with a new value`,
    title: 'Undo also issues a new value',
    quiet: true,
  },
  repair: { label: 'Repair', names: (name) => `Repair ${name}`, icon: Wrench },
  replace: { label: 'Replace value…', names: (name) => `Replace value… of ${name}`, quiet: true },
  edit: { label: 'Edit', names: (name) => `Edit again: ${name}`, icon: Pencil },
  'send-again': { label: 'Try again', names: (name) => `Try again for ${name}`, icon: RotateCcw },
  'only-mine': { label: 'Save only my change', names: (name) => `Save only my change to ${name}` },
  'set-expiry': { label: 'Set the expiry again', names: (name) => `Set the expiry of ${name} again` },
  'read-again': { label: 'Refresh', names: (name) => `Refresh for ${name}`, icon: RefreshCw },
  accept: { label: 'Accept', names: (name) => `Accept ${name}`, quiet: true },
  dismiss: { label: 'Dismiss', names: (name) => `Dismiss note of ${name}`, quiet: true },
}

/** A verdict in its tone, with the icon of the tone. */
export function ToneBox({ tone, text, children }: { tone: Tone; text: ReactNode; children?: ReactNode }) {
  const Icon = icons[tone]
  return (
    <div className={`verdict ${tone}`}>
      <Icon className="icon" aria-hidden="true" />
      <p>{text}</p>
      {children}
    </div>
  )
}

/** The note under a row about its last write. */
export function VerdictNote({ name, content: { tone, text, acts }, on }: Props) {
  return (
    <ToneBox tone={tone} text={typeof text === 'string' ? <Named text={text} names={[name]} /> : text}>
      {acts.map((act) => {
        const { label, names, icon: ButtonIcon, quiet, title } = buttons[act]
        const run = on[act]
        return (
          run && (
            <button
              key={act}
              type="button"
              className={quiet ? 'btn ghost small' : 'btn small'}
              aria-label={names(visible(name))}
              title={title}
              onClick={run}
            >
              {ButtonIcon && <ButtonIcon className="icon" aria-hidden="true" />}
              {label}
            </button>
          )
        )
      })}
    </ToneBox>
  )
}

interface Rowless {
  noun: Noun
  list: Pick<RowStore<Dated>, 'find'>
  notes: ReadonlyMap<string, Outcome<Dated, object>>
  onReadAgain: () => void
  onDismiss: (outcome: Outcome<Dated, object>) => void
}

/** Notes about rows that are not in the list, after a deletion or creation without an answer. */
export function RowlessNotes({ noun, list, notes, onReadAgain, onDismiss }: Rowless) {
  return [...notes].map(([name, note]) => {
    if (list.find(name) >= 0) return null
    const content: NoteContent = noteContentOf(noun, note, undefined)
    const text = (
      <span>
        “<Foreign text={name} />
        ”: <span>{content.text}</span>
      </span>
    )
    const on = { 'read-again': onReadAgain, dismiss: () => onDismiss(note) }
    return <VerdictNote key={name} name={name} content={{ ...content, text }} on={on} />
  })
}
