import type { TokenSaving } from '#contract/saving/token-saving.ts'
import type { UnlistedUserSaving, UserSaving } from '#contract/saving/user-saving.ts'
import { later } from '#web/ui/later.tsx'

/** Every write that a session can make. */
export interface Savings {
  tokens: TokenSaving
  users: Omit<UserSaving, 'inTurn'>
  unlistedUsers: UnlistedUserSaving
}

/** The code that writes and brings verdicts onto the page: no list needs it before something is done to it. */
export const acting = later(() => import('./acting.ts'))

/**
 * Writes whose code may still be on its way. Whatever is asked waits for it in the order in which it was asked, so the
 * turns per name are those of the clicks.
 * @throws {NotFetched} from each call where the code cannot be had; nothing was sent then.
 */
export function savingsOnceFetched(make: (code: Awaited<ReturnType<typeof acting.fetch>>) => Savings): Savings {
  let made: Savings | undefined
  const savings = async () => {
    const code = await acting.fetch()
    return (made ??= make(code))
  }
  return {
    tokens: {
      save: async (...asked) => (await savings()).tokens.save(...asked),
      create: async (...asked) => (await savings()).tokens.create(...asked),
      remove: async (...asked) => (await savings()).tokens.remove(...asked),
      repair: async (...asked) => (await savings()).tokens.repair(...asked),
      replace: async (...asked) => (await savings()).tokens.replace(...asked),
      createAgain: async (...asked) => (await savings()).tokens.createAgain(...asked),
    },
    users: {
      save: async (...asked) => (await savings()).users.save(...asked),
      create: async (...asked) => (await savings()).users.create(...asked),
      remove: async (...asked) => (await savings()).users.remove(...asked),
    },
    unlistedUsers: {
      save: async (...asked) => (await savings()).unlistedUsers.save(...asked),
      create: async (...asked) => (await savings()).unlistedUsers.create(...asked),
      remove: async (...asked) => (await savings()).unlistedUsers.remove(...asked),
    },
  }
}
