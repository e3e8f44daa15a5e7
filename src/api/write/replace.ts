import { hasNoExpiry, type NewToken, type Token, type TokenChange, type TokenBody } from '#api/token.ts'
import { fromMillis } from '#api/wire.ts'
import type { RowSnapshot } from './resource-adapter.ts'
import type { OutcomeOf } from './outcome.ts'
import type { MultiStepContext } from './repair.ts'
import type { TokenTypes } from './token-adapter.ts'
import { compareValues } from './value-change.ts'

/**
 * Deletes a token and creates it again under the same name. Sends nothing if the new token cannot take over a field, and
 * no second half unless a read shows that the token is gone. To be called in the queue of its row.
 */
export async function replaceValue(
  snapshot: RowSnapshot<Token>,
  change: TokenChange,
  context: MultiStepContext,
): Promise<OutcomeOf<TokenTypes> | undefined> {
  const { steps, adapter, now, observer } = context
  if (observer.shouldContinue?.() === false) return undefined
  const rows = await steps.read([snapshot.row.name])
  const [deletionPlan] = steps.plan([{ operation: 'delete', snapshot }], rows, { readStartedAt: now() })
  if (deletionPlan === undefined || !('ifUnchanged' in deletionPlan))
    // What was to be replaced is not done because it is gone.
    return deletionPlan?.blockedBy === 'not-found'
      ? { ...deletionPlan, request: { ...deletionPlan.request, operation: 'create' } }
      : deletionPlan
  const before = 'failed' in rows ? undefined : rows.get(snapshot.row.name)
  if (before === undefined) return undefined
  const composed = adapter.toUpdateBody(before, change)
  const unanswered = new Set('unreadable' in composed ? composed.unreadable : [])
  if (change.expiration_date === undefined && !canKeepExpiry(before, context)) unanswered.add('expiration_date')
  if ('unreadable' in composed || unanswered.size > 0) {
    const request = { ...deletionPlan.request, operation: 'create' as const }
    const readBack = { status: 'unchanged' as const, row: before, fields: [...unanswered] }
    return {
      request,
      delivery: 'not-sent',
      blockedBy: 'fields-unreadable',
      readBack,
      readStartedAt: deletionPlan.ifUnchanged.readStartedAt,
    }
  }
  const tokenToRecreate = composed.body
  const deletionResult = await steps.execute([deletionPlan], observer)
  const [deletionOutcome] = deletionResult.outcomes
  const isDeleted = deletionOutcome?.readBack.status === 'matches' && deletionOutcome.delivery === 'accepted'
  if (!isDeleted || deletionResult.rows === undefined) {
    const mayBeDeleted =
      deletionOutcome?.delivery === 'unknown' ||
      (deletionOutcome?.delivery === 'accepted' && deletionOutcome.readBack.status === 'unavailable')
    // It may be gone, and what is needed to create it again must not be lost.
    return deletionOutcome && mayBeDeleted
      ? { ...deletionOutcome, sideEffect: { type: 'replace-incomplete', tokenToRecreate, deletion: 'unknown' } }
      : deletionOutcome
  }
  const halfReplaced = {
    sideEffect: { type: 'replace-incomplete' as const, tokenToRecreate, deletion: 'confirmed' as const },
  }
  const [creationPlan] = steps.plan([{ operation: 'create', draft: toNewToken(tokenToRecreate) }], deletionResult.rows)
  // Somebody else was quicker, and their token stays.
  if (creationPlan === undefined || !('ifUnchanged' in creationPlan))
    return creationPlan && { ...creationPlan, ...halfReplaced }
  // It goes through even if the job is stopped in between.
  const { shouldContinue: _stopped, ...remainingObserver } = observer
  const creationResult = await steps.execute(
    [{ ...creationPlan, request: { ...creationPlan.request, before } }],
    remainingObserver,
  )
  const [creationOutcome] = creationResult.outcomes
  if (
    creationOutcome?.delivery !== 'accepted' ||
    creationOutcome.readBack.status === 'unavailable' ||
    creationOutcome.readBack.row === undefined
  )
    return creationOutcome && { ...creationOutcome, ...halfReplaced }
  const valueChange = compareValues(before, creationOutcome.readBack.row) === 'kept' ? 'kept' : 'changed'
  return { ...creationOutcome, valueChange, sideEffect: { type: 'replaced' } }
}

/** What creates a token again that a replacement deleted. */
export function toNewToken({ expiration_date: integer, ...others }: TokenBody): NewToken {
  return { ...others, expiration_date: integer === undefined ? 'none' : { integer } }
}

/** Whether a new token can have the stored expiry: it is readable and lies ahead. */
function canKeepExpiry(row: Token, { unit, now, clock }: MultiStepContext): boolean {
  if (hasNoExpiry(row)) return true
  const { expiration_date: integer } = row
  return typeof integer === 'number' && integer > fromMillis(now() + (clock?.surely()?.ms ?? 0), unit)
}
