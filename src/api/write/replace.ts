import { hasNoExpiry, type NewToken, type Token, type TokenChange, type TokenBody } from '#api/token.ts'
import { fromMillis } from '#api/wire.ts'
import type { RowSnapshot } from './resource-adapter.ts'
import type { OutcomeOf } from './outcome.ts'
import type { MultiStepContext } from './repair.ts'
import type { TokenTypes } from './token-adapter.ts'
import { compareValues } from './value-change.ts'

/**
 * Deletes a token and creates it again under the same name. Sends nothing if the second half lacks an answer, and no
 * second half unless a read shows that the token is gone. To be called in its turn.
 */
export async function replaceValue(
  seen: RowSnapshot<Token>,
  change: TokenChange,
  world: MultiStepContext,
): Promise<OutcomeOf<TokenTypes> | undefined> {
  const { steps, kind, now, watch } = world
  if (watch.shouldContinue?.() === false) return undefined
  const rows = await steps.read([seen.row.name])
  const [planned] = steps.plan([{ operation: 'delete', snapshot: seen }], rows, { at: now() })
  if (planned === undefined || !('ifUnchanged' in planned)) return planned
  const before = 'failed' in rows ? undefined : rows.get(seen.row.name)
  if (before === undefined) return undefined
  const composed = kind.toUpdateBody(before, change)
  const unanswered = new Set('unanswered' in composed ? composed.unanswered : [])
  if (change.expiration_date === undefined && !canStay(before, world)) unanswered.add('expiration_date')
  if ('unanswered' in composed || unanswered.size > 0) {
    const done = { ...planned.request, operation: 'create' as const }
    const shown = { status: 'unchanged' as const, row: before, fields: [...unanswered] }
    return {
      request: done,
      delivery: 'not-sent',
      blockedBy: 'fields-unreadable',
      readBack: shown,
      readStartedAt: planned.ifUnchanged.readStartedAt,
    }
  }
  const missing = composed.send
  const first = await steps.carry([planned], watch)
  const [removed] = first.outcomes
  const isGone = removed?.readBack.status === 'matches' && removed.delivery === 'accepted'
  if (!isGone || first.rows === undefined) {
    const isOpen =
      removed?.delivery === 'unknown' || (removed?.delivery === 'accepted' && removed.readBack.status === 'unavailable')
    // It may be gone, and what is needed to create it again must not be lost.
    return removed && isOpen
      ? { ...removed, sideEffect: { type: 'replace-incomplete', tokenToRecreate: missing, deletion: 'unknown' } }
      : removed
  }
  const half = { sideEffect: { type: 'replace-incomplete' as const, tokenToRecreate: missing, deletion: 'confirmed' as const } }
  const [again] = steps.plan([{ operation: 'create', draft: toNewToken(missing) }], first.rows)
  // Somebody else was quicker, and their token stays.
  if (again === undefined || !('ifUnchanged' in again)) return again && { ...again, ...half }
  // It goes through even if the job is stopped in between.
  const { shouldContinue: _stopped, ...told } = watch
  const second = await steps.carry([{ ...again, request: { ...again.request, before } }], told)
  const [made] = second.outcomes
  if (made?.delivery !== 'accepted' || made.readBack.status === 'unavailable' || made.readBack.row === undefined)
    return made && { ...made, ...half }
  const value = compareValues(before, made.readBack.row) === 'kept' ? 'kept' : 'changed'
  return { ...made, valueChange: value, sideEffect: { type: 'replaced' } }
}

/** What creates a token again that a replacement deleted. */
export function toNewToken({ expiration_date: integer, ...others }: TokenBody): NewToken {
  return { ...others, expiration_date: integer === undefined ? 'none' : { integer } }
}

/** Whether a new token can have the stored expiry: it is readable and lies ahead. */
function canStay(row: Token, { unit, now, clock }: MultiStepContext): boolean {
  if (hasNoExpiry(row)) return true
  const { expiration_date: integer } = row
  return typeof integer === 'number' && integer > fromMillis(now() + (clock?.surely()?.ms ?? 0), unit)
}
