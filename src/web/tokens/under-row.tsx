import type { ValueOutcome } from '#contract/write/value.ts'
import { canRepair, valueState } from '#contract/facts.ts'
import type { Also } from '#contract/saving/verdict.ts'
import type { Token } from '#contract/token.ts'
import { momentAt, unmoved, type Unit } from '#contract/wire.ts'
import { isNewValue } from '#web/writes/outcomes/outcomes.ts'
import type { TokenNote as Note } from '#web/tokens/value/new-value.ts'
import { onOff } from '#web/ui/row-switch.tsx'
import { fieldsMissed, repairEndedWords } from '#web/writes/verdict-words.ts'
import { VerdictNote } from '#web/writes/verdict-note.tsx'
import { Arrow, Differs, noteContentOf, type Action, type NoteContent } from '#web/writes/note-content.tsx'
import { visible } from '#web/ui/names/foreign.tsx'
import { Named } from '#web/ui/names/named.tsx'
import { clockOf, dateOf } from '#web/ui/time.ts'
import type { ViewContext } from './token-status.ts'
import { noteActs } from '#web/writes/acts/note-acts.ts'
import type { Seen } from '#contract/saving/acts.ts'
import type { DoTokenAct } from './token-hooks.ts'
import { TokenValue } from '#web/tokens/value/token-value.tsx'
import type { Reveal } from '#web/tokens/value/use-reveal.ts'
import { expiryClause, expiryWords, newValueWords } from '#web/tokens/value/value-words.ts'

interface Props {
  token: Token
  note: Note | undefined
  context: ViewContext
  reveal: Reveal
  act: DoTokenAct
  over: { seen: (token: Token) => Seen<Token>; edit: (token: Token) => void }
  onReadAgain: () => void
  onDismiss: () => void
}

/** What opens under a row: its value, the verdict of its last write, or both. */
export function UnderRow({ token, note, context, reveal, act, over, onReadAgain, onDismiss }: Props) {
  const { opened } = reveal
  const copy = () => reveal.copy(token.name)
  const seen = over.seen(token)
  const setExpiry = () => {
    const { expiration_date } = note?.change ?? {}
    if (expiration_date !== undefined) void act('save', seen, { change: { expiration_date }, setsAgain: true })
  }
  return (
    <>
      {opened?.name === token.name && (
        <TokenValue
          key={opened.count}
          name={token.name}
          once={opened.once}
          selected={opened.selected}
          onCopy={copy}
          onAgain={() => reveal.again(token.name)}
          onHide={reveal.close}
        />
      )}
      {note !== undefined && (
        <VerdictNote
          name={token.name}
          content={tokenNoteContent(note, token, context)}
          on={{
            ...noteActs(note, { seen, act, over, onReadAgain, onDismiss }),
            copy,
            'set-expiry': setExpiry,
            repair: () => void act('repair', seen, {}),
            replace: () => void act('replace', seen, {}),
          }}
        />
      )}
    </>
  )
}

/** The note about the last write to a token. `token`: the row as it is now. */
export function tokenNoteContent(note: Note, token: Token, context: ViewContext): NoteContent {
  const content = alreadySo(note, context.unit) ?? noteContentOf('token', note, written(note, token, context))
  return withCopy(note, content, token, context)
}

/** Adds *Copy*, and a sentence about a new value from an earlier save that is not copied yet. */
function withCopy(note: Note, content: NoteContent, token: Token, context: ViewContext): NoteContent {
  const { since, uncopied, withNewValue } = note
  const isMeant = uncopied === true || (since !== undefined && isNewValue(note))
  if (!isMeant || content.acts.includes('copy')) return content
  // Any update may have replaced it, also by somebody else.
  const isUpdated = withNewValue !== undefined && !unmoved(withNewValue.updated_at, token.updated_at, context.unit)
  const isCertain = context.onUpdate === 'keeps' || !(isUpdated || since !== undefined)
  const text = (
    <span key="uncopied">
      <span>{content.text}</span>{' '}
      <span>{isCertain ? 'The new value from an earlier save is not copied yet.' : uncopiedPerhaps}</span>
    </span>
  )
  return { ...content, text, acts: ['copy', ...content.acts] }
}

/** *Already off since 10:41. Nothing was sent.* if a switch already had the requested value. */
function alreadySo({ verdict, change, at }: Note, unit: Unit): NoteContent | undefined {
  const flag = change.active ?? change.write
  if (verdict.is !== 'already' || flag === undefined || Object.keys(change).length > 1) return undefined
  const since = momentAt(verdict.row.updated_at, unit)
  const when = since === undefined ? '' : ` since ${dateOf(since) === dateOf(at) ? clockOf(since) : dateOf(since)}`
  return { tone: 'plain', text: `Already ${onOff(flag)}${when}. Nothing was sent.`, acts: ['dismiss'] }
}

/** The note about a write that was read back; undefined: it was not. */
function written(note: Note, token: Token, context: ViewContext): NoteContent | undefined {
  const { act, verdict } = note
  if (verdict.is === 'conflict' && verdict.during !== undefined) {
    const { tone, text, acts } = valueContent(
      { valueOutcome: verdict.during.valueOutcome, isOpen: true },
      token,
      context,
    )
    const all = [repairEndedWords(verdict.fields), text].filter((part) => part !== undefined).join(' ')
    return { tone: tone === 'repair' ? tone : 'amber', text: all, acts: [...acts, 'dismiss'] }
  }
  if (verdict.is !== 'as-asked' && verdict.is !== 'differently') return undefined
  if (verdict.is === 'differently' && verdict.also?.did === 'took-other-unit') {
    const more = <> {`This service counts ${verdict.also.unit}, which its rows show only now.`}</>
    const text = <Differs verdict={verdict} expiry={expiryClause(verdict.row, context)} more={more} />
    return { tone: 'amber', text, acts: ['set-expiry', 'dismiss'] }
  }
  const undo: Action[] = note.undo === undefined ? [] : [note.undo.isWithNewValue ? 'undo-new' : 'undo']
  if (verdict.is === 'as-asked') {
    const { tone, text, acts } = valueContent({ ...verdict, isOpen: act !== 'create' }, token, context)
    // The first sentence of an undo already says that there is a new value.
    const isSaid = note.undoes === true && verdict.valueOutcome === 'new' && tone !== 'repair'
    const did = done(note, verdict)
    const all =
      did === saved && tone === 'repair' && verdict.valueOutcome === 'new' && text !== undefined
        ? `Saved, but ${text.charAt(0).toLowerCase()}${text.slice(1)}`
        : [did, isSaid ? undefined : text].filter((part) => part !== undefined).join(' ')
    return { tone, text: all, acts: [...acts, ...undo, 'dismiss'] }
  }
  const { before, row, unasked = [] } = verdict
  const missed = fieldsMissed(verdict)
  const { tone, text, acts } = valueContent({ ...verdict, isOpen: false }, token, context)
  const expiryToo = before !== undefined && unasked.includes('expiration_date') && (
    <>
      {' '}
      The service also changed the expiry: {expiryWords(before, context)}
      <Arrow />
      {expiryWords(row, context)}.
    </>
  )
  return {
    tone: tone === 'repair' ? tone : 'amber',
    text: (
      <span key="differently">
        <Differs
          verdict={verdict}
          expiry={expiryClause(row, context)}
          {...(expiryToo !== false && { more: expiryToo })}
        />
        {text !== undefined && <Named text={` ${text}`} names={[token.name]} />}
      </span>
    ),
    acts: [...acts, ...(missed.length > 0 ? (['send-again'] as const) : []), ...undo, 'accept'],
  }
}

type Written = Extract<Note['verdict'], { is: 'as-asked' | 'differently' }>

function done({ act, change, undoes }: Note, { row, also, valueOutcome, at }: Written): string | undefined {
  if (also?.did === 'replaced') return 'Value replaced.'
  if (act === 'create') return 'Created.'
  if (undoes && valueOutcome === 'new')
    return `Restored. “${visible(row.name)}” has a new value. The old one can’t be restored.`
  if (undoes) return 'Restored.'
  if (Object.keys(change).length > 0) return valueOutcome === 'kept' ? `Saved and read back at ${clockOf(at)}.` : saved
  return also?.did === 'repaired' ? 'Repaired.' : undefined
}

interface Outcome {
  valueOutcome?: ValueOutcome | undefined
  also?: Also | undefined
  /** Whether the value may be a new one even though nothing shows it. */
  isOpen: boolean
}

/** The sentence about the value, judged by the row as it is now, and its buttons. */
function valueContent(
  { valueOutcome, also, isOpen }: Outcome,
  token: Token,
  context: ViewContext,
): { tone: NoteContent['tone']; text: string | undefined; acts: Action[] } {
  if (valueOutcome === 'kept') {
    return also?.did === 'replaced'
      ? { tone: 'amber', text: sameValue, acts: ['replace'] }
      : { tone: 'plain', text: 'The value is unchanged.', acts: [] }
  }
  const state = valueState(token, context)
  if (state === 'needs-repair') {
    const tries = also?.did === 'not-repaired' ? also.tries : undefined
    const still = valueOutcome === 'new' ? newValueWords(state, token.name, context.onUpdate) : needsRepair
    return {
      tone: 'repair',
      text: tries === undefined ? still : notRepaired(tries),
      acts: [canRepair(context) ? 'repair' : 'replace'],
    }
  }
  if (valueOutcome === 'new')
    return { tone: 'news', text: newValueWords(state, token.name, context.onUpdate), acts: ['copy'] }
  if (!isOpen || context.onUpdate === 'keeps') return { tone: 'plain', text: undefined, acts: [] }
  // No program can use the value of a token that is off or has expired.
  const mayBeUsed = token.active !== false && state !== 'expired'
  const then = mayBeUsed ? ' If so, programs that use the old one stop working until they get it.' : ''
  return {
    tone: 'news',
    text: `The service may have issued a new value for “${visible(token.name)}”.${then}`,
    acts: ['copy'],
  }
}

const saved = 'Saved.'
const uncopiedPerhaps = 'The new value from an earlier save was not copied. It may have been replaced since.'
const sameValue = 'The service issued the same value again. To stop a leak, replace it again.'
const needsRepair = 'The value needs repair. The service will probably reject it.'
const notRepaired = (tries: number) =>
  `Not repaired after ${tries} tries: the new value still needs repair. Repair it again, or replace the value.`
