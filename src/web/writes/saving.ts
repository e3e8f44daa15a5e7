import type { PendingRecreations } from '#contract/saving/replace.ts'
import type { SavingWorld } from '#contract/saving/save.ts'
import { createTokenSaving, type KnownUnit, type TokenSaving } from '#contract/saving/token-saving.ts'
import { createTurns } from '#contract/saving/turns.ts'
import {
  createUnlistedUserSaving,
  createUserSaving,
  type UnlistedUserSaving,
  type UserSaving,
} from '#contract/saving/user-saving.ts'
import type { Service } from '#contract/service.ts'

/** Every write that a session can make, in one set of turns. */
export interface Saving {
  tokens: TokenSaving
  users: Omit<UserSaving, 'inTurn'>
  unlistedUsers: UnlistedUserSaving
}

/** The writes of a session. No list needs this code before something is done to it. */
export function createSaving(
  { tokens, users, clock }: Service,
  world: Omit<SavingWorld, 'turns'> & { pending: PendingRecreations },
  unit: () => KnownUnit,
): Saving {
  const inTurns = { ...world, turns: createTurns() }
  return {
    tokens: createTokenSaving(tokens, { ...inTurns, clock }, unit),
    users: createUserSaving(users, inTurns),
    unlistedUsers: createUnlistedUserSaving(users, inTurns),
  }
}
