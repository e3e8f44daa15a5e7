import type { TimestampedRow } from '#api/list/row-list.ts'
import {
  hasSwappedFlags,
  outcomeRow,
  type Outcome,
  type ReadBack,
  type BlockReason,
  type ReadBackFailure,
} from '#api/write/outcome.ts'
import { toMillis } from '#api/wire.ts'
import { formatFlag, formatTime, formatDate } from '#web/ui/format.ts'
import { problemMessage, isRetryable, unknownDeliveryMessage } from '#web/session/problem-message.ts'
import type { RowContext } from './world.ts'

/** What can be done about an outcome. */
export type FollowUp =
  | 'copy'
  | 'undo'
  | 'repair'
  | 'replace'
  /** The same once more. */
  | 'again'
  /** The same, about the row as it is now. */
  | 'anyway'
  | 'edit'
  | 'set-expiry'
  | 'create-again'
  /** The flags of a new row as they were asked for. */
  | 'correct'
  | 'set-password'
  | 'send-flags'
  | 'refresh'

/** An outcome in words. */
export interface ResultMessage {
  result: 'done' | 'failed' | 'unknown'
  /** The colour of its note, if not that of the result. */
  tone?: 'repair' | 'news' | 'amber'
  /** Nothing is left to do or to know: its row shows *Saved* for a moment. */
  isQuiet?: true
  /** One or more sentences, without the name of the row. */
  says: string
  next: readonly FollowUp[]
}

/** What `describeOutcome` needs to know about a resource. */
export interface MessageContext<Row extends TimestampedRow> {
  noun: 'token' | 'user'
  /** What each field is called in a sentence. */
  wordOf(field: string): string
  /** What is said of a row’s value or password, and what can be done about it; undefined: nothing. */
  ofSecret?(
    outcome: Outcome<Row, object>,
    world: RowContext,
  ): Pick<ResultMessage, 'tone' | 'isQuiet' | 'says' | 'next'> | undefined
}

/**
 * What a later list makes of an outcome. Undefined: what was said still holds. `later`: the same outcome by that list.
 */
export function describeLaterOutcome<Row extends TimestampedRow>(
  outcome: Outcome<Row, object>,
  later: Outcome<Row, object>,
  telling: MessageContext<Row>,
  world: RowContext,
): ResultMessage | undefined {
  if (outcome.sent !== 'yes' || outcome.shown.is !== 'as-asked') {
    const did = { create: 'created', save: 'saved', remove: 'deleted' }[later.done.do]
    if (later.sent === 'yes' && later.shown.is === 'as-asked')
      return describeOutcome(later, telling, world, `It is ${did}.`)
    if (outcome.sent !== 'yes' || outcome.shown.is !== 'otherwise') return describeOutcome(later, telling, world)
  }
  const [was, row] = [outcomeRow(outcome), outcomeRow(later)]
  if (was === undefined)
    return row === undefined
      ? undefined
      : { ...elsewhere, says: 'In the list again. Created outside this page, or by the service.' }
  if (row === undefined) {
    const did = { token: 'Deleted', user: 'Deleted or renamed' }[telling.noun]
    return { ...elsewhere, says: `No longer in the list. ${did} outside this page, or by the service.` }
  }
  if (later.shown.is === 'as-asked') return undefined
  const differing = later.shown.is === 'unread' ? [] : later.shown.fields
  // A difference that was told then is no news.
  const told = outcome.shown.is === 'otherwise' ? outcome.shown.fields : []
  const fields = differing.filter((field) => !told.includes(field) || storedIn(was, field) !== storedIn(row, field))
  if (fields.length === 0 && differing.length > 0) return undefined
  const says = fields.map((field) => fieldAgain(field, row, outcome.done.before, telling))
  return {
    ...elsewhere,
    says: `${capitalize(says.length === 0 ? 'saved again' : listFormat.format(says))}. Changed outside this page, or by the service.`,
  }
}

const elsewhere = { result: 'failed', tone: 'amber', next: [] } as const

/** *a and b*, *a, b and c*. */
export const listFormat = new Intl.ListFormat('en-GB')

/** With a capital letter at the beginning. */
export const capitalize = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/**
 * The one place that words an outcome: note, form, report, Activity and announcement say this very sentence. What was
 * sent × what shows, or the stop; and one more sentence for what else it took, and for the row’s secret. `instead`: says
 * of a later list what the first sentence says otherwise.
 */
export function describeOutcome<Row extends TimestampedRow>(
  outcome: Outcome<Row, object>,
  telling: MessageContext<Row>,
  world: RowContext,
  instead?: string,
): ResultMessage {
  const told = outcome.stop === undefined ? ofSent(outcome, telling) : ofStop(outcome, outcome.stop, telling, world)
  const also = alsoWords(outcome)
  const secret = telling.ofSecret?.(outcome, world)
  const isPlain = instead === undefined && also === undefined && (secret === undefined || secret.isQuiet === true)
  const isQuiet = told.result === 'done' && outcome.stop === undefined && isPlain
  return {
    result: told.result,
    ...(secret?.tone ? { tone: secret.tone } : told.tone && { tone: told.tone }),
    ...(isQuiet && { isQuiet }),
    says: [instead ?? told.says, also, secret?.says].filter((part) => part !== undefined && part !== '').join(' '),
    next: [...new Set([...(secret?.next ?? []), ...nextAfter(outcome, told.next)])],
  }
}

/** What can be done, with what else it took. Of a token that a replacement left missing, only the second half can be. */
function nextAfter<Row extends TimestampedRow>(
  { also }: Outcome<Row, object>,
  next: readonly FollowUp[],
): readonly FollowUp[] {
  if (also?.did !== 'half-replaced') return next
  return ['create-again', ...next.filter((one) => one === 'refresh' || (one === 'again' && also.deleted === 'perhaps'))]
}

type Part = Pick<ResultMessage, 'result' | 'tone' | 'says' | 'next'>

const done = (says: string, ...next: FollowUp[]): Part => ({ result: 'done', says, next })
const failed = (says: string, ...next: FollowUp[]): Part => ({ result: 'failed', says, next })
const differs = (says: string, ...next: FollowUp[]): Part => ({ result: 'failed', tone: 'amber', says, next })
const unknown = (says: string, ...next: FollowUp[]): Part => ({ result: 'unknown', says, next })

/** What was sent, and what shows. */
function ofSent<Row extends TimestampedRow>(outcome: Outcome<Row, object>, telling: MessageContext<Row>): Part {
  const { sent, problem } = outcome
  switch (sent) {
    case 'no':
      return failed(
        `${notDone(outcome)}. Nothing was sent. ${problem === undefined ? '' : problemMessage(problem)}`,
        ...againAfter(outcome),
      )
    case 'refused':
      return refused(outcome)
    case 'yes':
      return accepted(outcome, telling)
    case 'perhaps':
      return unanswered(outcome, telling)
  }
}

function refused<Row extends TimestampedRow>(outcome: Outcome<Row, object>): Part {
  const { problem, shown, done: what } = outcome
  const says = `${notDone(outcome)}${problem === undefined ? '.' : `: ${problemMessage(problem)}`}`
  // A repeated request is refused because of the first one.
  const isThere = shown.is === 'as-asked' || (shown.is === 'otherwise' && what.do !== 'create')
  return isThere
    ? unknown(`${says} The list shows a change nevertheless.`, 'refresh')
    : failed(says, ...againAfter(outcome))
}

/** The service answered OK. */
function accepted<Row extends TimestampedRow>(outcome: Outcome<Row, object>, telling: MessageContext<Row>): Part {
  const { shown, done: what, at } = outcome
  const { noun } = telling
  switch (shown.is) {
    case 'as-asked':
      if (what.do === 'remove') return done('Deleted.')
      if (outcome.also?.did === 'replaced') return done('Value replaced.')
      if (what.do === 'create') return done('Created.')
      return done(savedWords(outcome, telling), ...(what.before === undefined ? [] : (['undo'] as const)))
    case 'otherwise':
      return differently(outcome, shown, telling)
    case 'as-before': {
      if (what.do === 'create')
        return differs(
          `Not created: the service answered OK, but the list has no ${noun} with this name.`,
          'again',
          'refresh',
        )
      if (what.do === 'remove')
        return differs(`Not deleted: the service answered OK, but the ${noun} is still there.`, 'again', 'refresh')
      if (shown.row === undefined) return unknown(`No longer in the list (${asOf(at)}).`, 'refresh')
      return differs(
        `Not saved: the service answered OK, but ${fieldsNow(shown.fields, shown.row, telling, 'still ')}.`,
        'again',
      )
    }
    case 'unread':
      return unknown(
        `Not confirmed. ${unreadWords(shown.why, noun)}`,
        ...(shown.why === 'no-list' ? [] : (['refresh'] as const)),
      )
  }
}

/** It got no answer, or one that leaves it open. */
function unanswered<Row extends TimestampedRow>(
  { shown, done: what, at, problem }: Outcome<Row, object>,
  { noun }: MessageContext<Row>,
): Part {
  const begins = problem === undefined ? 'No answer' : unknownDeliveryMessage(problem)
  const did = { create: 'created', save: 'saved', remove: 'deleted' }[what.do]
  switch (shown.is) {
    case 'as-asked':
      return unknown(`${begins}. Not confirmed. No list shows passwords.`, 'set-password', 'refresh')
    case 'otherwise':
      if (what.do === 'create')
        return unknown(`${begins}. A ${noun} with this name exists, but not as asked (${asOf(at)}).`, 'edit', 'refresh')
      return shown.row === undefined
        ? unknown(`${begins}. No longer in the list (${asOf(at)}).`, 'refresh')
        : unknown(`${begins}. The ${noun} has changed, but not as asked (${asOf(at)}).`, 'again', 'refresh')
    case 'as-before':
      return unknown(`${begins}. Not ${did} ${asOf(at)}. It may still arrive.`, 'again', 'refresh')
    case 'unread':
      return unknown(`${begins}. It may or may not be ${did}.`, 'refresh')
  }
}

/** Nothing was sent, for a reason of the row. */
function ofStop<Row extends TimestampedRow>(
  { done: what, shown, problem, also }: Outcome<Row, object>,
  stop: BlockReason,
  { noun, wordOf }: MessageContext<Row>,
  { unit, now, you }: RowContext,
): Part {
  const row = 'row' in shown ? shown.row : undefined
  const fields = 'fields' in shown ? listFormat.format(shown.fields.map(wordOf)) : ''
  const nothing = also === undefined ? ' Nothing was sent.' : ''
  switch (stop) {
    case 'already': {
      const since = row && toMillis(row.updated_at, unit)
      const when =
        since === undefined
          ? ''
          : ` since ${formatDate(since) === formatDate(now) ? formatTime(since) : formatDate(since)}`
      const [field, ...others] = what.asked
      const flag = field !== undefined && others.length === 0 && row !== undefined ? flagIn(row, field) : undefined
      return done(
        flag === undefined
          ? 'No change needed. Nothing was sent.'
          : `Already ${formatFlag(flag)}${when}. Nothing was sent.`,
      )
    }
    case 'changed':
      return differs(`Changed since you opened it (${fields}).${nothing}`, 'anyway')
    case 'gone':
      return what.do === 'remove'
        ? done(`${capitalize(goneWords[noun])}.${nothing}`)
        : failed(`${capitalize(goneWords[noun])}.${nothing}`, 'refresh')
    case 'recreated': {
      const at = row && toMillis(row.created_at, unit)
      const when =
        at === undefined ? '' : formatDate(at) === formatDate(now) ? ` at ${formatTime(at)}` : ` on ${formatDate(at)}`
      return differs(`Deleted and created again${when}, after this list was loaded.${nothing}`, 'again', 'refresh')
    }
    case 'undated':
      return unknown(`${uncheckedWords[noun]}${nothing}`, 'anyway')
    case 'taken':
      return failed(`A ${noun} with this name already exists.${nothing}`, 'edit')
    case 'unanswered':
      return unknown(`Choose ${fields} first: the stored value cannot be read.${nothing}`, 'edit')
    case 'locks-you-out':
      return differs(`This ${you.length === 1 ? 'is' : 'may be'} your account.${nothing}`, 'anyway')
    case 'locks-all-out':
      return differs(`It is the last active admin.${nothing}`, 'anyway')
    case 'unread':
      return failed(
        `${notDone({ done: what })}.${nothing} ${problem === undefined ? '' : problemMessage(problem)}`,
        ...(problem !== undefined && (isRetryable(problem) || what.do === 'remove') ? (['again'] as const) : []),
        ...(what.do === 'remove' ? (['anyway'] as const) : []),
      )
  }
}

/** Why the console can’t tell which row it would delete. */
const uncheckedWords = {
  token: 'The console can’t check whether this is still the same token.',
  user: 'The console can’t check whether this is still the same account.',
}

/** Somebody else may have renamed a user; a token cannot be renamed. */
const goneWords = { token: 'already deleted', user: 'already deleted or renamed' }

/** The row that was read back differs from what was sent. */
function differently<Row extends TimestampedRow>(
  outcome: Outcome<Row, object>,
  { row, fields, unasked }: Extract<ReadBack<Row>, { is: 'otherwise' }>,
  telling: MessageContext<Row>,
): Part {
  const { done: what, at } = outcome
  if (hasSwappedFlags(outcome)) return differs('Created, but the service swapped admin and active.', 'correct')
  if (row === undefined) {
    const why = { token: '', user: 'deleted or renamed, ' }[telling.noun]
    return differs(`No longer in the list (${why}${asOf(at)}).`, 'refresh')
  }
  if (what.do === 'remove')
    return differs(`Not deleted: the service answered OK, but the ${telling.noun} is still there.`, 'again')
  const missed = fields.filter((field) => !unasked.includes(field))
  const head =
    what.do === 'create'
      ? 'Created with differences'
      : missed.length > 0 && what.asked.every((field) => missed.includes(field))
        ? 'Not saved'
        : 'Saved with differences'
  const but = missed.length === 0 ? '' : `: the service answered OK, but ${fieldsNow(missed, row, telling)}`
  const others = unasked.map((field) => fieldNow(field, row, telling, 'now '))
  const more = others.length === 0 ? '' : ` ${capitalize(listFormat.format(others))}. This save did not ask for that.`
  // A creation that is sent again finds its name taken.
  const next =
    what.do === 'create' ? (['edit'] as const) : missed.length > 0 ? (['again', 'undo'] as const) : (['undo'] as const)
  return differs(`${head}${but}.${more}`, ...next)
}

/** *Saved, active off.* */
function savedWords<Row extends TimestampedRow>(
  { done: { asked }, shown }: Outcome<Row, object>,
  { wordOf }: MessageContext<Row>,
): string {
  const row = 'row' in shown ? shown.row : undefined
  const flags = asked.flatMap((field) => {
    const flag = row && flagIn(row, field)
    return flag === undefined ? [] : [`${wordOf(field)} ${formatFlag(flag)}`]
  })
  return `${['Saved', ...flags].join(', ')}.`
}

function alsoWords<Row extends TimestampedRow>({ also, done: what }: Outcome<Row, object>): string | undefined {
  switch (also?.did) {
    case 'put-right':
      return 'The service swapped admin and active. The console corrected it.'
    case 'took-other-unit':
      return `This service counts ${also.unit}, which its rows show only now.`
    case 'half-replaced':
      return also.deleted === 'yes'
        ? 'Deleted, but not created again. This page keeps everything except the value.'
        : 'It may or may not be deleted, and was not created again. This page keeps everything except the value.'
    case 'repaired':
      return what.asked.every((field) => field === 'value') ? undefined : 'Its value was repaired.'
    case 'not-repaired':
      return `The value still needs repair after ${also.tries} ${also.tries === 1 ? 'try' : 'tries'}.`
    case 'replaced':
    case 'swapped':
    case undefined:
      return undefined
  }
}

/** Whether it may be sent again as it is. A password is gone: only the form can send it again. */
function againAfter<Row extends TimestampedRow>({ problem, done: what }: Outcome<Row, object>): FollowUp[] {
  const isLost = what.unseen.length > 0
  // Nothing of a deletion can be corrected in a form.
  if (what.do === 'remove') return ['again']
  return [...(problem !== undefined && isRetryable(problem) && !isLost ? (['again'] as const) : []), 'edit']
}

const notDone = ({ done: what }: { done: { do: 'create' | 'save' | 'remove' } }) =>
  ({ create: 'Not created', save: 'Not saved', remove: 'Not deleted' })[what.do]

const asOf = (at: number) => `as of ${formatTime(at)}`

function unreadWords(why: ReadBackFailure, noun: 'token' | 'user'): string {
  if (why === 'no-list') return `This service can’t list ${noun}s.`
  if (why === 'neither-name')
    return 'The service accepted it, but neither email is in the list. The service may spell it differently.'
  return why.kind === 'perhaps-unreadable'
    ? 'The service accepted it, but some rows of the list could not be read afterwards.'
    : 'The service accepted it, but the list could not be read afterwards.'
}

/** *active is on and expires is not what was asked*. */
const fieldsNow = (
  fields: readonly string[],
  row: object,
  telling: Pick<MessageContext<TimestampedRow>, 'wordOf'>,
  how = '',
) => listFormat.format(fields.map((field) => fieldNow(field, row, telling, how)))

function fieldNow(
  field: string,
  row: object,
  { wordOf }: Pick<MessageContext<TimestampedRow>, 'wordOf'>,
  how = '',
): string {
  const flag = flagIn(row, field)
  if (flag !== undefined) return `“${wordOf(field)}” is ${how}${formatFlag(flag)}`
  return how === 'now ' ? `“${wordOf(field)}” changed` : `“${wordOf(field)}” is not what was asked`
}

/** *“active” is off again*, or *is now off* if it was not so before. */
function fieldAgain(
  field: string,
  row: object,
  before: object | undefined,
  { wordOf }: Pick<MessageContext<TimestampedRow>, 'wordOf'>,
): string {
  const flag = flagIn(row, field)
  if (flag === undefined) return field === 'value' ? 'its value is another one' : `“${wordOf(field)}” changed`
  return before !== undefined && flagIn(before, field) === flag
    ? `“${wordOf(field)}” is ${formatFlag(flag)} again`
    : `“${wordOf(field)}” is now ${formatFlag(flag)}`
}

/** The flag of this name; undefined: it is none, or cannot be read. */
function flagIn(row: object, field: string): boolean | undefined {
  const stored = storedIn(row, field)
  return typeof stored === 'boolean' ? stored : undefined
}

const storedIn = (row: object, field: string): unknown => new Map<string, unknown>(Object.entries(row)).get(field)
