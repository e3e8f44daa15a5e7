import type { Token } from '#contract/token.ts'
import type { TokenNote as Note } from '#web/service/notes.ts'
import { VerdictNote } from '#web/service/verdict-note.tsx'
import { SecretValue } from './secret-value.tsx'
import type { Sight } from './token-status.ts'
import { tokenTold } from './token-told.tsx'
import type { TokenWork } from './use-token-work.ts'
import type { Reveal } from './use-reveal.ts'
import { whole } from './whole.ts'

interface Props {
  token: Token
  note: Note | undefined
  sight: Sight
  reveal: Reveal
  work: TokenWork
  onReadAgain: () => void
  onDismiss: () => void
}

/** What opens under a row: its value, the verdict of its last write, or both. */
export function UnderRow({ token, note, sight, reveal, work, onReadAgain, onDismiss }: Props) {
  const { opened } = reveal
  const copy = () => void reveal.copy(token.name)
  const before = note && 'before' in note.verdict ? note.verdict.before : undefined
  return (
    <>
      {opened?.name === token.name && (
        <SecretValue
          key={opened.count}
          name={token.name}
          handed={opened.handed}
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
            'send-again': () => work.send(token, note.change, true),
            'only-mine': () => work.send(token, note.change, true),
            repair: () => void work.repair(token),
            replace: () => work.ask('replace', token),
            'read-again': onReadAgain,
            accept: onDismiss,
            dismiss: onDismiss,
            ...(before !== undefined && { undo: () => work.send(token, undoing(note, before), true) }),
          }}
        />
      )}
    </>
  )
}

/** The fields that were changed, as they were before. */
function undoing({ change }: Note, before: Token): Note['change'] {
  const was = whole(before, {})
  return {
    ...(change.active !== undefined && was.active !== undefined && { active: was.active }),
    ...(change.write !== undefined && was.write !== undefined && { write: was.write }),
    ...(change.expires !== undefined && was.expires !== undefined && { expires: was.expires }),
  }
}
