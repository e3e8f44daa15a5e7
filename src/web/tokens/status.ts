import type { StatusIconName } from '#web/ui/icons.tsx'
import { type Token, hasNoExpiry, type Expiry } from '#api/token.ts'
import { type ValueContext, contradictsRow, valueState, canRepair } from '#api/service-facts.ts'
import { guessTimeUnit, toMillis, type TimeUnit } from '#api/wire.ts'
import { capitalize, formatDate, formatTime, formatDateTime, formatRelative } from '#web/ui/format.ts'
import {
  type Outcome,
  differingFields,
  isAccepted,
  outcomeRow,
  misreadTimeUnit,
  isReplaced,
  isValueUnseen,
  isRepaired,
} from '#api/write/outcome.ts'
import type { RowContext } from '#web/resource/row-context.ts'
import type { SecretResult } from '#web/resource/outcome-facts.ts'
import type { OutcomeSentence } from '#web/resource/outcome-sentences.ts'
import type { SecretWarning } from '#web/resource/resource.ts'

/** The first that applies: unreadable, inactive, expired, expires soon, active. */
export type TokenStatus = Exclude<StatusIconName, 'repair' | 'new-value'>

export const tokenStatusLabels: Record<TokenStatus, string> = {
  active: 'Active',
  soon: 'Expires soon',
  past: 'Expired',
  inactive: 'Inactive',
  unknown: 'Unreadable',
}

/** The word for a token without an expiry, everywhere. */
export const noExpiryLabel = 'No expiry'

const minute = 60_000

/**
 * How long before its expiry a token *expires soon*, in milliseconds: a minute less than seven days, so that one that
 * was just created for seven days is not marked at once.
 */
const expiresSoonMs = 7 * 24 * 60 * minute - minute

/**
 * The intended moment, if the stored number makes sense only in the other unit. On a service that counts seconds, a
 * number of milliseconds is thousands of years away.
 */
export function expiryInOtherUnit(token: Token, { timeUnit }: Pick<ValueContext, 'timeUnit'>): number | undefined {
  const { expiration_date: storedNumber } = token
  const storedUnit = guessTimeUnit(storedNumber)
  return storedUnit === undefined || storedUnit === timeUnit ? undefined : toMillis(storedNumber, storedUnit)
}

/** When the token expires, in milliseconds since 1970; `none`: no expiry; undefined: unreadable. */
export function expiryOf(token: Token, unit: TimeUnit): number | 'none' | undefined {
  return hasNoExpiry(token) ? 'none' : toMillis(token.expiration_date, unit)
}

/** The status by what is stored, not by what the service enforces. */
export function tokenStatus(token: Token, { now, timeUnit }: ValueContext): TokenStatus {
  const expiry = expiryOf(token, timeUnit)
  if (token.active === undefined || expiry === undefined) return 'unknown'
  if (!token.active) return 'inactive'
  if (expiry === 'none') return 'active'
  const remaining = expiry - now
  if (remaining <= 0) return 'past'
  return remaining <= expiresSoonMs ? 'soon' : 'active'
}

/** A stored expiry as a clause: *it expires today 10:41*. */
export function expiryClause(token: Token, { now, timeUnit }: ValueContext): string {
  const expiry = expiryOf(token, timeUnit)
  if (expiry === undefined) return 'its expiry cannot be read'
  if (expiry === 'none') return 'no expiry is set'
  const day = formatDate(expiry) === formatDate(now) ? 'today' : `${formatDate(expiry)},`
  return `${expiry <= now ? 'it expired' : 'it expires'} ${day} ${formatTime(expiry)}`
}

/** What a job did that gave this expiry to all its rows. */
export function expirySetLabel(expiry: Expiry | undefined): string {
  if (expiry === 'none') return 'Expiry of # removed'
  return typeof expiry === 'object' && 'at' in expiry
    ? `Expiry of # set to ${formatDateTime(expiry.at)}`
    : 'Expiry of # set'
}

/** Why a replaced value needs another expiry; undefined: it keeps the stored one. */
export function newExpiryReason(
  token: Token,
  { timeUnit, now }: ValueContext,
): 'can’t be read' | 'has passed' | undefined {
  const expiry = expiryOf(token, timeUnit)
  if (expiry === undefined) return 'can’t be read'
  return expiry !== 'none' && expiry <= now ? 'has passed' : undefined
}

/** What a write did to the value of a token, if that leaves something to know. */
export function tokenValueResult(outcome: Outcome<Token, object>, context: RowContext): SecretResult | undefined {
  const { valueChange, request } = outcome
  const row = outcomeRow(outcome)
  if (row === undefined || request.operation === 'delete') return undefined
  if (misreadTimeUnit(outcome) !== undefined) return 'expiry-misread'
  if (isReplaced(outcome) && valueChange === 'kept') return 'value-kept'
  if (context.updateEffect === undefined && isValueUnseen(outcome)) return 'value-unseen'
  // A list doesn't show which value it is, but whether it agrees with its row: before this write it did.
  const { before } = request
  const isSpoiled = valueChange === 'unknown' && before !== undefined && !contradictsRow(before, context)
  const isUnrepaired = (isSpoiled || isRepaired(outcome) === false) && contradictsRow(row, context)
  // What was created otherwise than asked has that to be looked at first.
  const isCreated = isNewToken(outcome) && isAccepted(outcome) && differingFields(outcome).length === 0
  if (!isCreated && valueChange !== 'changed' && !isUnrepaired) return undefined
  const state = valueState(row, context)
  if (state === 'needs-repair') return 'value-needs-repair'
  // What was just deactivated is for nobody; neither is the value of an inactive token that activating it replaces.
  if (state === 'inactive' && request.requestedFields.includes('active'))
    return isNewToken(outcome) && context.updateEffect === 'keeps' ? 'value-created' : 'value-unused'
  return isNewToken(outcome) ? 'value-created' : 'value-new'
}

/** A replaced value was in use; that of a new token was not. */
const isNewToken = (outcome: Outcome<Token, object>): boolean =>
  outcome.request.operation === 'create' && !isReplaced(outcome)

/** What is said of it. */
export function tokenValueSentences(outcome: Outcome<Token, object>, context: RowContext): readonly OutcomeSentence[] {
  const row = outcomeRow(outcome)
  if (row === undefined) return []
  switch (tokenValueResult(outcome, context)) {
    case 'expiry-misread': {
      const clause = expiryClause(row, { ...context, timeUnit: misreadTimeUnit(outcome) ?? context.timeUnit })
      return [['expiry', `${capitalize(clause)}.`]]
    }
    case 'value-kept':
      return [['use', 'The service issued the same value again.']]
    case 'value-needs-repair':
      // After a repair that failed, it still does.
      return [
        ...(isRepaired(outcome) === false ? [] : [['value', 'The new value needs repair.'] as const]),
        ['use', 'The service will probably reject it.'],
      ]
    case 'value-created':
    case 'value-new':
    case 'value-unused':
      return newValueSentences(outcome, row, context)
    case 'value-unseen':
    case 'account-may-exist':
    case undefined:
      return []
  }
}

/** What no list shows: whether a save changed the value. */
export const tokenUnseenText = (outcome: Outcome<Token, object>, context: RowContext): string | undefined =>
  tokenValueResult(outcome, context) === 'value-unseen'
    ? 'This service doesn’t show whether the value changed.'
    : undefined

/** What can be done with another value, or with that of a new token. */
function newValueSentences(
  outcome: Outcome<Token, object>,
  row: Token,
  context: RowContext,
): readonly OutcomeSentence[] {
  const isCreated = isNewToken(outcome)
  const state = valueState(row, context)
  const hindrance =
    state === 'inactive'
      ? `The token is inactive. ${activationEffectText(context)}`
      : state === 'expired'
        ? 'The token has expired.'
        : undefined
  const handOut = isCreated
    ? 'Copy its value for the program that needs it.'
    : 'Give it to the programs that use this token.'
  const sentences: readonly (OutcomeSentence | false)[] = [
    !isCreated && ['value', 'New value.'],
    !isCreated && state === 'should-work' && ['use', 'It will probably work.'],
    hindrance === undefined ? ['hand-out', handOut] : ['use', hindrance],
  ]
  return sentences.filter((sentence) => sentence !== false)
}

/** A value that works for less than this is worth a warning: five minutes, in milliseconds. */
const shortLifetimeMs = 5 * 60_000

/** What is known against using the value of a token now, as far as its row shows; undefined: nothing. */
export function tokenSecretWarning(token: Token, context: RowContext): SecretWarning | undefined {
  switch (valueState(token, context)) {
    case 'inactive': {
      const unusable = { label: 'Inactive' }
      if (context.updateEffect === 'keeps')
        return { text: '. The token is inactive: activate it before you use the value.', unusable }
      const replaces = context.updateEffect === undefined ? 'may replace' : 'replaces'
      return { text: `, but the token is inactive. Activating it ${replaces} the value.`, unusable }
    }
    case 'expired':
      return { text: ', but the token has expired.', unusable: { label: 'Expired' } }
    case 'needs-repair': {
      const text = ', but the service will probably reject it.'
      return canRepair(context)
        ? { text: `${text} Repair it first.`, unusable: { label: 'Needs repair', action: 'repair' } }
        : { text: `${text} Replace it first.`, unusable: { label: 'Needs repair' } }
    }
    case 'should-work':
    case 'unknown': {
      const expiry = expiryOf(token, context.timeUnit)
      const remaining = typeof expiry === 'number' ? expiry - context.now : undefined
      return remaining !== undefined && remaining > 0 && remaining < shortLifetimeMs
        ? { text: `. The token expires ${formatRelative(remaining, 0)}.` }
        : undefined
    }
  }
}

/** What activating it does to its value. */
export const activationEffectText = ({ updateEffect }: Pick<RowContext, 'updateEffect'>) =>
  updateEffect === 'keeps'
    ? 'Activating it keeps the value.'
    : `Activating it ${updateEffect === undefined ? 'may replace' : 'replaces'} the value again.`

/** Whether a value that leaked still works, as far as the row of its token shows. */
export function leakMessage(token: Token, context: RowContext): string {
  switch (valueState(token, context)) {
    case 'should-work':
      return 'It is active and not expired, so this value will probably work.'
    case 'inactive':
      return 'It is inactive, so the service should reject this value.'
    case 'expired':
      return 'It has expired. Whether the service still accepts this value is not documented.'
    case 'needs-repair':
      return 'Its value needs repair, so the service will probably reject it.'
    case 'unknown':
      return `${token.active === true ? 'It is active' : 'Whether it is active cannot be read'}, so this value may still work.`
  }
}
