import type { ReactNode } from 'react'
import type { TokenChange } from '#contract/token-saving.ts'
import type { Token } from '#contract/token.ts'
import type { TokenNote as Note } from '#web/service/notes.ts'
import { SecretValue } from './secret-value.tsx'
import { TokenNote } from './token-note.tsx'
import type { Reveal } from './use-reveal.ts'

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
      <TokenNote
        key="note"
        name={token.name}
        note={note}
        onCopy={copy}
        onSendAgain={() => onSendAgain(note.change)}
        {...acts}
      />,
    )
  }
  return under
}
