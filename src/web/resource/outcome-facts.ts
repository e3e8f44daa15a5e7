import type { TimestampedRow } from '#api/list/row-list.ts'
import {
  differingFields,
  hasSwappedFlags,
  isRepaired,
  isReplaced,
  isUnverifiable,
  outcomeRow,
  tokenToRecreate,
  type Outcome,
} from '#api/write/outcome.ts'
import { canRepair } from '#api/service-facts.ts'
import { isRetryable } from '#web/session/problem-message.ts'
import type { RowContext } from './row-context.ts'

// What the page takes for true of a write. It decides; notes, buttons and sentences only show it.

/** `unknown`: it may or may not be as asked. */
export type OutcomeStatus = 'success' | 'error' | 'unknown'

/**
 * What a write did to the value of a row, or may have.
 * - `value-created`: that of a new row. `value-new`: another one, to be handed out. `value-unused`: one that is for nobody, of
 *   a row that is inactive.
 * - `value-needs-repair`: the service will probably reject it.
 * - `value-kept`: a replacement issued the same one again.
 * - `value-unseen`: rows do not show whether it changed.
 * - `expiry-misread`: the service took its expiry in another unit.
 * - `account-may-exist`: nothing tells whether it was created, or was there before.
 */
export type SecretResult =
  | 'value-created'
  | 'value-new'
  | 'value-unused'
  | 'value-needs-repair'
  | 'value-kept'
  | 'value-unseen'
  | 'expiry-misread'
  | 'account-may-exist'

/** What can be done about an outcome. */
export type FollowUp =
  | 'copy-value'
  | 'reveal-value'
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

/** What is known now of a write: by its own read, or by a later list. */
export interface OutcomeFacts {
  status: OutcomeStatus
  /** What the admin should look at: the row is not as asked, its value needs repair, or a new one is to be handed out. */
  concern?: 'differs' | 'needs-repair' | 'new-value'
  /** The row can be put back as it was. */
  canUndo?: boolean
  /** The same can be sent once more. */
  canRetry?: boolean
  /** The same can be sent once more, after a confirmation about the row as it is now. */
  canReview?: boolean
  /** The service stored the flags of a new row swapped, and nothing has put them right. */
  canCorrect?: boolean
  /** The row was to be replaced, and is missing, or may be (`unknown`): it can be created again. */
  isMissing?: boolean
  /** A list that is read now may tell more. */
  isOpen?: boolean
}

/** What an outcome says by itself. `secret`: what it did to the value of its row. */
export function outcomeFacts<Row extends TimestampedRow>(
  outcome: Outcome<Row, object>,
  secret: SecretResult | undefined,
): OutcomeFacts {
  const status = outcomeStatus(outcome)
  const concern = secretConcern(secret) ?? (isContradicted(outcome, status) ? 'differs' : undefined)
  const isMissing = tokenToRecreate(outcome) !== undefined && outcomeRow(outcome) === undefined
  return {
    status,
    ...(concern && { concern }),
    canUndo: canUndo(outcome),
    canRetry: canRetry(outcome),
    canReview: !isMissing && needsReview(outcome),
    canCorrect: hasSwappedFlags(outcome),
    isMissing,
    isOpen: isOpen(outcome),
  }
}

/** The row was as asked, and is no longer: there is nothing to do about that write. */
export const changedSinceFacts: OutcomeFacts = { status: 'error', concern: 'differs' }

/** What a later list makes of an outcome. */
export type LaterFinding =
  /** What was said still holds. */
  | { type: 'still-true' }
  /** It is as asked now. */
  | { type: 'resolved' }
  /** It was not as asked, and the later outcome tells how it is now. */
  | { type: 'unresolved' }
  /** It was as asked, and somebody else has changed it since; `fields`: what they changed, if a read shows that. */
  | { type: 'changed'; fields: readonly string[] }
  | { type: 'deleted' }
  | { type: 'reappeared' }

/** Compares an outcome with the same by a later list. */
export function findLater<Row extends TimestampedRow>(
  outcome: Outcome<Row, object>,
  later: Outcome<Row, object>,
): LaterFinding {
  const { delivery, readBack } = outcome
  if (delivery !== 'accepted' || readBack.status !== 'matches') {
    if (later.delivery === 'accepted' && later.readBack.status === 'matches') return { type: 'resolved' }
    if (delivery !== 'accepted' || readBack.status !== 'differs') return { type: 'unresolved' }
  }
  const previousRow = outcomeRow(outcome)
  const row = outcomeRow(later)
  if (previousRow === undefined) return { type: row === undefined ? 'still-true' : 'reappeared' }
  if (row === undefined) return { type: 'deleted' }
  if (later.readBack.status === 'matches') return { type: 'still-true' }
  const laterFields = differingFields(later)
  // A difference that was described then is no news.
  const knownFields = readBack.status === 'differs' ? readBack.fields : []
  const fields = laterFields.filter(
    (field) => !knownFields.includes(field) || storedValue(previousRow, field) !== storedValue(row, field),
  )
  return fields.length === 0 && laterFields.length > 0 ? { type: 'still-true' } : { type: 'changed', fields }
}

/**
 * The row that the next write to it met, by the read before it; undefined: no read tells. Another list proves nothing of
 * the writes before.
 */
export function rowBeforeWrite<Row extends TimestampedRow>(
  next: Outcome<Row, object>,
): { row: Row | undefined } | undefined {
  const { request, readBack, blockedBy } = next
  if (blockedBy === undefined) return request.before && { row: request.before }
  if (readBack.status === 'unavailable' || (blockedBy === 'name-taken' && request.operation !== 'create'))
    return undefined
  return { row: outcomeRow(next) }
}

/**
 * What a later write from here did about a row that an outcome left missing, in need of repair, or with swapped flags, and the
 * outcome of both; undefined: nothing.
 */
export function completionOf<Row extends TimestampedRow>(
  { outcome, facts }: { outcome: Outcome<Row, object>; facts: OutcomeFacts },
  later: Outcome<Row, object>,
): { type: 'recreated' | 'replaced' | 'repaired' | 'corrected'; outcome: Outcome<Row, object> } | undefined {
  const { request, delivery } = later
  if (facts.isMissing) {
    if (request.operation !== 'create' || delivery !== 'accepted' || outcomeRow(later) === undefined) return undefined
    const { before } = outcome.request
    const replaced = { valueChange: 'changed', sideEffect: { type: 'replaced' } } as const
    return {
      type: 'recreated',
      outcome: { ...later, ...replaced, request: { ...request, ...(before && { before }) } },
    }
  }
  if (facts.canCorrect) {
    const row = outcomeRow(later)
    const { body } = outcome.request
    const isAsAsked =
      row !== undefined &&
      body !== undefined &&
      differingFields(outcome).every((field) => storedValue(row, field) === storedValue(body, field))
    if (!isAsAsked || outcomeStatus(later) !== 'success') return undefined
    const { readBack, readStartedAt } = later
    return {
      type: 'corrected',
      outcome: { ...outcome, readBack, readStartedAt, sideEffect: { type: 'flags-corrected' } },
    }
  }
  if (facts.concern !== 'needs-repair') return undefined
  if (isReplaced(later)) return { type: 'replaced', outcome: later }
  const isFine = outcomeStatus(later) === 'success' && request.requestedFields.includes('value')
  return (isRepaired(later) ?? isFine) ? { type: 'repaired', outcome: later } : undefined
}

/** The stored value of a field by its name. */
export const storedValue = (row: object, field: string): unknown =>
  new Map<string, unknown>(Object.entries(row)).get(field)

/** Whether a refusal is contradicted by the row: a request that arrives twice is refused because of the first one. */
export const isRefusedButThere = ({ delivery, readBack, request }: Outcome<unknown, object>): boolean =>
  delivery === 'rejected' &&
  (readBack.status === 'matches' || (readBack.status === 'differs' && request.operation !== 'create'))

/** The fields that were asked for and are not so; of those that differ, the others are somebody else’s. */
export const missedFields = ({ readBack }: Pick<Outcome<unknown, object>, 'readBack'>): readonly string[] =>
  readBack.status === 'differs' ? readBack.fields.filter((field) => !readBack.unrequestedFields.includes(field)) : []

function outcomeStatus(outcome: Outcome<unknown, object>): OutcomeStatus {
  const { delivery, readBack, request, blockedBy } = outcome
  switch (blockedBy) {
    case undefined:
      break
    case 'no-change':
      return 'success'
    case 'not-found':
      return request.operation === 'delete' ? 'success' : 'error'
    case 'identity-unknown':
    case 'fields-unreadable':
      return 'unknown'
    case 'conflict':
    case 'recreated':
    case 'name-taken':
    case 'locks-out-self':
    case 'locks-out-everyone':
    case 'read-failed':
      return 'error'
  }
  if (delivery === 'unknown' || isRefusedButThere(outcome)) return 'unknown'
  if (delivery !== 'accepted') return 'error'
  if (readBack.status === 'unavailable') return 'unknown'
  // Of a replacement, the first half alone is none.
  if (readBack.status === 'matches') return tokenToRecreate(outcome) === undefined ? 'success' : 'error'
  // An update leaves a row; without one, it was deleted, or the list is an old one.
  const isVanished = readBack.status === 'unchanged' && request.operation === 'update' && readBack.row === undefined
  return isVanished ? 'unknown' : 'error'
}

/** Whether a read contradicts the service’s OK, or what the admin knew of the row. */
const isContradicted = ({ delivery, blockedBy }: Outcome<unknown, object>, status: OutcomeStatus): boolean =>
  blockedBy === undefined
    ? delivery === 'accepted' && status === 'error'
    : blockedBy === 'conflict' ||
      blockedBy === 'recreated' ||
      blockedBy === 'locks-out-self' ||
      blockedBy === 'locks-out-everyone'

function secretConcern(secret: SecretResult | undefined): OutcomeFacts['concern'] {
  switch (secret) {
    case 'value-created':
    case 'value-new':
      return 'new-value'
    case 'value-needs-repair':
      return 'needs-repair'
    case 'value-kept':
    case 'expiry-misread':
      return 'differs'
    case 'value-unused':
    case 'value-unseen':
    case 'account-may-exist':
    case undefined:
      return undefined
  }
}

function canUndo(outcome: Outcome<unknown, object>): boolean {
  const { delivery, readBack, request } = outcome
  if (delivery !== 'accepted' || request.operation !== 'update' || tokenToRecreate(outcome) !== undefined) return false
  return readBack.status === 'matches'
    ? request.before !== undefined
    : readBack.status === 'differs' && readBack.row !== undefined
}

function canRetry(outcome: Outcome<unknown, object>): boolean {
  const { delivery, readBack, request, blockedBy, sideEffect } = outcome
  const { operation } = request
  // Of a replacement, only a deletion that may not have arrived: the second half is to create it again.
  if (sideEffect?.type === 'replace-incomplete' && sideEffect.deletion === 'confirmed') return false
  if (blockedBy !== undefined)
    return (
      blockedBy === 'recreated' || (blockedBy === 'read-failed' && (operation === 'delete' || isTransient(outcome)))
    )
  if (delivery === 'not-sent' || delivery === 'rejected')
    // A password is gone: only the form can send it again.
    return (
      !isRefusedButThere(outcome) &&
      (operation === 'delete' || (isTransient(outcome) && request.writeOnlyFields.length === 0))
    )
  switch (readBack.status) {
    case 'unchanged':
      return delivery === 'unknown' || operation !== 'update' || readBack.row !== undefined
    case 'differs':
      // A creation that is sent again finds its name taken.
      if (operation === 'create' || readBack.row === undefined) return false
      return delivery === 'unknown' || operation === 'delete' || missedFields(outcome).length > 0
    case 'matches':
    case 'unavailable':
      return false
  }
}

const isTransient = ({ problem }: Outcome<unknown, object>) => problem !== undefined && isRetryable(problem)

function needsReview({ blockedBy, request }: Outcome<unknown, object>): boolean {
  if (blockedBy === 'read-failed') return request.operation === 'delete'
  return (
    blockedBy === 'conflict' ||
    blockedBy === 'identity-unknown' ||
    blockedBy === 'locks-out-self' ||
    blockedBy === 'locks-out-everyone'
  )
}

function isOpen(outcome: Outcome<unknown, object>): boolean {
  const { delivery, readBack, request, blockedBy } = outcome
  if (blockedBy !== undefined)
    return blockedBy === 'recreated' || (blockedBy === 'not-found' && request.operation !== 'delete')
  if (delivery === 'unknown' || isRefusedButThere(outcome)) return true
  if (delivery !== 'accepted' || hasSwappedFlags(outcome)) return false
  switch (readBack.status) {
    case 'matches':
      return false
    case 'differs':
      return readBack.row === undefined
    case 'unchanged':
      return request.operation !== 'update' || readBack.row === undefined
    case 'unavailable':
      return !isUnverifiable(outcome)
  }
}

/** What can be done about an outcome, in the order of the buttons. */
export function followUpsOf(
  outcome: Outcome<unknown, object>,
  facts: OutcomeFacts,
  secret: SecretResult | undefined,
  context: RowContext,
): readonly FollowUp[] {
  return [
    ...secretFollowUps(secret, context),
    ...(facts.isMissing === true ? (['recreate'] as const) : []),
    ...(facts.canRetry === true ? (['retry'] as const) : []),
    ...(facts.canReview === true ? (['review'] as const) : []),
    ...correctionOf(outcome),
    ...(facts.canUndo === true ? (['undo'] as const) : []),
    ...(facts.isOpen === true ? (['refresh'] as const) : []),
  ]
}

/** How what was asked for can be put right, where sending it once more would not do that. */
function correctionOf(outcome: Outcome<unknown, object>): readonly FollowUp[] {
  const { delivery, readBack, request, blockedBy } = outcome
  if (tokenToRecreate(outcome) !== undefined) return []
  if (blockedBy !== undefined) return blockedBy === 'name-taken' || blockedBy === 'fields-unreadable' ? ['edit'] : []
  if (delivery === 'not-sent' || delivery === 'rejected')
    // Nothing of a deletion can be corrected in a form.
    return request.operation === 'delete' || isRefusedButThere(outcome) ? [] : ['edit']
  if (hasSwappedFlags(outcome)) return ['correct-flags']
  if (readBack.status === 'matches') return delivery === 'unknown' ? ['set-password'] : []
  const isThere = delivery === 'unknown' || outcomeRow(outcome) !== undefined
  return request.operation === 'create' && readBack.status === 'differs' && isThere ? ['edit'] : []
}

function secretFollowUps(secret: SecretResult | undefined, context: RowContext): readonly FollowUp[] {
  switch (secret) {
    case 'value-created':
      return ['copy-value', 'reveal-value']
    case 'value-new':
      return ['copy-value']
    case 'value-needs-repair':
      return [canRepair(context) ? 'repair' : 'replace-value']
    case 'value-kept':
      return ['replace-value']
    case 'expiry-misread':
      return ['set-expiry']
    case 'account-may-exist':
      return ['send-flags']
    case 'value-unused':
    case 'value-unseen':
    case undefined:
      return []
  }
}
