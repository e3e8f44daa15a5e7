import type { ServiceClock } from '#contract/clock.ts'
import { isNotGiven, type NewToken, type Token, type TokenChange, type TokenDraft } from '#contract/token.ts'
import { integerFor, type Unit } from '#contract/wire.ts'
import { isSameRow, type Read } from './judge.ts'
import type { Kind, Seen } from './kind.ts'
import type { OutcomeOf } from './outcome.ts'
import type { TokenTypes } from './token-kind.ts'
import { valueOutcomeOf } from './value.ts'
import type { Steps, Watch } from './writer.ts'

type TokenOutcome = OutcomeOf<TokenTypes>

/** What a replacement needs from outside. */
export interface ReplaceWorld {
  steps: Steps<TokenTypes>
  kind: Kind<TokenTypes>
  unit: Unit
  /** The page's milliseconds since 1970. */
  now: () => number
  clock: ServiceClock | undefined
  watch: Watch
}

/**
 * Deletes a token and creates it again under the same name. Sends nothing if the second half lacks an answer. To be
 * called in its turn.
 */
export async function replaceValue(
  seen: Seen<Token>,
  change: TokenChange,
  world: ReplaceWorld,
): Promise<TokenOutcome | undefined> {
  const { steps, kind, now, watch } = world
  if (watch.mayGoOn?.() === false) return undefined
  const rows = await steps.read([seen.row.name])
  const [planned] = steps.plan([{ do: 'remove', seen }], rows, { at: now() })
  const row = 'failed' in rows ? undefined : rows.get(seen.row.name)
  if (planned === undefined || row === undefined || 'failed' in rows)
    return planned && 'open' in planned ? undefined : planned
  if (!('open' in planned)) return planned
  const composed = kind.compose(row, change)
  const unanswered = new Set('unanswered' in composed ? composed.unanswered : [])
  if (change.expiration_date === undefined && !canStay(row, world)) unanswered.add('expiration_date')
  if ('unanswered' in composed || unanswered.size > 0) {
    const done = { do: 'create' as const, from: row.name, name: row.name, before: row, asked: [], unseen: [] }
    const shown = { is: 'as-before' as const, row, fields: [...unanswered] }
    return { done, sent: 'no', stop: 'unanswered', shown, at: rows.at }
  }
  const missing = composed.send
  const { outcomes, rows: after } = await steps.carry([planned], watch)
  const [removed] = outcomes
  if (removed === undefined) return undefined
  const isGone = removed.shown.is === 'as-asked'
  // It may be gone, and what is needed to create it again must not be lost.
  if (removed.sent === 'perhaps') return { ...removed, also: { did: 'half-replaced', missing, deleted: 'perhaps' } }
  if (!isGone && removed.shown.is !== 'unread') return removed
  if (removed.sent !== 'yes') return removed
  return created(world, { row, missing, removed, rows: isGone ? after : undefined })
}

/** What creates a token again that a replacement deleted. */
export function draftOf({ expiration_date: integer, ...others }: TokenDraft): NewToken {
  return { ...others, expiration_date: integer === undefined ? 'not-given' : { integer } }
}

/** What is known when the second half begins. `rows`: by a read that showed that the row is gone; undefined: none did. */
interface FirstHalf {
  row: Token
  missing: TokenDraft
  removed: TokenOutcome
  rows: Read<Token> | undefined
}

/** The second half. It goes through even if the job is stopped in between. */
async function created(
  { steps, now, watch }: ReplaceWorld,
  { row: before, missing, removed, rows }: FirstHalf,
): Promise<TokenOutcome | undefined> {
  const read = rows ?? (await steps.read([missing.name]))
  const there = 'failed' in read ? undefined : read.get(missing.name)
  const isGone = !('failed' in read) && (read.isSure || there !== undefined)
  const half = {
    also: { did: 'half-replaced' as const, missing, deleted: isGone ? ('yes' as const) : ('perhaps' as const) },
  }
  // The deletion could not be read back, and now turns out to have had no effect.
  if (rows === undefined && there !== undefined && !('failed' in read) && isSameRow(before, there) !== false) {
    return { ...removed, shown: { is: 'as-before', row: there, fields: [] }, at: read.at }
  }
  const [planned] = steps.plan([{ do: 'create', draft: draftOf(missing) }], read, { at: now() })
  // Somebody else was quicker, and their token stays; or nobody can tell.
  if (planned === undefined || !('open' in planned)) return planned && { ...planned, ...half }
  const again: typeof planned = {
    ...planned,
    open: (calls, signal) => {
      const { done, send } = planned.open(calls, signal)
      return { done: { ...done, before }, send }
    },
  }
  const { onSend, onAnswer } = watch
  const { outcomes } = await steps.carry([again], { ...(onSend && { onSend }), ...(onAnswer && { onAnswer }) })
  const [made] = outcomes
  if (made?.sent !== 'yes' || made.shown.is === 'unread' || made.shown.row === undefined)
    return made && { ...made, ...half }
  const value = valueOutcomeOf(before, made.shown.row) === 'kept' ? 'kept' : 'new'
  return { ...made, value, also: { did: 'replaced' } }
}

/** Whether a new token can have the stored expiry: it is readable and lies ahead. */
function canStay(row: Token, { unit, now, clock }: ReplaceWorld): boolean {
  if (isNotGiven(row)) return true
  const { expiration_date: integer } = row
  return typeof integer === 'number' && integer > integerFor(now() + (clock?.surely()?.ms ?? 0), unit)
}
