import type { TimestampedRow } from '#api/list/row-list.ts'
import {
  hasSwappedFlags,
  outcomeRow,
  tokenToRecreate,
  type Outcome,
  type ReadBack,
  type BlockReason,
  type ReadBackFailure,
} from '#api/write/outcome.ts'
import { toMillis } from '#api/wire.ts'
import { formatFlag, formatTime, formatDate } from '#web/ui/format.ts'
import { isDeepEqual } from '#web/ui/deep-equal.ts'
import { problemMessage, unknownDeliveryMessage } from '#web/session/problem-message.ts'
import {
  changedSinceFacts,
  completionOf,
  findLater,
  followUpsOf,
  isRefusedButThere,
  missedFields,
  outcomeFacts,
  storedValue,
  type FollowUp,
  type OutcomeFacts,
  type SecretResult,
} from './outcome-facts.ts'
import type { RowContext } from './row-context.ts'

/** The colour and the icon of a note. */
export type Tone = 'neutral' | 'warning' | 'needs-repair' | 'new-value' | 'unknown' | 'error'

/** An outcome in words. Nothing is decided by it: ask its `OutcomeFacts`. */
export interface ResultMessage {
  tone: Tone
  /** Nothing is left to do or to know: its row shows *Saved* for a moment. */
  isQuiet?: true
  /** One or more sentences, without the name of the row. */
  text: string
  followUps: readonly FollowUp[]
}

/** What came of a write, and what is said of it. */
export interface DescribedOutcome {
  facts: OutcomeFacts
  message: ResultMessage
}

/** What `describeOutcome` needs to know about a resource. */
export interface MessageContext<Row extends TimestampedRow> {
  noun: 'token' | 'user'
  /** What each field is called in a sentence. */
  inlineLabelOf(field: string): string
  /** What a write did to a row’s value or password, if that leaves something to know or to do. */
  secretResult?(outcome: Outcome<Row, object>, context: RowContext): SecretResult | undefined
  /** What is said of it; undefined: nothing. */
  secretText?(outcome: Outcome<Row, object>, context: RowContext): string | undefined
}

/**
 * The one place that words an outcome: note, form, the line of a report or of Activity, and announcement say this very sentence. What was
 * sent × what shows, or why it was blocked; and one more sentence for what else it took, and for the row’s secret.
 * `mainText`: replaces the first sentence, for a later list.
 */
export function describeOutcome<Row extends TimestampedRow>(
  outcome: Outcome<Row, object>,
  resource: MessageContext<Row>,
  context: RowContext,
  mainText?: string,
): DescribedOutcome {
  const secret = resource.secretResult?.(outcome, context)
  const secretText = resource.secretText?.(outcome, context)
  const facts = outcomeFacts(outcome, secret)
  const sideEffect = sideEffectText(outcome, facts)
  const wasReportedBefore = secret === 'value-unseen' && context.wasUnseenReported === true
  const isPlain = mainText === undefined && sideEffect === undefined && (secretText === undefined || wasReportedBefore)
  return {
    facts,
    message: {
      tone: toneOf(facts),
      ...(facts.status === 'success' && outcome.blockedBy === undefined && isPlain && { isQuiet: true }),
      text: [mainText ?? outcomeText(outcome, resource, context), sideEffect, secretText]
        .filter((part) => part !== undefined && part !== '')
        .join(' '),
      followUps: followUpsOf(outcome, facts, secret, context),
    },
  }
}

/**
 * What a later list makes of an outcome. Undefined: what was said still holds. `later`: the same outcome by that list.
 */
export function describeLaterOutcome<Row extends TimestampedRow>(
  outcome: Outcome<Row, object>,
  later: Outcome<Row, object>,
  resource: MessageContext<Row>,
  context: RowContext,
): DescribedOutcome | undefined {
  const finding = findLater(outcome, later)
  switch (finding.type) {
    case 'still-true':
      return undefined
    case 'resolved': {
      const isWhole = tokenToRecreate(later) === undefined
      return describeOutcome(later, resource, context, isWhole ? `It is ${participleOf(later)}.` : undefined)
    }
    case 'unresolved':
      return describeOutcome(later, resource, context)
    case 'reappeared':
      return changedSince('In the list again. Created')
    case 'deleted':
      return changedSince(`No longer in the list. ${{ token: 'Deleted', user: 'Deleted or renamed' }[resource.noun]}`)
    case 'changed': {
      const row = outcomeRow(later) ?? {}
      const changes = finding.fields.map((field) => fieldRevertText(field, row, outcome.request.before, resource))
      return changedSince(`${capitalize(changes.length === 0 ? 'saved again' : listFormat.format(changes))}. Changed`)
    }
  }
}

/**
 * What a later write from here makes of an outcome, because it did what was left to do: it created the row again, repaired
 * its value, or corrected its flags. Undefined: it did not.
 */
export function describeCompleted<Row extends TimestampedRow>(
  { outcome, facts }: { outcome: Outcome<Row, object>; facts: OutcomeFacts },
  later: Outcome<Row, object>,
  resource: MessageContext<Row>,
  context: RowContext,
): DescribedOutcome | undefined {
  const completion = completionOf({ outcome, facts }, later)
  if (completion === undefined) return undefined
  const described = describeOutcome(completion.outcome, resource, context, completionTexts[completion.type])
  // What is undone is the earlier write.
  return { ...described, facts: { ...described.facts, canUndo: facts.canUndo === true } }
}

const completionTexts = {
  recreated: 'Created again.',
  replaced: 'Value replaced.',
  repaired: 'No longer needs repair.',
  corrected: 'Created.',
}

const changedSince = (start: string): DescribedOutcome => ({
  facts: changedSinceFacts,
  message: {
    tone: toneOf(changedSinceFacts),
    text: `${start} outside this page, or by the service.`,
    followUps: [],
  },
})

/** Whether the page already says this of an outcome. */
export const isSaidAlready = (
  { facts, message }: DescribedOutcome,
  { facts: knownFacts, message: shownMessage }: Partial<DescribedOutcome>,
): boolean => message.text === shownMessage?.text && knownFacts !== undefined && isDeepEqual(facts, knownFacts)

/** What is said of a row that is still missing after another try to create it: why, with what could be done before. */
export const describeStillMissing = (message: ResultMessage, failedTry: DescribedOutcome): ResultMessage => ({
  tone: toneOf({ status: failedTry.facts.status }),
  text: failedTry.message.text,
  followUps: message.followUps,
})

/** What is said of something that was done without a write. */
export const describeDone = (text: string): DescribedOutcome => ({
  facts: { status: 'success' },
  message: { tone: 'neutral', isQuiet: true, text, followUps: [] },
})

/** What is said of a row whose write was sent when the session ended. */
export const describeSessionEnded = (): DescribedOutcome => ({
  facts: { status: 'unknown', isOpen: true },
  message: {
    tone: 'unknown',
    text: 'Sent before the session ended. It may or may not be saved.',
    followUps: ['refresh'],
  },
})

/** *a and b*, *a, b and c*. */
export const listFormat = new Intl.ListFormat('en-GB')

/** With a capital letter at the beginning. */
export const capitalize = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

function toneOf({ status, concern }: Pick<OutcomeFacts, 'status' | 'concern'>): Tone {
  if (concern !== undefined) return concern === 'differs' ? 'warning' : concern
  return status === 'success' ? 'neutral' : status
}

/** What was sent, and what shows; or why it was blocked. */
function outcomeText<Row extends TimestampedRow>(
  outcome: Outcome<Row, object>,
  resource: MessageContext<Row>,
  context: RowContext,
): string {
  const { delivery, problem, blockedBy } = outcome
  if (blockedBy !== undefined) return blockedText(outcome, blockedBy, resource, context)
  switch (delivery) {
    case 'not-sent':
      return `${notDoneText(outcome)}. Nothing was sent. ${problem === undefined ? '' : problemMessage(problem)}`
    case 'rejected': {
      const sentence = `${notDoneText(outcome)}${problem === undefined ? '.' : `: ${problemMessage(problem)}`}`
      return isRefusedButThere(outcome) ? `${sentence} The list shows a change nevertheless.` : sentence
    }
    case 'accepted':
      return acceptedText(outcome, resource)
    case 'unknown':
      return unknownText(outcome, resource)
  }
}

/** The service answered OK. */
function acceptedText<Row extends TimestampedRow>(
  outcome: Outcome<Row, object>,
  resource: MessageContext<Row>,
): string {
  const { readBack, request, readStartedAt } = outcome
  const { noun } = resource
  switch (readBack.status) {
    case 'matches':
      // Of a replacement, the next sentence says it.
      if (request.operation === 'delete') return tokenToRecreate(outcome) === undefined ? 'Deleted.' : ''
      if (outcome.sideEffect?.type === 'replaced') return 'Value replaced.'
      return request.operation === 'create' ? 'Created.' : savedText(outcome, resource)
    case 'differs':
      return differenceText(outcome, readBack, resource)
    case 'unchanged':
      if (request.operation === 'create')
        return `Not created: the service answered OK, but the list has no ${noun} with this name.`
      if (request.operation === 'delete') return `Not deleted: the service answered OK, but the ${noun} is still there.`
      if (readBack.row === undefined) return `No longer in the list (${asOfText(readStartedAt)}).`
      return `Not saved: the service answered OK, but ${fieldStatesText(readBack.fields, readBack.row, resource, 'still ')}.`
    case 'unavailable':
      return `Not confirmed. ${unreadText(readBack.reason, noun)}`
  }
}

/** It got no answer, or one that leaves it open. */
function unknownText<Row extends TimestampedRow>(outcome: Outcome<Row, object>, { noun }: MessageContext<Row>): string {
  const { readBack, request, readStartedAt, problem } = outcome
  const start = problem === undefined ? 'No answer' : unknownDeliveryMessage(problem)
  switch (readBack.status) {
    case 'matches':
      return `${start}. Not confirmed. No list shows passwords.`
    case 'differs':
      if (request.operation === 'create')
        return `${start}. A ${noun} with this name exists, but not as asked (${asOfText(readStartedAt)}).`
      return readBack.row === undefined
        ? `${start}. No longer in the list (${asOfText(readStartedAt)}).`
        : `${start}. The ${noun} has changed, but not as asked (${asOfText(readStartedAt)}).`
    case 'unchanged':
      return `${start}. Not ${participleOf(outcome)} ${asOfText(readStartedAt)}. It may still arrive.`
    case 'unavailable':
      return `${start}. It may or may not be ${participleOf(outcome)}.`
  }
}

/** Nothing was sent, for a reason of the row. */
function blockedText<Row extends TimestampedRow>(
  { request, readBack, problem, sideEffect }: Outcome<Row, object>,
  reason: BlockReason,
  { noun, inlineLabelOf }: MessageContext<Row>,
  { timeUnit, now, ownEmails }: RowContext,
): string {
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
      return flag === undefined
        ? 'No change needed. Nothing was sent.'
        : `Already ${formatFlag(flag)}${when}. Nothing was sent.`
    }
    case 'conflict':
      return `Changed since you opened it (${fields}).${nothingSent}`
    case 'not-found':
      return `${capitalize(missingTexts[noun])}.${nothingSent}`
    case 'recreated': {
      const createdAt = row && toMillis(row.created_at, timeUnit)
      const when =
        createdAt === undefined
          ? ''
          : formatDate(createdAt) === formatDate(now)
            ? ` at ${formatTime(createdAt)}`
            : ` on ${formatDate(createdAt)}`
      return `Deleted and created again${when}, after this list was loaded.${nothingSent}`
    }
    case 'identity-unknown':
      return `${uncheckedMessages[noun]}${nothingSent}`
    case 'name-taken':
      return `A ${noun} with this name already exists.${nothingSent}`
    case 'fields-unreadable':
      return `Choose ${fields} first: the stored value cannot be read.${nothingSent}`
    case 'locks-out-self':
      return `This ${ownEmails.length === 1 ? 'is' : 'may be'} your account.${nothingSent}`
    case 'locks-out-everyone':
      return `It is the last active admin.${nothingSent}`
    case 'read-failed':
      return `${notDoneText({ request })}.${nothingSent} ${problem === undefined ? '' : problemMessage(problem)}`
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
function differenceText<Row extends TimestampedRow>(
  outcome: Outcome<Row, object>,
  { row, unrequestedFields }: Extract<ReadBack<Row>, { status: 'differs' }>,
  resource: MessageContext<Row>,
): string {
  const { request, readStartedAt } = outcome
  if (hasSwappedFlags(outcome)) return 'Created, but the service swapped admin and active.'
  if (row === undefined) {
    const possibleCause = { token: '', user: 'deleted or renamed, ' }[resource.noun]
    return `No longer in the list (${possibleCause}${asOfText(readStartedAt)}).`
  }
  if (request.operation === 'delete')
    return `Not deleted: the service answered OK, but the ${resource.noun} is still there.`
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
  const unrequestedText =
    unrequestedTexts.length === 0
      ? ''
      : ` ${capitalize(listFormat.format(unrequestedTexts))}. This save did not ask for that.`
  return `${start}${missedText}.${unrequestedText}`
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

function sideEffectText<Row extends TimestampedRow>(
  { sideEffect, request }: Outcome<Row, object>,
  { status }: OutcomeFacts,
): string | undefined {
  switch (sideEffect?.type) {
    case 'flags-corrected':
      return 'The service swapped admin and active. The console corrected it.'
    case 'time-unit-misread':
      return `This service counts ${sideEffect.unit}, which its rows show only now.`
    case 'replace-incomplete':
      if (sideEffect.deletion === 'unknown')
        return 'It may or may not be deleted, and was not created again. This page keeps everything except the value.'
      return status === 'unknown'
        ? 'The old one is deleted. This page keeps everything except the value.'
        : 'Deleted, but not created again. This page keeps everything except the value.'
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

const participleOf = ({ request }: { request: { operation: 'create' | 'update' | 'delete' } }) =>
  ({ create: 'created', update: 'saved', delete: 'deleted' })[request.operation]

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
