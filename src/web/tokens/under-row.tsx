import type { Token } from '#contract/token.ts'
import { momentAt, type Unit } from '#contract/wire.ts'
import { isNewValue, type TokenNote as Note } from '#web/service/notes.ts'
import { onOff } from '#web/service/verdict-words.ts'
import { toldOf, type Action, type Told } from '#web/service/verdict-told.tsx'
import { VerdictNote } from '#web/service/verdict-note.tsx'
import { visible } from '#web/ui/foreign.tsx'
import { clockOf, dateOf } from '#web/ui/time.ts'
import { actWords } from './act-words.ts'
import { SecretValue } from './secret-value.tsx'
import type { TokenWork } from './use-token-work.ts'
import type { Reveal } from './use-reveal.ts'
import { whole } from './whole.ts'

interface Props {
  token: Token
  note: Note | undefined
  unit: Unit
  reveal: Reveal
  work: TokenWork
  onReadAgain: () => void
  onDismiss: () => void
}

/** What opens under a row: its value, the verdict of its last write, or both. */
export function UnderRow({ token, note, unit, reveal, work, onReadAgain, onDismiss }: Props) {
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
          told={withCopy(note, alreadySo(note, unit) ?? toldOf('token', note, savedAsAsked(note)))}
          on={{
            copy,
            edit: () => work.edit(token),
            'send-again': () => work.send(token, note.change, true),
            'only-mine': () => work.send(token, note.change, true),
            repair: () => void work.repair(token),
            replace: () => work.setOver({ is: 'replace', token }),
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

/** A new value can be copied whatever else its note says, and an earlier save's is still spoken of. */
function withCopy(note: Note, told: Told): Told {
  if (!isNewValue(note) || told.acts.includes('copy')) return told
  const says =
    note.uncopied === true ? (
      <>
        {told.says} {actWords.uncopied}
      </>
    ) : (
      told.says
    )
  return { ...told, says, acts: ['copy', ...told.acts] }
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

/** *Already off since 10:41. Nothing was sent.* where one switch was asked for what it is. */
function alreadySo({ verdict, change, at }: Note, unit: Unit): Told | undefined {
  const flag = change.active ?? change.write
  if (verdict.is !== 'already' || flag === undefined || Object.keys(change).length > 1) return undefined
  const since = momentAt(verdict.row.updated_at, unit)
  const when = since === undefined ? '' : ` since ${dateOf(since) === dateOf(at) ? clockOf(since) : dateOf(since)}`
  return { tone: 'plain', says: `Already ${onOff(flag)}${when}. Nothing was sent.`, acts: ['dismiss'] }
}

function savedAsAsked({ act, verdict, change }: Note): Told {
  const told = (tone: Told['tone'], says: string, ...acts: Action[]): Told => ({ tone, says, acts })
  if (verdict.is !== 'as-asked') return told('plain', actWords.saved, 'dismiss')
  const { also, fate, at } = verdict
  if (also?.did === 'created-again') return told('plain', actWords.createdAgain(also.unit), 'copy', 'dismiss')
  if (also?.did === 'replaced') return told('news', actWords.replaced, 'copy', 'dismiss')
  if (also?.did === 'not-repaired') return told('red', actWords.notRepaired(also.tries), 'repair', 'replace', 'dismiss')
  if (act === 'create') return told('plain', actWords.created, 'copy', 'dismiss')
  const undo: Action[] = Object.keys(change).length > 0 ? ['undo'] : []
  switch (fate ?? 'not-told') {
    case 'kept':
      return told('plain', actWords.unchanged(clockOf(at)), ...undo, 'dismiss')
    case 'new':
      return told('news', actWords.issued, 'copy', ...undo, 'dismiss')
    case 'new-works':
      return told('news', actWords.repaired, 'copy', 'dismiss')
    case 'new-refused':
      return told('red', actWords.unusable, 'repair', 'replace', 'dismiss')
    case 'not-told':
      return told('news', actWords.newValue(visible(verdict.row.name)), 'copy', ...undo, 'dismiss')
  }
}
