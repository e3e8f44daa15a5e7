import type { PendingRecreations } from '#contract/saving/replace.ts'
import type { SavingWorld } from '#contract/saving/save.ts'
import { createTokenSaving, type KnownUnit } from '#contract/saving/token-saving.ts'
import { createTurns } from '#contract/saving/turns.ts'
import { createUnlistedUserSaving, createUserSaving } from '#contract/saving/user-saving.ts'
import type { Service } from '#contract/service.ts'
import type { Saving } from './saving.ts'

/** The writes of a session, in one set of turns. */
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
