import type { Token } from '#contract/token.ts'
import type { TokenNote as Note } from '#web/writes/notes.ts'
import { VerdictNote } from '#web/writes/verdict-note.tsx'
import type { ViewContext } from './token-status.ts'
import { TokenValue } from '#web/tokens/value/token-value.tsx'
import { tokenTold } from './token-told.tsx'
import type { TokenWork } from './use-token-work.ts'
import type { Reveal } from '#web/tokens/value/use-reveal.ts'
import { undoOf } from './undo.ts'

interface Props {
  token: Token
  note: Note | undefined
  sight: ViewContext
  reveal: Reveal
  work: TokenWork
  onReadAgain: () => void
  onDismiss: () => void
}

/** What opens under a row: its value, the verdict of its last write, or both. */
export function UnderRow({ token, note, sight, reveal, work, onReadAgain, onDismiss }: Props) {
  const { opened } = reveal
  const copy = () => reveal.copy(token.name)
  const undo = note && undoOf(note, token, sight)
  const undoIt = undo && (() => work.send(token, undo.change, { overwrite: true, undoes: true }))
  return (
    <>
      {opened?.name === token.name && (
        <TokenValue
          key={opened.count}
          name={token.name}
          once={opened.once}
          selected={opened.selected}
          onCopy={copy}
          onHide={reveal.close}
        />
      )}
      {note !== undefined && (
        <VerdictNote
          name={token.name}
          told={tokenTold(note, token, sight)}
          on={{
            copy,
            edit: () => work.edit(token),
            'send-again': () => work.send(token, note.change, { overwrite: true }),
            'only-mine': () => work.send(token, note.change, { overwrite: true }),
            recreate: () => work.send(token, note.change, { recreates: true }),
            repair: () => void work.repair(token),
            replace: () => work.ask('replace', token),
            'read-again': onReadAgain,
            accept: onDismiss,
            dismiss: onDismiss,
            ...(undoIt && { undo: undoIt, 'undo-new': undoIt }),
          }}
        />
      )}
    </>
  )
}
