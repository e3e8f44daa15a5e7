import type { ServiceClock } from '#contract/clock.ts'
import type { Service } from '#contract/service.ts'
import type { Token, TokenChange, TokenDraft } from '#contract/token.ts'
import type { User } from '#contract/user.ts'
import type { Unit } from '#contract/wire.ts'
import type { Calls, Seen } from './kind.ts'
import type { OutcomeOf } from './outcome.ts'
import { repairValue, type StepsWorld } from './repair.ts'
import { replaceValue } from './replace.ts'
import { tokenKind, type TokenTypes } from './token-kind.ts'
import { waitFor } from './turns.ts'
import { userKind, type UserTypes } from './user-kind.ts'
import { createWriter, type Watch, type World, type Writer } from './writer.ts'

/** The outcome of a write of a token. */
export type TokenOutcome = OutcomeOf<TokenTypes>

/** The outcome of a write of a user. */
export type UserOutcome = OutcomeOf<UserTypes>

/** The verified writes of tokens. */
export interface TokenWriter extends Writer<TokenTypes> {
  /**
   * Saves a token as `inTurn` does, then sends its record again until the value agrees with its row, five times at most,
   * in one turn. An empty change repairs the value alone: `already` where it agrees. `also` tells how it ended. A row that
   * somebody else changes meanwhile is left alone.
   */
  repair: (seen: Seen<Token>, change: TokenChange, watch?: Watch) => Promise<TokenOutcome | undefined>
  /**
   * Deletes a token and creates it again with another value, in one turn. Nothing is sent if the second half lacks an
   * answer. `change`: what the new token has differently. To create again what `half-replaced` misses, create `draftOf` it.
   */
  replace: (seen: Seen<Token>, change: TokenChange, watch?: Watch) => Promise<TokenOutcome | undefined>
}

/** The verified writes of users. Where the service lists none, nothing is read, and every row shown is `unread`. */
export type UserWriter = Writer<UserTypes>

/** `unit`: of the service's moments, as documented where it is unknown; it is read for each write. */
export function tokenWriter(
  tokens: Calls<TokenTypes>,
  world: World & { clock?: ServiceClock | undefined },
  unit: () => Unit,
): TokenWriter {
  const { now, signal, clock, wait = waitFor } = world
  // A lifetime counts by the service's clock, where it is known: by a slow one of this machine it could be over at birth.
  const kind = tokenKind(unit, () => now() + (clock?.surely()?.ms ?? 0))
  const { inTurn, later, steps } = createWriter(tokens, kind, world)
  const inOneTurn =
    (act: (seen: Seen<Token>, change: TokenChange, world: StepsWorld) => Promise<TokenOutcome | undefined>) =>
    (seen: Seen<Token>, change: TokenChange, watch: Watch = {}) =>
      steps.inTurn([seen.row.name], async () => {
        const send = (record: TokenDraft) => tokens.update(record, { signal })
        const more = { unit: unit(), now, clock, watch, send, wait: (ms: number) => wait(ms, signal) }
        const outcome = await act(seen, change, { steps, kind, ...more })
        if (outcome !== undefined && outcome.sent !== 'no') steps.know(outcome)
        return outcome
      })
  return { inTurn, later, repair: inOneTurn(repairValue), replace: inOneTurn(replaceValue) }
}

/** `isYou`: whether a row is, or may be, the account of this session. */
export function userWriter(users: Calls<UserTypes>, world: World, isYou?: (row: User) => boolean): UserWriter {
  const { inTurn, later } = createWriter(users, userKind(isYou), world)
  return { inTurn, later }
}

/** For a service that lists no users: what is sent is made from the row that is given as seen. */
export function unlistedUserWriter(
  { create, update, remove }: Service['users'],
  world: World,
  isYou?: (row: User) => boolean,
): UserWriter {
  return userWriter({ create, update, remove }, world, isYou)
}
