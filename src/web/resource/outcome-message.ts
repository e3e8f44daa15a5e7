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
  | 'copy-value'
  | 'undo'
  | 'repair'
  | 'replace-value'
  /** The same once more. */
  | 'retry'
  /** The same, about the row as it is now. */
  | 'review'
  | 'edit'
  | 'set-expiry'
  | 'recreate'
  /** The flags of a new row as they were asked for. */
  | 'correct-flags'
  | 'set-password'
  | 'send-flags'
  | 'refresh'

/** An outcome in words. */
export interface ResultMessage {
  status: 'success' | 'error' | 'unknown'
  /** The colour of its note, if not that of the result. */
  tone?: 'repair' | 'news' | 'amber'
  /** Nothing is left to do or to know: its row shows *Saved* for a moment. */
  isQuiet?: true
  /** One or more sentences, without the name of the row. */
  text: string
  followUps: readonly FollowUp[]
}

/** What `describeOutcome` needs to know about a resource. */
export interface MessageContext<Row extends TimestampedRow> {
  noun: 'token' | 'user'
  /** What each field is called in a sentence. */
  inlineLabelOf(field: string): string
  /** What is said of a row’s value or password, and what can be done about it; undefined: nothing. */
  secretMessage?(
    outcome: Outcome<Row, object>,
    world: RowContext,
  ): Pick<ResultMessage, 'tone' | 'isQuiet' | 'text' | 'followUps'> | undefined
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
  if (outcome.delivery !== 'accepted' || outcome.readBack.status !== 'matches') {
    const did = { create: 'created', update: 'saved', delete: 'deleted' }[later.request.operation]
    if (later.delivery === 'accepted' && later.readBack.status === 'matches')
      return describeOutcome(later, telling, world, `It is ${did}.`)
    if (outcome.delivery !== 'accepted' || outcome.readBack.status !== 'differs')
      return describeOutcome(later, telling, world)
  }
  const [was, row] = [outcomeRow(outcome), outcomeRow(later)]
  if (was === undefined)
    return row === undefined
      ? undefined
      : { ...elsewhere, text: 'In the list again. Created outside this page, or by the service.' }
  if (row === undefined) {
    const did = { token: 'Deleted', user: 'Deleted or renamed' }[telling.noun]
    return { ...elsewhere, text: `No longer in the list. ${did} outside this page, or by the service.` }
  }
  if (later.readBack.status === 'matches') return undefined
  const differing = later.readBack.status === 'unavailable' ? [] : later.readBack.fields
  // A difference that was told then is no news.
  const told = outcome.readBack.status === 'differs' ? outcome.readBack.fields : []
  const fields = differing.filter((field) => !told.includes(field) || storedIn(was, field) !== storedIn(row, field))
  if (fields.length === 0 && differing.length > 0) return undefined
  const says = fields.map((field) => fieldAgain(field, row, outcome.request.before, telling))
  return {
    ...elsewhere,
    text: `${capitalize(says.length === 0 ? 'saved again' : listFormat.format(says))}. Changed outside this page, or by the service.`,
  }
}

const elsewhere = { status: 'error', tone: 'amber', followUps: [] } as const

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
  const told =
    outcome.blockedBy === undefined ? ofSent(outcome, telling) : ofStop(outcome, outcome.blockedBy, telling, world)
  const also = alsoWords(outcome)
  const secret = telling.secretMessage?.(outcome, world)
  const isPlain = instead === undefined && also === undefined && (secret === undefined || secret.isQuiet === true)
  const isQuiet = told.status === 'success' && outcome.blockedBy === undefined && isPlain
  return {
    status: told.status,
    ...(secret?.tone ? { tone: secret.tone } : told.tone && { tone: told.tone }),
    ...(isQuiet && { isQuiet }),
    text: [instead ?? told.text, also, secret?.text].filter((part) => part !== undefined && part !== '').join(' '),
    followUps: [...new Set([...(secret?.followUps ?? []), ...nextAfter(outcome, told.followUps)])],
  }
}

/** What can be done, with what else it took. Of a token that a replacement left missing, only the second half can be. */
function nextAfter<Row extends TimestampedRow>(
  { sideEffect }: Outcome<Row, object>,
  next: readonly FollowUp[],
): readonly FollowUp[] {
  if (sideEffect?.type !== 'replace-incomplete') return next
  return [
    'recreate',
    ...next.filter((one) => one === 'refresh' || (one === 'retry' && sideEffect.deletion === 'unknown')),
  ]
}

type Part = Pick<ResultMessage, 'status' | 'tone' | 'text' | 'followUps'>

const done = (says: string, ...next: FollowUp[]): Part => ({ status: 'success', text: says, followUps: next })
const failed = (says: string, ...next: FollowUp[]): Part => ({ status: 'error', text: says, followUps: next })
const differs = (says: string, ...next: FollowUp[]): Part => ({
  status: 'error',
  tone: 'amber',
  text: says,
  followUps: next,
})
const unknown = (says: string, ...next: FollowUp[]): Part => ({ status: 'unknown', text: says, followUps: next })

/** What was sent, and what shows. */
function ofSent<Row extends TimestampedRow>(outcome: Outcome<Row, object>, telling: MessageContext<Row>): Part {
  const { delivery, problem } = outcome
  switch (delivery) {
    case 'not-sent':
      return failed(
        `${notDone(outcome)}. Nothing was sent. ${problem === undefined ? '' : problemMessage(problem)}`,
        ...againAfter(outcome),
      )
    case 'rejected':
      return refused(outcome)
    case 'accepted':
      return accepted(outcome, telling)
    case 'unknown':
      return unanswered(outcome, telling)
  }
}

function refused<Row extends TimestampedRow>(outcome: Outcome<Row, object>): Part {
  const { problem, readBack, request: what } = outcome
  const says = `${notDone(outcome)}${problem === undefined ? '.' : `: ${problemMessage(problem)}`}`
  // A repeated request is refused because of the first one.
  const isThere = readBack.status === 'matches' || (readBack.status === 'differs' && what.operation !== 'create')
  return isThere
    ? unknown(`${says} The list shows a change nevertheless.`, 'refresh')
    : failed(says, ...againAfter(outcome))
}

/** The service answered OK. */
function accepted<Row extends TimestampedRow>(outcome: Outcome<Row, object>, telling: MessageContext<Row>): Part {
  const { readBack, request: what, readStartedAt } = outcome
  const { noun } = telling
  switch (readBack.status) {
    case 'matches':
      if (what.operation === 'delete') return done('Deleted.')
      if (outcome.sideEffect?.type === 'replaced') return done('Value replaced.')
      if (what.operation === 'create') return done('Created.')
      return done(savedWords(outcome, telling), ...(what.before === undefined ? [] : (['undo'] as const)))
    case 'differs':
      return differently(outcome, readBack, telling)
    case 'unchanged': {
      if (what.operation === 'create')
        return differs(
          `Not created: the service answered OK, but the list has no ${noun} with this name.`,
          'retry',
          'refresh',
        )
      if (what.operation === 'delete')
        return differs(`Not deleted: the service answered OK, but the ${noun} is still there.`, 'retry', 'refresh')
      if (readBack.row === undefined) return unknown(`No longer in the list (${asOf(readStartedAt)}).`, 'refresh')
      return differs(
        `Not saved: the service answered OK, but ${fieldsNow(readBack.fields, readBack.row, telling, 'still ')}.`,
        'retry',
      )
    }
    case 'unavailable':
      return unknown(
        `Not confirmed. ${unreadWords(readBack.reason, noun)}`,
        ...(readBack.reason === 'no-list' ? [] : (['refresh'] as const)),
      )
  }
}

/** It got no answer, or one that leaves it open. */
function unanswered<Row extends TimestampedRow>(
  { readBack, request: what, readStartedAt, problem }: Outcome<Row, object>,
  { noun }: MessageContext<Row>,
): Part {
  const begins = problem === undefined ? 'No answer' : unknownDeliveryMessage(problem)
  const did = { create: 'created', update: 'saved', delete: 'deleted' }[what.operation]
  switch (readBack.status) {
    case 'matches':
      return unknown(`${begins}. Not confirmed. No list shows passwords.`, 'set-password', 'refresh')
    case 'differs':
      if (what.operation === 'create')
        return unknown(
          `${begins}. A ${noun} with this name exists, but not as asked (${asOf(readStartedAt)}).`,
          'edit',
          'refresh',
        )
      return readBack.row === undefined
        ? unknown(`${begins}. No longer in the list (${asOf(readStartedAt)}).`, 'refresh')
        : unknown(`${begins}. The ${noun} has changed, but not as asked (${asOf(readStartedAt)}).`, 'retry', 'refresh')
    case 'unchanged':
      return unknown(`${begins}. Not ${did} ${asOf(readStartedAt)}. It may still arrive.`, 'retry', 'refresh')
    case 'unavailable':
      return unknown(`${begins}. It may or may not be ${did}.`, 'refresh')
  }
}

/** Nothing was sent, for a reason of the row. */
function ofStop<Row extends TimestampedRow>(
  { request: what, readBack, problem, sideEffect }: Outcome<Row, object>,
  stop: BlockReason,
  { noun, inlineLabelOf }: MessageContext<Row>,
  { timeUnit, now, ownEmails }: RowContext,
): Part {
  const row = 'row' in readBack ? readBack.row : undefined
  const fields = 'fields' in readBack ? listFormat.format(readBack.fields.map(inlineLabelOf)) : ''
  const nothing = sideEffect === undefined ? ' Nothing was sent.' : ''
  switch (stop) {
    case 'no-change': {
      const since = row && toMillis(row.updated_at, timeUnit)
      const when =
        since === undefined
          ? ''
          : ` since ${formatDate(since) === formatDate(now) ? formatTime(since) : formatDate(since)}`
      const [field, ...others] = what.requestedFields
      const flag = field !== undefined && others.length === 0 && row !== undefined ? flagIn(row, field) : undefined
      return done(
        flag === undefined
          ? 'No change needed. Nothing was sent.'
          : `Already ${formatFlag(flag)}${when}. Nothing was sent.`,
      )
    }
    case 'conflict':
      return differs(`Changed since you opened it (${fields}).${nothing}`, 'review')
    case 'not-found':
      return what.operation === 'delete'
        ? done(`${capitalize(goneWords[noun])}.${nothing}`)
        : failed(`${capitalize(goneWords[noun])}.${nothing}`, 'refresh')
    case 'recreated': {
      const at = row && toMillis(row.created_at, timeUnit)
      const when =
        at === undefined ? '' : formatDate(at) === formatDate(now) ? ` at ${formatTime(at)}` : ` on ${formatDate(at)}`
      return differs(`Deleted and created again${when}, after this list was loaded.${nothing}`, 'retry', 'refresh')
    }
    case 'identity-unknown':
      return unknown(`${uncheckedWords[noun]}${nothing}`, 'review')
    case 'name-taken':
      return failed(`A ${noun} with this name already exists.${nothing}`, 'edit')
    case 'fields-unreadable':
      return unknown(`Choose ${fields} first: the stored value cannot be read.${nothing}`, 'edit')
    case 'locks-out-self':
      return differs(`This ${ownEmails.length === 1 ? 'is' : 'may be'} your account.${nothing}`, 'review')
    case 'locks-out-everyone':
      return differs(`It is the last active admin.${nothing}`, 'review')
    case 'read-failed':
      return failed(
        `${notDone({ request: what })}.${nothing} ${problem === undefined ? '' : problemMessage(problem)}`,
        ...(problem !== undefined && (isRetryable(problem) || what.operation === 'delete') ? (['retry'] as const) : []),
        ...(what.operation === 'delete' ? (['review'] as const) : []),
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
  { row, fields, unrequestedFields }: Extract<ReadBack<Row>, { status: 'differs' }>,
  telling: MessageContext<Row>,
): Part {
  const { request: what, readStartedAt } = outcome
  if (hasSwappedFlags(outcome)) return differs('Created, but the service swapped admin and active.', 'correct-flags')
  if (row === undefined) {
    const why = { token: '', user: 'deleted or renamed, ' }[telling.noun]
    return differs(`No longer in the list (${why}${asOf(readStartedAt)}).`, 'refresh')
  }
  if (what.operation === 'delete')
    return differs(`Not deleted: the service answered OK, but the ${telling.noun} is still there.`, 'retry')
  const missed = fields.filter((field) => !unrequestedFields.includes(field))
  const head =
    what.operation === 'create'
      ? 'Created with differences'
      : missed.length > 0 && what.requestedFields.every((field) => missed.includes(field))
        ? 'Not saved'
        : 'Saved with differences'
  const but = missed.length === 0 ? '' : `: the service answered OK, but ${fieldsNow(missed, row, telling)}`
  const others = unrequestedFields.map((field) => fieldNow(field, row, telling, 'now '))
  const more = others.length === 0 ? '' : ` ${capitalize(listFormat.format(others))}. This save did not ask for that.`
  // A creation that is sent again finds its name taken.
  const next =
    what.operation === 'create'
      ? (['edit'] as const)
      : missed.length > 0
        ? (['retry', 'undo'] as const)
        : (['undo'] as const)
  return differs(`${head}${but}.${more}`, ...next)
}

/** *Saved, active off.* */
function savedWords<Row extends TimestampedRow>(
  { request: { requestedFields }, readBack }: Outcome<Row, object>,
  { inlineLabelOf }: MessageContext<Row>,
): string {
  const row = 'row' in readBack ? readBack.row : undefined
  const flags = requestedFields.flatMap((field) => {
    const flag = row && flagIn(row, field)
    return flag === undefined ? [] : [`${inlineLabelOf(field)} ${formatFlag(flag)}`]
  })
  return `${['Saved', ...flags].join(', ')}.`
}

function alsoWords<Row extends TimestampedRow>({
  sideEffect,
  request: what,
}: Outcome<Row, object>): string | undefined {
  switch (sideEffect?.type) {
    case 'flags-corrected':
      return 'The service swapped admin and active. The console corrected it.'
    case 'time-unit-misread':
      return `This service counts ${sideEffect.unit}, which its rows show only now.`
    case 'replace-incomplete':
      return sideEffect.deletion === 'confirmed'
        ? 'Deleted, but not created again. This page keeps everything except the value.'
        : 'It may or may not be deleted, and was not created again. This page keeps everything except the value.'
    case 'repaired':
      return what.requestedFields.every((field) => field === 'value') ? undefined : 'Its value was repaired.'
    case 'repair-failed':
      return `The value still needs repair after ${sideEffect.attempts} ${sideEffect.attempts === 1 ? 'try' : 'tries'}.`
    case 'replaced':
    case 'flags-swapped':
    case undefined:
      return undefined
  }
}

/** Whether it may be sent again as it is. A password is gone: only the form can send it again. */
function againAfter<Row extends TimestampedRow>({ problem, request: what }: Outcome<Row, object>): FollowUp[] {
  const isLost = what.writeOnlyFields.length > 0
  // Nothing of a deletion can be corrected in a form.
  if (what.operation === 'delete') return ['retry']
  return [...(problem !== undefined && isRetryable(problem) && !isLost ? (['retry'] as const) : []), 'edit']
}

const notDone = ({ request: what }: { request: { operation: 'create' | 'update' | 'delete' } }) =>
  ({ create: 'Not created', update: 'Not saved', delete: 'Not deleted' })[what.operation]

const asOf = (at: number) => `as of ${formatTime(at)}`

function unreadWords(why: ReadBackFailure, noun: 'token' | 'user'): string {
  if (why === 'no-list') return `This service can’t list ${noun}s.`
  if (why === 'renamed-row-missing')
    return 'The service accepted it, but neither email is in the list. The service may spell it differently.'
  return why.kind === 'perhaps-unreadable'
    ? 'The service accepted it, but some rows of the list could not be read afterwards.'
    : 'The service accepted it, but the list could not be read afterwards.'
}

/** *active is on and expires is not what was asked*. */
const fieldsNow = (
  fields: readonly string[],
  row: object,
  telling: Pick<MessageContext<TimestampedRow>, 'inlineLabelOf'>,
  how = '',
) => listFormat.format(fields.map((field) => fieldNow(field, row, telling, how)))

function fieldNow(
  field: string,
  row: object,
  { inlineLabelOf }: Pick<MessageContext<TimestampedRow>, 'inlineLabelOf'>,
  how = '',
): string {
  const flag = flagIn(row, field)
  if (flag !== undefined) return `“${inlineLabelOf(field)}” is ${how}${formatFlag(flag)}`
  return how === 'now ' ? `“${inlineLabelOf(field)}” changed` : `“${inlineLabelOf(field)}” is not what was asked`
}

/** *“active” is off again*, or *is now off* if it was not so before. */
function fieldAgain(
  field: string,
  row: object,
  before: object | undefined,
  { inlineLabelOf }: Pick<MessageContext<TimestampedRow>, 'inlineLabelOf'>,
): string {
  const flag = flagIn(row, field)
  if (flag === undefined) return field === 'value' ? 'its value is another one' : `“${inlineLabelOf(field)}” changed`
  return before !== undefined && flagIn(before, field) === flag
    ? `“${inlineLabelOf(field)}” is ${formatFlag(flag)} again`
    : `“${inlineLabelOf(field)}” is now ${formatFlag(flag)}`
}

/** The flag of this name; undefined: it is none, or cannot be read. */
function flagIn(row: object, field: string): boolean | undefined {
  const stored = storedIn(row, field)
  return typeof stored === 'boolean' ? stored : undefined
}

const storedIn = (row: object, field: string): unknown => new Map<string, unknown>(Object.entries(row)).get(field)
