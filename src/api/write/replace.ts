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
  if (watch.mayGoOn?.() === false) return undefined
  const rows = await steps.read([seen.row.name])
  const [planned] = steps.plan([{ do: 'remove', seen }], rows, { at: now() })
  if (planned === undefined || !('asBefore' in planned)) return planned
  const before = 'failed' in rows ? undefined : rows.get(seen.row.name)
  if (before === undefined) return undefined
  const composed = kind.compose(before, change)
  const unanswered = new Set('unanswered' in composed ? composed.unanswered : [])
  if (change.expiration_date === undefined && !canStay(before, world)) unanswered.add('expiration_date')
  if ('unanswered' in composed || unanswered.size > 0) {
    const done = { ...planned.done, do: 'create' as const }
    const shown = { is: 'as-before' as const, row: before, fields: [...unanswered] }
    return { done, sent: 'no', stop: 'unanswered', shown, at: planned.asBefore.at }
  }
  const missing = composed.send
  const first = await steps.carry([planned], watch)
  const [removed] = first.outcomes
  const isGone = removed?.shown.is === 'as-asked' && removed.sent === 'yes'
  if (!isGone || first.rows === undefined) {
    const isOpen = removed?.sent === 'perhaps' || (removed?.sent === 'yes' && removed.shown.is === 'unread')
    // It may be gone, and what is needed to create it again must not be lost.
    return removed && isOpen ? { ...removed, also: { did: 'half-replaced', missing, deleted: 'perhaps' } } : removed
  }
  const half = { also: { did: 'half-replaced' as const, missing, deleted: 'yes' as const } }
  const [again] = steps.plan([{ do: 'create', draft: toNewToken(missing) }], first.rows)
  // Somebody else was quicker, and their token stays.
  if (again === undefined || !('asBefore' in again)) return again && { ...again, ...half }
  // It goes through even if the job is stopped in between.
  const { mayGoOn: _stopped, ...told } = watch
  const second = await steps.carry([{ ...again, done: { ...again.done, before } }], told)
  const [made] = second.outcomes
  if (made?.sent !== 'yes' || made.shown.is === 'unread' || made.shown.row === undefined)
    return made && { ...made, ...half }
  const value = compareValues(before, made.shown.row) === 'kept' ? 'kept' : 'new'
  return { ...made, value, also: { did: 'replaced' } }
}

/** What creates a token again that a replacement deleted. */
export function toNewToken({ expiration_date: integer, ...others }: TokenBody): NewToken {
  return { ...others, expiration_date: integer === undefined ? 'not-given' : { integer } }
}

/** Whether a new token can have the stored expiry: it is readable and lies ahead. */
function canStay(row: Token, { unit, now, clock }: MultiStepContext): boolean {
  if (hasNoExpiry(row)) return true
  const { expiration_date: integer } = row
  return typeof integer === 'number' && integer > fromMillis(now() + (clock?.surely()?.ms ?? 0), unit)
}
