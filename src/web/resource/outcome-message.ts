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
import type { RowContext } from './row-context.ts'

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
    context: RowContext,
  ): Pick<ResultMessage, 'tone' | 'isQuiet' | 'text' | 'followUps'> | undefined
}

/**
 * What a later list makes of an outcome. Undefined: what was said still holds. `later`: the same outcome by that list.
 */
export function describeLaterOutcome<Row extends TimestampedRow>(
  outcome: Outcome<Row, object>,
  later: Outcome<Row, object>,
  resource: MessageContext<Row>,
  context: RowContext,
): ResultMessage | undefined {
  if (outcome.delivery !== 'accepted' || outcome.readBack.status !== 'matches') {
    const did = { create: 'created', update: 'saved', delete: 'deleted' }[later.request.operation]
    if (later.delivery === 'accepted' && later.readBack.status === 'matches')
      return describeOutcome(later, resource, context, `It is ${did}.`)
    if (outcome.delivery !== 'accepted' || outcome.readBack.status !== 'differs')
      return describeOutcome(later, resource, context)
  }
  const [previousRow, row] = [outcomeRow(outcome), outcomeRow(later)]
  if (previousRow === undefined)
    return row === undefined
      ? undefined
      : { ...changedElsewhere, text: 'In the list again. Created outside this page, or by the service.' }
  if (row === undefined) {
    const did = { token: 'Deleted', user: 'Deleted or renamed' }[resource.noun]
    return { ...changedElsewhere, text: `No longer in the list. ${did} outside this page, or by the service.` }
  }
  if (later.readBack.status === 'matches') return undefined
  const differingFields = later.readBack.status === 'unavailable' ? [] : later.readBack.fields
  // A difference that was told then is no news.
  const knownFields = outcome.readBack.status === 'differs' ? outcome.readBack.fields : []
  const fields = differingFields.filter(
    (field) => !knownFields.includes(field) || storedValue(previousRow, field) !== storedValue(row, field),
  )
  if (fields.length === 0 && differingFields.length > 0) return undefined
  const changes = fields.map((field) => fieldRevertText(field, row, outcome.request.before, resource))
  return {
    ...changedElsewhere,
    text: `${capitalize(changes.length === 0 ? 'saved again' : listFormat.format(changes))}. Changed outside this page, or by the service.`,
  }
}

const changedElsewhere = { status: 'error', tone: 'amber', followUps: [] } as const

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
  resource: MessageContext<Row>,
  context: RowContext,
  mainText?: string,
): ResultMessage {
  const main =
    outcome.blockedBy === undefined
      ? byDelivery(outcome, resource)
      : describeBlocked(outcome, outcome.blockedBy, resource, context)
  const sideEffect = sideEffectText(outcome)
  const secret = resource.secretMessage?.(outcome, context)
  const isPlain =
    mainText === undefined && sideEffect === undefined && (secret === undefined || secret.isQuiet === true)
  const isQuiet = main.status === 'success' && outcome.blockedBy === undefined && isPlain
  return {
    status: main.status,
    ...(secret?.tone ? { tone: secret.tone } : main.tone && { tone: main.tone }),
    ...(isQuiet && { isQuiet }),
    text: [mainText ?? main.text, sideEffect, secret?.text]
      .filter((part) => part !== undefined && part !== '')
      .join(' '),
    followUps: [...new Set([...(secret?.followUps ?? []), ...followUpsAfter(outcome, main.followUps)])],
  }
}

/** What can be done, with what else it took. Of a token that a replacement left missing, only the second half can be. */
function followUpsAfter<Row extends TimestampedRow>(
  { sideEffect }: Outcome<Row, object>,
  followUps: readonly FollowUp[],
): readonly FollowUp[] {
  if (sideEffect?.type !== 'replace-incomplete') return followUps
  return [
    'recreate',
    ...followUps.filter(
      (followUp) => followUp === 'refresh' || (followUp === 'retry' && sideEffect.deletion === 'unknown'),
    ),
  ]
}

type Part = Pick<ResultMessage, 'status' | 'tone' | 'text' | 'followUps'>

const success = (text: string, ...followUps: FollowUp[]): Part => ({ status: 'success', text, followUps })
const error = (text: string, ...followUps: FollowUp[]): Part => ({ status: 'error', text, followUps })
const warning = (text: string, ...followUps: FollowUp[]): Part => ({
  status: 'error',
  tone: 'amber',
  text,
  followUps,
})
const unknown = (text: string, ...followUps: FollowUp[]): Part => ({ status: 'unknown', text, followUps })

/** What was sent, and what shows. */
function byDelivery<Row extends TimestampedRow>(outcome: Outcome<Row, object>, resource: MessageContext<Row>): Part {
  const { delivery, problem } = outcome
  switch (delivery) {
    case 'not-sent':
      return error(
        `${notDoneText(outcome)}. Nothing was sent. ${problem === undefined ? '' : problemMessage(problem)}`,
        ...retryFollowUps(outcome),
      )
    case 'rejected':
      return describeRejected(outcome)
    case 'accepted':
      return describeAccepted(outcome, resource)
    case 'unknown':
      return describeUnknown(outcome, resource)
  }
}

function describeRejected<Row extends TimestampedRow>(outcome: Outcome<Row, object>): Part {
  const { problem, readBack, request } = outcome
  const sentence = `${notDoneText(outcome)}${problem === undefined ? '.' : `: ${problemMessage(problem)}`}`
  // A repeated request is refused because of the first one.
  const isThere = readBack.status === 'matches' || (readBack.status === 'differs' && request.operation !== 'create')
  return isThere
    ? unknown(`${sentence} The list shows a change nevertheless.`, 'refresh')
    : error(sentence, ...retryFollowUps(outcome))
}

/** The service answered OK. */
function describeAccepted<Row extends TimestampedRow>(
  outcome: Outcome<Row, object>,
  resource: MessageContext<Row>,
): Part {
  const { readBack, request, readStartedAt } = outcome
  const { noun } = resource
  switch (readBack.status) {
    case 'matches':
      if (request.operation === 'delete') return success('Deleted.')
      if (outcome.sideEffect?.type === 'replaced') return success('Value replaced.')
      if (request.operation === 'create') return success('Created.')
      return success(savedText(outcome, resource), ...(request.before === undefined ? [] : (['undo'] as const)))
    case 'differs':
      return describeDifference(outcome, readBack, resource)
    case 'unchanged': {
      if (request.operation === 'create')
        return warning(
          `Not created: the service answered OK, but the list has no ${noun} with this name.`,
          'retry',
          'refresh',
        )
      if (request.operation === 'delete')
        return warning(`Not deleted: the service answered OK, but the ${noun} is still there.`, 'retry', 'refresh')
      if (readBack.row === undefined) return unknown(`No longer in the list (${asOfText(readStartedAt)}).`, 'refresh')
      return warning(
        `Not saved: the service answered OK, but ${fieldStatesText(readBack.fields, readBack.row, resource, 'still ')}.`,
        'retry',
      )
    }
    case 'unavailable':
      return unknown(
        `Not confirmed. ${unreadText(readBack.reason, noun)}`,
        ...(readBack.reason === 'no-list' ? [] : (['refresh'] as const)),
      )
  }
}

/** It got no answer, or one that leaves it open. */
function describeUnknown<Row extends TimestampedRow>(
  { readBack, request, readStartedAt, problem }: Outcome<Row, object>,
  { noun }: MessageContext<Row>,
): Part {
  const start = problem === undefined ? 'No answer' : unknownDeliveryMessage(problem)
  const participle = { create: 'created', update: 'saved', delete: 'deleted' }[request.operation]
  switch (readBack.status) {
    case 'matches':
      return unknown(`${start}. Not confirmed. No list shows passwords.`, 'set-password', 'refresh')
    case 'differs':
      if (request.operation === 'create')
        return unknown(
          `${start}. A ${noun} with this name exists, but not as asked (${asOfText(readStartedAt)}).`,
          'edit',
          'refresh',
        )
      return readBack.row === undefined
        ? unknown(`${start}. No longer in the list (${asOfText(readStartedAt)}).`, 'refresh')
        : unknown(
            `${start}. The ${noun} has changed, but not as asked (${asOfText(readStartedAt)}).`,
            'retry',
            'refresh',
          )
    case 'unchanged':
      return unknown(`${start}. Not ${participle} ${asOfText(readStartedAt)}. It may still arrive.`, 'retry', 'refresh')
    case 'unavailable':
      return unknown(`${start}. It may or may not be ${participle}.`, 'refresh')
  }
}

/** Nothing was sent, for a reason of the row. */
function describeBlocked<Row extends TimestampedRow>(
  { request, readBack, problem, sideEffect }: Outcome<Row, object>,
  reason: BlockReason,
  { noun, inlineLabelOf }: MessageContext<Row>,
  { timeUnit, now, ownEmails }: RowContext,
): Part {
  const row = 'row' in readBack ? readBack.row : undefined
  const fields = 'fields' in readBack ? listFormat.format(readBack.fields.map(inlineLabelOf)) : ''
  const nothingSent = sideEffect === undefined ? ' Nothing was sent.' : ''
  switch (reason) {
    case 'no-change': {
      const updatedAt = row && toMillis(row.updated_at, timeUnit)
      const when =
        updatedAt === undefined
          ? ''
          : ` since ${formatDate(updatedAt) === formatDate(now) ? formatTime(updatedAt) : formatDate(updatedAt)}`
      const [field, ...otherFields] = request.requestedFields
      const flag = field !== undefined && otherFields.length === 0 && row !== undefined ? flagOf(row, field) : undefined
      return success(
        flag === undefined
          ? 'No change needed. Nothing was sent.'
          : `Already ${formatFlag(flag)}${when}. Nothing was sent.`,
      )
    }
    case 'conflict':
      return warning(`Changed since you opened it (${fields}).${nothingSent}`, 'review')
    case 'not-found':
      return request.operation === 'delete'
        ? success(`${capitalize(missingTexts[noun])}.${nothingSent}`)
        : error(`${capitalize(missingTexts[noun])}.${nothingSent}`, 'refresh')
    case 'recreated': {
      const createdAt = row && toMillis(row.created_at, timeUnit)
      const when =
        createdAt === undefined
          ? ''
          : formatDate(createdAt) === formatDate(now)
            ? ` at ${formatTime(createdAt)}`
            : ` on ${formatDate(createdAt)}`
      return warning(`Deleted and created again${when}, after this list was loaded.${nothingSent}`, 'retry', 'refresh')
    }
    case 'identity-unknown':
      return unknown(`${uncheckedMessages[noun]}${nothingSent}`, 'review')
    case 'name-taken':
      return error(`A ${noun} with this name already exists.${nothingSent}`, 'edit')
    case 'fields-unreadable':
      return unknown(`Choose ${fields} first: the stored value cannot be read.${nothingSent}`, 'edit')
    case 'locks-out-self':
      return warning(`This ${ownEmails.length === 1 ? 'is' : 'may be'} your account.${nothingSent}`, 'review')
    case 'locks-out-everyone':
      return warning(`It is the last active admin.${nothingSent}`, 'review')
    case 'read-failed':
      return error(
        `${notDoneText({ request })}.${nothingSent} ${problem === undefined ? '' : problemMessage(problem)}`,
        ...(problem !== undefined && (isRetryable(problem) || request.operation === 'delete')
          ? (['retry'] as const)
          : []),
        ...(request.operation === 'delete' ? (['review'] as const) : []),
      )
  }
}

/** Why the console can’t tell which row it would delete. */
const uncheckedMessages = {
  token: 'The console can’t check whether this is still the same token.',
  user: 'The console can’t check whether this is still the same account.',
}

/** Somebody else may have renamed a user; a token cannot be renamed. */
const missingTexts = { token: 'already deleted', user: 'already deleted or renamed' }

/** The row that was read back differs from what was sent. */
function describeDifference<Row extends TimestampedRow>(
  outcome: Outcome<Row, object>,
  { row, fields, unrequestedFields }: Extract<ReadBack<Row>, { status: 'differs' }>,
  resource: MessageContext<Row>,
): Part {
  const { request, readStartedAt } = outcome
  if (hasSwappedFlags(outcome)) return warning('Created, but the service swapped admin and active.', 'correct-flags')
  if (row === undefined) {
    const possibleCause = { token: '', user: 'deleted or renamed, ' }[resource.noun]
    return warning(`No longer in the list (${possibleCause}${asOfText(readStartedAt)}).`, 'refresh')
  }
  if (request.operation === 'delete')
    return warning(`Not deleted: the service answered OK, but the ${resource.noun} is still there.`, 'retry')
  const missedFields = fields.filter((field) => !unrequestedFields.includes(field))
  const start =
    request.operation === 'create'
      ? 'Created with differences'
      : missedFields.length > 0 && request.requestedFields.every((field) => missedFields.includes(field))
        ? 'Not saved'
        : 'Saved with differences'
  const missedText =
    missedFields.length === 0 ? '' : `: the service answered OK, but ${fieldStatesText(missedFields, row, resource)}`
  const unrequestedTexts = unrequestedFields.map((field) => fieldStateText(field, row, resource, 'now '))
  const unrequestedText =
    unrequestedTexts.length === 0
      ? ''
      : ` ${capitalize(listFormat.format(unrequestedTexts))}. This save did not ask for that.`
  // A creation that is sent again finds its name taken.
  const followUps =
    request.operation === 'create'
      ? (['edit'] as const)
      : missedFields.length > 0
        ? (['retry', 'undo'] as const)
        : (['undo'] as const)
  return warning(`${start}${missedText}.${unrequestedText}`, ...followUps)
}

/** *Saved, active off.* */
function savedText<Row extends TimestampedRow>(
  { request: { requestedFields }, readBack }: Outcome<Row, object>,
  { inlineLabelOf }: MessageContext<Row>,
): string {
  const row = 'row' in readBack ? readBack.row : undefined
  const flags = requestedFields.flatMap((field) => {
    const flag = row && flagOf(row, field)
    return flag === undefined ? [] : [`${inlineLabelOf(field)} ${formatFlag(flag)}`]
  })
  return `${['Saved', ...flags].join(', ')}.`
}

function sideEffectText<Row extends TimestampedRow>({ sideEffect, request }: Outcome<Row, object>): string | undefined {
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
      return request.requestedFields.every((field) => field === 'value') ? undefined : 'Its value was repaired.'
    case 'repair-failed':
      return `The value still needs repair after ${sideEffect.attempts} ${sideEffect.attempts === 1 ? 'try' : 'tries'}.`
    case 'replaced':
    case 'flags-swapped':
    case undefined:
      return undefined
  }
}

/** Whether it may be sent again as it is. A password is gone: only the form can send it again. */
function retryFollowUps<Row extends TimestampedRow>({ problem, request }: Outcome<Row, object>): FollowUp[] {
  const isLost = request.writeOnlyFields.length > 0
  // Nothing of a deletion can be corrected in a form.
  if (request.operation === 'delete') return ['retry']
  return [...(problem !== undefined && isRetryable(problem) && !isLost ? (['retry'] as const) : []), 'edit']
}

const notDoneText = ({ request }: { request: { operation: 'create' | 'update' | 'delete' } }) =>
  ({ create: 'Not created', update: 'Not saved', delete: 'Not deleted' })[request.operation]

const asOfText = (timestamp: number) => `as of ${formatTime(timestamp)}`

function unreadText(reason: ReadBackFailure, noun: 'token' | 'user'): string {
  if (reason === 'no-list') return `This service can’t list ${noun}s.`
  if (reason === 'renamed-row-missing')
    return 'The service accepted it, but neither email is in the list. The service may spell it differently.'
  return reason.kind === 'perhaps-unreadable'
    ? 'The service accepted it, but some rows of the list could not be read afterwards.'
    : 'The service accepted it, but the list could not be read afterwards.'
}

/** *active is on and expires is not what was asked*. */
const fieldStatesText = (
  fields: readonly string[],
  row: object,
  resource: Pick<MessageContext<TimestampedRow>, 'inlineLabelOf'>,
  adverb = '',
) => listFormat.format(fields.map((field) => fieldStateText(field, row, resource, adverb)))

function fieldStateText(
  field: string,
  row: object,
  { inlineLabelOf }: Pick<MessageContext<TimestampedRow>, 'inlineLabelOf'>,
  adverb = '',
): string {
  const flag = flagOf(row, field)
  if (flag !== undefined) return `“${inlineLabelOf(field)}” is ${adverb}${formatFlag(flag)}`
  return adverb === 'now ' ? `“${inlineLabelOf(field)}” changed` : `“${inlineLabelOf(field)}” is not what was asked`
}

/** *“active” is off again*, or *is now off* if it was not so before. */
function fieldRevertText(
  field: string,
  row: object,
  before: object | undefined,
  { inlineLabelOf }: Pick<MessageContext<TimestampedRow>, 'inlineLabelOf'>,
): string {
  const flag = flagOf(row, field)
  if (flag === undefined) return field === 'value' ? 'its value is another one' : `“${inlineLabelOf(field)}” changed`
  return before !== undefined && flagOf(before, field) === flag
    ? `“${inlineLabelOf(field)}” is ${formatFlag(flag)} again`
    : `“${inlineLabelOf(field)}” is now ${formatFlag(flag)}`
}

/** The flag of this name; undefined: it is none, or cannot be read. */
function flagOf(row: object, field: string): boolean | undefined {
  const stored = storedValue(row, field)
  return typeof stored === 'boolean' ? stored : undefined
}

const storedValue = (row: object, field: string): unknown => new Map<string, unknown>(Object.entries(row)).get(field)
