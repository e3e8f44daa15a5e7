import type { ValueOutcome } from '#contract/saving/value-outcome.ts'
import { canRepair, wayToNever, worthOf } from '#contract/saving/value-worth.ts'
import type { Also } from '#contract/saving/verdict.ts'
import type { Token } from '#contract/token.ts'
import { momentAt, type Unit } from '#contract/wire.ts'
import type { TokenNote as Note } from '#web/writes/notes.ts'
import { onOff } from '#web/ui/row-switch.tsx'
import { repairEndedWords } from '#web/writes/verdict-words.ts'
import { VerdictNote } from '#web/writes/verdict-note.tsx'
import { Differs, toldOf, type Action, type Told } from '#web/writes/verdict-told.tsx'
import { Arrow } from '#web/ui/icons.tsx'
import { visible } from '#web/ui/names/foreign.tsx'
import { clockOf, dateOf } from '#web/ui/time.ts'
import { actWords } from './act-words.ts'
import type { ViewContext } from './token-status.ts'
import { undoOf } from './undo.ts'
import type { TokenWork } from './use-token-work.ts'
import { TokenValue } from '#web/tokens/value/token-value.tsx'
import type { Reveal } from '#web/tokens/value/use-reveal.ts'
import { expiryClause, expiryWords, newValueWords } from '#web/tokens/value/value-words.ts'

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

/** What is said under a token about its last write, and what can be done about it. `token` is the row as it is now. */
export function tokenTold(note: Note, token: Token, sight: ViewContext): Told {
  return withCopy(note, alreadySo(note, sight.unit) ?? toldOf('token', note, written(note, token, sight)))
}

/** A new value can be copied whatever else its note says, and an earlier save's is still spoken of. */
function withCopy(note: Note, told: Told): Told {
  if (note.uncopied !== true || told.acts.includes('copy')) return told
  const says = (
    <>
      {told.says} {actWords.uncopied}
    </>
  )
  return { ...told, says, acts: ['copy', ...told.acts] }
}

/** *Already off since 10:41. Nothing was sent.* where one switch was asked for what it is. */
function alreadySo({ verdict, change, at }: Note, unit: Unit): Told | undefined {
  const flag = change.active ?? change.write
  if (verdict.is !== 'already' || flag === undefined || Object.keys(change).length > 1) return undefined
  const since = momentAt(verdict.row.updated_at, unit)
  const when = since === undefined ? '' : ` since ${dateOf(since) === dateOf(at) ? clockOf(since) : dateOf(since)}`
  return { tone: 'plain', says: `Already ${onOff(flag)}${when}. Nothing was sent.`, acts: ['dismiss'] }
}

/** Of a write that was read back. */
function written(note: Note, token: Token, sight: ViewContext): Told | undefined {
  const { act, verdict, change } = note
  if (verdict.is === 'conflict' && verdict.during !== undefined) {
    const { tone, says, acts } = valueTold({ valueOutcome: verdict.during.valueOutcome, isOpen: true }, token, sight)
    const all = [repairEndedWords(verdict.fields), says].filter((part) => part !== undefined).join(' ')
    return { tone: tone === 'red' ? 'red' : 'amber', says: all, acts: [...acts, 'dismiss'] }
  }
  if (verdict.is !== 'as-asked' && verdict.is !== 'differently') return undefined
  if (verdict.also?.did === 'created-again') {
    return { tone: 'plain', says: actWords.createdAgain(verdict.also.unit), acts: ['copy', 'dismiss'] }
  }
  const undone = undoOf(note, token, sight)
  const undo: Action[] = undone === undefined ? [] : [undone.isWithNewValue ? 'undo-new' : 'undo']
  if (verdict.is === 'as-asked') {
    const { tone, says, acts } = valueTold({ ...verdict, isOpen: act !== 'create' }, token, sight)
    // That an undo brought a new value says its first sentence.
    const isSaid = note.undoes === true && verdict.valueOutcome === 'new' && tone !== 'red'
    const all = [done(note, verdict), isSaid ? undefined : says].filter((part) => part !== undefined).join(' ')
    return { tone, says: all, acts: [...acts, ...undo, 'dismiss'] }
  }
  const { before, row, fields } = verdict
  const unasked = change.expiration_date === undefined && before !== undefined && fields.includes('expiration_date')
  const asked = fields.filter((field) => field !== 'expiration_date' || !unasked)
  const { tone, says, acts } = valueTold({ ...verdict, isOpen: false }, token, sight)
  return {
    tone: tone === 'red' ? 'red' : 'amber',
    says: (
      <>
        {asked.length === 0 && actWords.savedWithDifferences}
        {asked.length > 0 && <Differs fields={asked} row={row} expiry={expiryClause(row, sight)} />}
        {unasked && (
          <>
            {' '}
            {actWords.expiryChanged} {expiryWords(before, sight)}
            <Arrow />
            {expiryWords(row, sight)}.
          </>
        )}
        {says !== undefined && ` ${says}`}
      </>
    ),
    acts: [...acts, ...waysOn(asked, change, sight), ...undo, 'accept'],
  }
}

/** What may still bring about what was asked: where the service keeps a date that is left out, sending again does not. */
function waysOn(asked: readonly string[], change: Note['change'], sight: ViewContext): Action[] {
  if (asked.length === 0) return []
  const keepsDate =
    change.expiration_date === 'not-given' && asked.includes('expiration_date') && wayToNever(sight) !== 'repair'
  return keepsDate ? ['recreate'] : ['send-again']
}

type Written = Extract<Note['verdict'], { is: 'as-asked' | 'differently' }>

function done({ act, change, undoes }: Note, { row, also, valueOutcome, at }: Written): string | undefined {
  if (also?.did === 'replaced') return actWords.replaced
  if (act === 'create') return actWords.created
  if (undoes) return valueOutcome === 'new' ? actWords.restoredNew(visible(row.name)) : actWords.restored
  if (Object.keys(change).length > 0)
    return valueOutcome === 'kept' ? actWords.savedAt(clockOf(at)) : actWords.savedAsAsked
  return also?.did === 'repaired' ? actWords.repaired : undefined
}

interface Outcome {
  valueOutcome?: ValueOutcome | undefined
  also?: Also | undefined
  /** Where nothing shows what became of the value, it may be another one. */
  isOpen: boolean
}

/** What is said of the value, judged by the row as it is now, and what can be done about it. */
function valueTold(
  { valueOutcome, also, isOpen }: Outcome,
  token: Token,
  sight: ViewContext,
): { tone: Told['tone']; says: string | undefined; acts: Action[] } {
  if (valueOutcome === 'kept') {
    return also?.did === 'replaced'
      ? { tone: 'amber', says: actWords.sameValue, acts: ['replace'] }
      : { tone: 'plain', says: actWords.unchanged, acts: [] }
  }
  const worth = worthOf(token, sight)
  if (worth.is === 'needs-repair') {
    const tries = also?.did === 'not-repaired' ? also.tries : undefined
    const still = valueOutcome === 'new' ? newValueWords(worth, token.name) : actWords.needsRepair(worth.isRejected)
    return {
      tone: 'red',
      says: tries === undefined ? still : actWords.notRepaired(tries),
      acts: canRepair(sight) ? ['repair', 'replace'] : ['replace'],
    }
  }
  if (valueOutcome === 'new') return { tone: 'news', says: newValueWords(worth, token.name), acts: ['copy'] }
  if (!isOpen || sight.valueOnPut === 'kept') return { tone: 'plain', says: undefined, acts: [] }
  return { tone: 'news', says: actWords.mayBeNew(visible(token.name)), acts: ['copy'] }
}
