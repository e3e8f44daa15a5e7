import type { PendingRecreations } from '#contract/saving/replace.ts'
import type { SavingWorld } from '#contract/saving/acts.ts'
import { createTokenSaving, type KnownUnit, type TokenSaving } from '#contract/saving/token-saving.ts'
import { createTurns } from '#contract/saving/turns.ts'
import {
  createUnlistedUserSaving,
  createUserSaving,
  type UnlistedUserSaving,
  type UserSaving,
} from '#contract/saving/user-saving.ts'
import type { Service } from '#contract/service.ts'

/** All writes of a session. They share one queue per name. */
export interface Saving {
  tokens: TokenSaving
  users: UserSaving
  unlistedUsers: UnlistedUserSaving
}

/** Creates the writes of a session. This code is loaded lazily: showing a list does not need it. */
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
