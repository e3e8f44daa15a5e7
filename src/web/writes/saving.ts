import type { PendingRecreations } from '#contract/saving/replace.ts'
import type { RunWatch, SavingWorld } from '#contract/saving/acts.ts'
import { createTokenSaving, type KnownUnit, type TokenSaving } from '#contract/saving/token-saving.ts'
import { createTurns } from '#contract/saving/turns.ts'
import {
  createUnlistedUserSaving,
  createUserSaving,
  type UnlistedUserSaving,
  type UserSaving,
} from '#contract/saving/user-saving.ts'
import type { ResourceName } from '#contract/problem.ts'
import type { Service } from '#contract/service.ts'

/** All writes of a session. They share one queue per name. */
export interface Saving {
  tokens: TokenSaving
  users: UserSaving
  unlistedUsers: UnlistedUserSaving
  /** The same writes for the items of a run over rows of this resource, which share their reads. */
  inRun: (resource: ResourceName, run: RunWatch) => Saving
}

/** Creates the writes of a session. This code is loaded lazily: showing a list does not need it. */
export function createSaving(
  { tokens, users, clock }: Service,
  world: Omit<SavingWorld, 'turns'> & { pending: PendingRecreations },
  unit: () => KnownUnit,
): Saving {
  const inTurns = { ...world, turns: createTurns() }
  const listed = {
    tokens: createTokenSaving(tokens, { ...inTurns, clock }, unit),
    users: createUserSaving(users, inTurns),
  }
  const saving: Saving = {
    ...listed,
    unlistedUsers: createUnlistedUserSaving(users, inTurns),
    inRun: (resource, run) => ({ ...saving, [resource]: listed[resource].inRun(run) }),
  }
  return saving
}
