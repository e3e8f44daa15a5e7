import type { TimestampedRow } from '#api/list/row-list.ts'
import type { Problem } from '#api/problem.ts'
import {
  hasSwappedFlags,
  tokenToRecreate,
  type Outcome,
  type ReadBack,
  type BlockReason,
  type ReadBackFailure,
} from '#api/write/outcome.ts'
import { toMillis } from '#api/wire.ts'
import { problemMessage, unknownDeliveryMessage } from '#web/session/problem-message.ts'
import { capitalize, listFormat, formatFlag, formatTime, formatDate } from '#web/ui/format.ts'
import { isRefusedButThere, missedFields, storedValue, type SecretResult } from './outcome-facts.ts'
import type { RowContext } from './row-context.ts'

/** A sentence of an outcome, and what it is about: no two sentences of one outcome are about the same. */
export type OutcomeSentence = readonly [
  about:
    | 'result'
    | 'reason'
    | 'sending'
    | 'row'
    | 'request'
    | 'flags'
    | 'unit'
    | 'expiry'
    | 'other-half'
    | 'kept'
    | 'repair'
    | 'value'
    | 'use'
    | 'hand-out'
    | 'access'
    | 'account',
  text: string,
]

/** What `describeOutcome` needs to know about a resource. */
export interface MessageContext<Row extends TimestampedRow> {
  noun: 'token' | 'user'
  /** What each field is called in a sentence. */
  inlineLabelOf(field: string): string
  /** What a write did to a row’s value or password, if that leaves something to know or to do. */
  secretResult?(outcome: Outcome<Row, object>, context: RowContext): SecretResult | undefined
  /** What is said of it. */
  secretSentences?(outcome: Outcome<Row, object>, context: RowContext): readonly OutcomeSentence[]
  /** What no list shows of it: Activity says it, and a report once for all its rows. */
  unseenText?(outcome: Outcome<Row, object>, context: RowContext): string | undefined
}

/** What was sent, and what shows; or why it was blocked. */
export function mainSentences<Row extends TimestampedRow>(
  outcome: Outcome<Row, object>,
  resource: MessageContext<Row>,
  context: RowContext,
): readonly OutcomeSentence[] {
  const { delivery, problem, blockedBy } = outcome
  if (blockedBy !== undefined) return blockedSentences(outcome, blockedBy, resource, context)
  switch (delivery) {
    case 'not-sent':
      return [['result', `${notDoneText(outcome)}.`], nothingSent, ...problemSentences(problem)]
    case 'rejected': {
      const reason = problem === undefined ? '.' : `: ${problemMessage(problem)}`
      const refusal: OutcomeSentence = ['result', `${notDoneText(outcome)}${reason}`]
      return isRefusedButThere(outcome) ? [refusal, ['row', 'The list shows a change nevertheless.']] : [refusal]
    }
    case 'accepted':
      return acceptedSentences(outcome, resource)
    case 'unknown':
      return unknownSentences(outcome, resource)
  }
}

const nothingSent: OutcomeSentence = ['sending', 'Nothing was sent.']

const problemSentences = (problem: Problem | undefined): readonly OutcomeSentence[] =>
  problem === undefined ? [] : [['reason', problemMessage(problem)]]

/** The service answered OK. */
function acceptedSentences<Row extends TimestampedRow>(
  outcome: Outcome<Row, object>,
  resource: MessageContext<Row>,
): readonly OutcomeSentence[] {
  const { readBack, request, readStartedAt } = outcome
  const { noun } = resource
  const result = (text: string): readonly OutcomeSentence[] => [['result', text]]
  switch (readBack.status) {
    case 'matches':
      // Of a replacement, the next sentence says it.
      if (request.operation === 'delete') return tokenToRecreate(outcome) === undefined ? result('Deleted.') : []
      if (outcome.sideEffect?.type === 'replaced') return [['value', 'Value replaced.']]
      return result(request.operation === 'create' ? 'Created.' : savedText(outcome, resource))
    case 'differs':
      return differenceSentences(outcome, readBack, resource)
    case 'unchanged':
      if (request.operation === 'create')
        return result(`Not created: the service answered OK, but the list has no ${noun} with this name.`)
      if (request.operation === 'delete')
        return result(`Not deleted: the service answered OK, but the ${noun} is still there.`)
      if (readBack.row === undefined) return result(`No longer in the list (${asOfText(readStartedAt)}).`)
      return result(
        `Not saved: the service answered OK, but ${fieldStatesText(readBack.fields, readBack.row, resource, 'still ')}.`,
      )
    case 'unavailable':
      return [['result', 'Not confirmed.'], ...unreadSentences(readBack.reason, noun)]
  }
}

/** It got no answer, or one that leaves it open. */
function unknownSentences<Row extends TimestampedRow>(
  outcome: Outcome<Row, object>,
  { noun }: MessageContext<Row>,
): readonly OutcomeSentence[] {
  const { readBack, request, readStartedAt, problem } = outcome
  const answer = problem && unknownDeliveryMessage(problem)
  const noAnswer = readBack.status === 'matches' ? 'Not confirmed: no answer' : 'No answer'
  return [
    ['result', `${answer ?? noAnswer}.`],
    ['row', rowText()],
  ]
  function rowText() {
    switch (readBack.status) {
      case 'matches':
        return 'No list shows passwords.'
      case 'differs':
        if (request.operation === 'create')
          return `A ${noun} with this name exists, but not as asked (${asOfText(readStartedAt)}).`
        return readBack.row === undefined
          ? `No longer in the list (${asOfText(readStartedAt)}).`
          : `The ${noun} has changed, but not as asked (${asOfText(readStartedAt)}).`
      case 'unchanged':
        return `Not ${participleOf(outcome)} so far; it may still go through.`
      case 'unavailable':
        return `It may or may not be ${participleOf(outcome)}.`
    }
  }
}

/** Nothing was sent, for a reason of the row. */
function blockedSentences<Row extends TimestampedRow>(
  { request, readBack, problem, sideEffect }: Outcome<Row, object>,
  reason: BlockReason,
  { noun, inlineLabelOf }: MessageContext<Row>,
  { timeUnit, now, ownEmails }: RowContext,
): readonly OutcomeSentence[] {
  const row = 'row' in readBack ? readBack.row : undefined
  const fields = 'fields' in readBack ? listFormat.format(readBack.fields.map(inlineLabelOf)) : ''
  /** Of a repair or a replacement that had begun, something was sent. */
  const unsent = (result: string): readonly OutcomeSentence[] => [
    ['result', result],
    ...(sideEffect === undefined ? [nothingSent] : []),
  ]
  switch (reason) {
    case 'no-change': {
      const updatedAt = row && toMillis(row.updated_at, timeUnit)
      const when =
        updatedAt === undefined
          ? ''
          : ` since ${formatDate(updatedAt) === formatDate(now) ? formatTime(updatedAt) : formatDate(updatedAt)}`
      const [field, ...otherFields] = request.requestedFields
      const flag = field !== undefined && otherFields.length === 0 && row !== undefined ? flagOf(row, field) : undefined
      return [['result', flag === undefined ? 'No change needed.' : `Already ${formatFlag(flag)}${when}.`], nothingSent]
    }
    case 'conflict':
      return unsent(`Changed since you opened it (${fields}).`)
    case 'not-found':
      return unsent(`${capitalize(missingTexts[noun])}.`)
    case 'recreated': {
      const createdAt = row && toMillis(row.created_at, timeUnit)
      const when =
        createdAt === undefined
          ? ''
          : formatDate(createdAt) === formatDate(now)
            ? ` at ${formatTime(createdAt)}`
            : ` on ${formatDate(createdAt)}`
      return unsent(`Deleted and created again${when}, after this list was loaded.`)
    }
    case 'identity-unknown':
      return unsent(uncheckedMessages[noun])
    case 'name-taken':
      return unsent(`A ${noun} with this name already exists.`)
    case 'fields-unreadable':
      return unsent(`Choose ${fields} first: the stored value cannot be read.`)
    case 'locks-out-self':
      return unsent(`This ${ownEmails.length === 1 ? 'is' : 'may be'} your account.`)
    case 'locks-out-everyone':
      return unsent('It is the last active admin.')
    case 'read-failed':
      return [...unsent(`${notDoneText({ request })}.`), ...problemSentences(problem)]
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
function differenceSentences<Row extends TimestampedRow>(
  outcome: Outcome<Row, object>,
  { row, unrequestedFields }: Extract<ReadBack<Row>, { status: 'differs' }>,
  resource: MessageContext<Row>,
): readonly OutcomeSentence[] {
  const { request, readStartedAt } = outcome
  const result = (text: string): readonly OutcomeSentence[] => [['result', text]]
  if (hasSwappedFlags(outcome)) return result('Created, but the service swapped admin and active.')
  if (row === undefined) {
    const possibleCause = { token: '', user: 'deleted or renamed, ' }[resource.noun]
    return result(`No longer in the list (${possibleCause}${asOfText(readStartedAt)}).`)
  }
  if (request.operation === 'delete')
    return result(`Not deleted: the service answered OK, but the ${resource.noun} is still there.`)
  const missed = missedFields(outcome)
  const start =
    request.operation === 'create'
      ? 'Created with differences'
      : missed.length > 0 && request.requestedFields.every((field) => missed.includes(field))
        ? 'Not saved'
        : 'Saved with differences'
  const missedText =
    missed.length === 0 ? '' : `: the service answered OK, but ${fieldStatesText(missed, row, resource)}`
  const unrequestedTexts = unrequestedFields.map((field) => fieldStateText(field, row, resource, 'now '))
  return [
    ['result', `${start}${missedText}.`],
    ...(unrequestedTexts.length === 0
      ? []
      : ([
          ['row', `${capitalize(listFormat.format(unrequestedTexts))}.`],
          ['request', 'This save did not ask for that.'],
        ] as const)),
  ]
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

/** What was done beside it. */
export function sideEffectSentences<Row extends TimestampedRow>({
  sideEffect,
  request,
}: Outcome<Row, object>): readonly OutcomeSentence[] {
  switch (sideEffect?.type) {
    case 'flags-corrected':
      return [['flags', 'The service swapped admin and active. The console corrected it.']]
    case 'time-unit-misread':
      return [['unit', `This service counts ${sideEffect.unit}, which its rows show only now.`]]
    case 'replace-incomplete': {
      // The sentence before is about the half that failed.
      const otherHalf =
        sideEffect.deletion === 'unknown'
          ? 'It was not created again.'
          : request.operation === 'create'
            ? 'The old one is deleted.'
            : 'Deleted, but not created again.'
      return [
        ['other-half', otherHalf],
        ['kept', 'This page keeps everything except the value.'],
      ]
    }
    case 'repaired':
      return request.requestedFields.every((field) => field === 'value') ? [] : [['repair', 'Its value was repaired.']]
    case 'repair-failed': {
      const { attempts } = sideEffect
      return [['repair', `The value still needs repair after ${attempts} ${attempts === 1 ? 'try' : 'tries'}.`]]
    }
    case 'replaced':
    case 'flags-swapped':
    case undefined:
      return []
  }
}

export const participleOf = ({ request }: { request: { operation: 'create' | 'update' | 'delete' } }) =>
  ({ create: 'created', update: 'saved', delete: 'deleted' })[request.operation]

const notDoneText = ({ request }: { request: { operation: 'create' | 'update' | 'delete' } }) =>
  ({ create: 'Not created', update: 'Not saved', delete: 'Not deleted' })[request.operation]

const asOfText = (timestamp: number) => `as of ${formatTime(timestamp)}`

function unreadSentences(reason: ReadBackFailure, noun: 'token' | 'user'): readonly OutcomeSentence[] {
  if (reason === 'no-list') return [['row', `This service can’t list ${noun}s.`]]
  if (reason === 'renamed-row-missing')
    return [
      ['row', 'The service accepted it, but neither email is in the list.'],
      ['reason', 'The service may spell it differently.'],
    ]
  const unread = reason.kind === 'perhaps-unreadable' ? 'some rows of the list' : 'the list'
  return [['row', `The service accepted it, but ${unread} could not be read afterwards.`]]
}

/** *active is on and expires differs*. */
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
  return adverb === 'now ' ? `“${inlineLabelOf(field)}” changed` : `“${inlineLabelOf(field)}” differs`
}

/** *“active” is off again*, or *is now off* if it was not so before. */
export function fieldRevertText(
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
