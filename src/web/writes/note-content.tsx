import { ArrowRight } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { clockOf } from '#web/ui/time.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import type { Note, WriteAct } from './outcomes/outcomes.ts'
import { saysTryAgain, unclearWords, unverifiedWords } from './problem-words.ts'
import {
  capitalized,
  changedSinceWords,
  conflictWords,
  differsHead,
  fieldsMissed,
  fieldWord,
  fieldWords,
  flagWords,
  isFlag,
  notShownWords,
  outcomeSentence,
  unaskedWords,
} from './verdict-words.ts'
import type { Noun } from '#web/list/resource.ts'
import { onOff } from '#web/ui/row-switch.tsx'

/** The tones of a note. Each has its own icon. */
export type Tone = 'plain' | 'amber' | 'repair' | 'news' | 'violet' | 'red'

/** The buttons a note can offer. */
export type Action =
  | 'copy'
  | 'undo'
  /** An undo that cannot bring back the old value. */
  | 'undo-new'
  | 'repair'
  | 'replace'
  | 'edit'
  | 'send-again'
  | 'only-mine'
  /** Of a new token whose date the service took for another one. */
  | 'set-expiry'
  | 'read-again'
  | 'accept'
  | 'dismiss'

/** The text of a note, its tone, and its buttons. */
export interface NoteContent {
  tone: Tone
  text: ReactNode
  acts: readonly Action[]
}

/** The note for a verdict. `written`: the page's own note for a row that was written. */
export function noteContentOf<Row extends object, Change extends object>(
  noun: Noun,
  { act, verdict, change, at, isOpened, since }: Note<Row, Change>,
  written: NoteContent | undefined,
): NoteContent {
  const as = (tone: Tone, text: ReactNode, ...acts: Action[]): NoteContent => ({ tone, text, acts })
  if (since?.is === 'changed') {
    return as('amber', changedSinceWords(since, 'before' in verdict ? verdict.before : undefined), 'dismiss')
  }
  if (written !== undefined) return written
  const says = outcomeSentence(noun, verdict, { act, isOpened })
  switch (verdict.is) {
    case 'as-asked':
      return as('plain', 'Saved.', 'dismiss')
    case 'differently':
      return as('amber', <Differs verdict={verdict} />, 'send-again', 'undo', 'accept')
    case 'not-applied': {
      const but = act === 'remove' ? `the ${noun} is still there` : 'nothing was saved'
      const text = `The service answered OK, but ${but}. Try again, or refresh the list.`
      return as('amber', text, 'send-again', 'read-again', 'dismiss')
    }
    case 'not-verified':
      return as(
        'violet',
        verdict.at === undefined
          ? `Not confirmed: the service accepted the change, but ${unverifiedWords(verdict.why)}`
          : `The service accepted the change. ${soFar(act, verdict.at)}.`,
        'read-again',
        'dismiss',
      )
    case 'already':
      return as('plain', says, 'dismiss')
    case 'conflict':
      if (verdict.during !== undefined) return as('amber', says, 'dismiss')
      return as(
        'amber',
        `${conflictWords(isOpened)} (${fieldWords(verdict.fields)}). Nothing was sent. The row shows the current values.`,
        ...(Object.keys(change).length > 0 ? (['only-mine'] as const) : []),
        'dismiss',
      )
    case 'recreated':
    case 'locks-out':
      return as('amber', says, 'dismiss')
    case 'unchecked':
      return as('violet', says, 'read-again', 'dismiss')
    case 'unanswered':
      return as('violet', says, 'edit', 'dismiss')
    case 'refused': {
      // A note knows no password: the form, which is still open, can send it again.
      const again = saysTryAgain(verdict.problem) && (noun === 'token' || act === 'remove')
      const acts = [...(again ? (['send-again'] as const) : []), ...(act === 'remove' ? [] : (['edit'] as const))]
      return as('red', says, ...acts, 'dismiss')
    }
    case 'unknown': {
      const flags = flagWords(change)
      const what = act === 'remove' ? 'deleted' : 'saved'
      const askedFor = flags === '' ? '' : `; requested: ${flags}`
      return as(
        'violet',
        verdict.at === undefined
          ? `${unclearWords(verdict.problem)}. It may or may not be ${what} (${clockOf(at)}${askedFor}).`
          : `${unclearWords(verdict.problem)}. ${soFar(act, verdict.at, askedFor)}.`,
        'read-again',
        'dismiss',
      )
    }
    case 'half-replaced':
      return as('red', `${says} This page keeps everything except the value.`, 'dismiss')
    case 'exists':
      return as('amber', says, 'edit', 'dismiss')
    case 'gone':
      return as('plain', says, 'read-again', 'dismiss')
    case 'deleted': {
      const asOf = `as of ${clockOf(verdict.at)}`
      if (act === 'remove') return as('plain', `Deleted. It is no longer in the list (${asOf}).`, 'dismiss')
      const why = { token: '', user: 'deleted or renamed, ' }[noun]
      return as('plain', `It is no longer in the list (${why}${asOf}).`, 'dismiss')
    }
  }
}

/** *Not in the list yet (as of 16:41)*: the list does not show a write, which may still arrive. */
function soFar(act: WriteAct, at: number, more = ''): string {
  return `${capitalized(notShownWords[act])} (as of ${clockOf(at)}${more})`
}

/**
 * *Not saved: the service answered OK, but active is still on.* `expiry`: the page's own clause about the date, if that
 * was asked for. `more`: its sentence about a date that was not.
 */
export function Differs<Row extends object>(props: {
  verdict: Extract<Verdict<Row>, { is: 'differently' }>
  expiry?: string
  more?: ReactNode
}) {
  const { verdict, expiry, more } = props
  const { row, isUnchanged = false, unasked = [] } = verdict
  const missed = fieldsMissed(verdict)
  const others = unaskedWords(
    more === undefined ? unasked : unasked.filter((field) => field !== 'expiration_date'),
    row,
  )
  const differences = missed.map((field) =>
    field === 'expiration_date' && expiry !== undefined
      ? ['', expiry]
      : [fieldWord(field), ` ${fieldState(field, row, isUnchanged)}`],
  )
  return (
    <span key={[differsHead(verdict), differences, others].join()}>
      {differsHead(verdict)}
      {differences.length > 0 && ': the service answered OK, but '}
      {differences.map(([field, is], i) => (
        <Fragment key={field}>
          {i > 0 && (i === differences.length - 1 ? ' and ' : ', ')}
          <b>{field}</b>
          {is}
        </Fragment>
      ))}
      .{others !== undefined && ` ${others}`}
      {more}
    </span>
  )
}

/** `isUnchanged`: it holds what it held before the save. */
function fieldState(field: string, row: object, isUnchanged: boolean): string {
  const value = new Map(Object.entries(row)).get(field)
  if (typeof value === 'boolean') return `is ${isUnchanged ? 'still ' : ''}${onOff(value)}`
  return value === undefined && isFlag(field) ? 'cannot be read' : 'is not what was asked'
}

/** An arrow from the old value to the new one. Drawn, because the page's font has no arrow. */
export function Arrow() {
  return (
    <>
      {' '}
      <span className="sr">→</span>
      <ArrowRight className="icon s14" aria-hidden="true" />{' '}
    </>
  )
}
