import type { ReactNode } from 'react'
import type { TokenChange } from '#contract/token-writing.ts'
import type { Token } from '#contract/token.ts'
import type { TokenNote as Note } from '#web/service/notes.ts'
import { toldOf, type Told } from '#web/service/verdict-told.tsx'
import { VerdictNote } from '#web/service/verdict-note.tsx'
import { visible } from '#web/ui/foreign.tsx'
import { SecretValue } from './secret-value.tsx'
import type { Reveal } from './use-reveal.ts'
import { words } from './words.ts'

interface Under {
  token: Token
  note: Note | undefined
  reveal: Reveal
  onEdit: () => void
  onSendAgain: (change: TokenChange) => void
  onReadAgain: () => void
  onDismiss: () => void
}

/** What opens under a row: its value, the verdict of its last write, or nothing. */
export function underRow({ token, note, reveal, onSendAgain, ...acts }: Under): ReactNode[] {
  const { opened } = reveal
  const under: ReactNode[] = []
  const copy = () => void reveal.copy(token.name)
  if (opened?.name === token.name) {
    under.push(
      <SecretValue
        key={`value-${opened.count}`}
        name={token.name}
        handed={opened.handed}
        selected={opened.selected}
        onCopy={copy}
        onHide={reveal.close}
      />,
    )
  }
  if (note !== undefined) {
    under.push(
      <VerdictNote
        key="note"
        name={token.name}
        told={toldOf('token', note, savedAsAsked(note))}
        on={{
          copy,
          edit: acts.onEdit,
          'send-again': () => onSendAgain(note.change),
          'only-mine': () => onSendAgain(note.change),
          'read-again': acts.onReadAgain,
          accept: acts.onDismiss,
          dismiss: acts.onDismiss,
        }}
      />,
    )
  }
  return under
}

function savedAsAsked({ act, verdict }: Note): Told {
  const acts = ['copy', 'dismiss'] as const
  if (verdict.is !== 'as-asked') return { tone: 'plain', says: words.saved, acts }
  if (verdict.also?.did === 'created-again') {
    return { tone: 'plain', says: words.createdAgain(verdict.also.unit), acts }
  }
  return act === 'create'
    ? { tone: 'plain', says: words.created, acts }
    : { tone: 'news', says: words.newValue(visible(verdict.row.name)), acts }
}
