import { CircleHelp, CircleX, Copy, Info, KeyRound, Pencil, RefreshCw, RotateCcw, TriangleAlert } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { problemWords } from '#web/service/problem-words.ts'
import type { TokenNote as Note } from '#web/service/notes.ts'
import { visible } from '#web/ui/foreign.tsx'
import { clockOf } from '#web/ui/time.ts'
import { fieldWord, onOff, words } from './words.ts'

interface Props {
  name: string
  note: Note
  onCopy: () => void
  onEdit: () => void
  onSendAgain: () => void
  onReadAgain: () => void
  onDismiss: () => void
}

type Tone = 'plain' | 'amber' | 'news' | 'violet' | 'red'

/** The verdict of the last write, under its row. */
export function TokenNote({ name, note, onCopy, onEdit, onSendAgain, onReadAgain, onDismiss }: Props) {
  const shown = visible(name)
  const { tone, icon, says, acts } = told(note, name)
  const buttons: Record<Action, ReactNode> = {
    copy: (
      <button type="button" className="btn small" aria-label={`Copy new value of ${shown}`} onClick={onCopy}>
        <Copy className="icon" aria-hidden="true" />
        Copy
      </button>
    ),
    edit: (
      <button type="button" className="btn small" aria-label={`Edit again: ${shown}`} onClick={onEdit}>
        <Pencil className="icon" aria-hidden="true" />
        Edit
      </button>
    ),
    'send-again': (
      <button type="button" className="btn small" aria-label={`Send again for ${shown}`} onClick={onSendAgain}>
        <RotateCcw className="icon" aria-hidden="true" />
        Send again
      </button>
    ),
    'only-mine': (
      <button type="button" className="btn small" aria-label={`Save only my change to ${shown}`} onClick={onSendAgain}>
        Save only my change
      </button>
    ),
    'read-again': (
      <button type="button" className="btn small" aria-label={`Read again for ${shown}`} onClick={onReadAgain}>
        <RefreshCw className="icon" aria-hidden="true" />
        Read again
      </button>
    ),
    accept: (
      <button type="button" className="btn ghost small" aria-label={`Accept ${shown}`} onClick={onDismiss}>
        Accept
      </button>
    ),
    dismiss: (
      <button type="button" className="btn ghost small" aria-label={`Dismiss note of ${shown}`} onClick={onDismiss}>
        Dismiss
      </button>
    ),
  }
  return (
    <div className={`verdict ${tone}`}>
      {icon}
      <p>{says}</p>
      {acts.map((act) => (
        <Fragment key={act}>{buttons[act]}</Fragment>
      ))}
    </div>
  )
}

type Action = 'copy' | 'edit' | 'send-again' | 'only-mine' | 'read-again' | 'accept' | 'dismiss'
interface Told {
  tone: Tone
  icon: ReactNode
  says: ReactNode
  acts: Action[]
}

const iconOf = {
  plain: <Info className="icon" aria-hidden="true" />,
  amber: <TriangleAlert className="icon" aria-hidden="true" />,
  news: <KeyRound className="icon" aria-hidden="true" />,
  violet: <CircleHelp className="icon" aria-hidden="true" />,
  red: <CircleX className="icon" aria-hidden="true" />,
} as const

function told({ act, verdict, change, at }: Note, name: string): Told {
  const as = (tone: Tone, says: ReactNode, ...acts: Action[]): Told => ({ tone, icon: iconOf[tone], says, acts })
  switch (verdict.is) {
    case 'as-asked':
      if (verdict.also?.did === 'created-again') return as('plain', words.createdAgain(verdict.also.unit), 'copy', 'dismiss')
      return act === 'create'
        ? as('plain', words.created, 'copy', 'dismiss')
        : as('news', words.newValue(visible(name)), 'copy', 'dismiss')
    case 'differently':
      return as(
        'amber',
        <>
          Saved differently: the service answered OK, but {verdict.fields.map((field, i) => (
            <Fragment key={field}>
              {i > 0 && ' and '}
              <b>{fieldWord(field)}</b>
            </Fragment>
          ))}{' '}
          {differs(verdict.fields, verdict.row)}. Try again or read again.
        </>,
        'send-again',
        'accept',
      )
    case 'not-applied':
      return act === 'remove'
        ? as('amber', 'The service answered OK, but the token is still there.', 'read-again', 'dismiss')
        : as('amber', 'The service answered OK, but nothing was saved.', 'read-again', 'dismiss')
    case 'not-verified':
      return as('violet', 'Cannot be verified: the service accepted the change, and the list could not be read after it.', 'read-again', 'dismiss')
    case 'already':
      return as('plain', 'It is so already. Nothing was sent.', 'dismiss')
    case 'conflict':
      return as(
        'amber',
        `Changed meanwhile (${verdict.fields.map(changedWord).join(', ')}). Nothing was sent; the row shows what it is now.`,
        'only-mine',
        'dismiss',
      )
    case 'unanswered':
      return as('violet', `${verdict.fields.map(fieldWord).join(' and ')} cannot be read and must be chosen first. Nothing was sent.`, 'edit', 'dismiss')
    case 'refused':
      return as('red', `Not saved: ${problemWords(verdict.problem)}`, ...(act === 'save' ? (['edit', 'dismiss'] as const) : (['dismiss'] as const)))
    case 'unknown':
      return as('violet', `No answer; it may or may not have been saved (${clockOf(at)}${askedFor(change)}).`, 'read-again', 'dismiss')
    case 'exists':
    case 'gone':
    case 'deleted':
      return as('plain', 'The service has answered otherwise meanwhile. Read again.', 'read-again', 'dismiss')
  }
}

function changedWord(field: string): string {
  return field === 'updated_at' ? 'its last update' : fieldWord(field)
}

function askedFor({ active, write }: Note['change']): string {
  const parts = [...(active === undefined ? [] : [`active ${onOff(active)}`]), ...(write === undefined ? [] : [`write ${onOff(write)}`])]
  return parts.length === 0 ? '' : `; asked for: ${parts.join(', ')}`
}

/** What the row holds instead, where that is one flag. */
function differs(fields: string[], row: { active: boolean | undefined; write: boolean | undefined }): string {
  const [field, more] = fields
  if (more !== undefined) return 'are not as asked'
  if (field === 'active') return `is still ${onOff(row.active)}`
  return field === 'write' ? `is still ${onOff(row.write)}` : 'is another date than asked'
}
