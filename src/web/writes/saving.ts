import type { TokenSaving } from '#contract/saving/token-saving.ts'
import type { UnlistedUserSaving, UserSaving } from '#contract/saving/user-saving.ts'
import { later } from '#web/ui/later.tsx'

/** Every write that a session can make, in one set of turns. */
export interface Saving {
  tokens: TokenSaving
  users: Omit<UserSaving, 'inTurn'>
  unlistedUsers: UnlistedUserSaving
}

/** The code that writes: no list needs it before something is done to it. */
export const savingCode = later(() => import('./create-saving.ts'))

/**
 * The writes of a session, made once, when they are first asked for. Whoever asks while the code is on its way gets them
 * in the order of asking, so that the turns per name are those of the clicks.
 * @throws {NotFetched} where the code cannot be had; nothing was sent then, and the next call asks again.
 */
export function savingOnceFetched(
  make: (code: Awaited<ReturnType<typeof savingCode.fetch>>) => Saving,
): () => Promise<Saving> {
  let made: Saving | undefined
  return async () => {
    const code = await savingCode.fetch()
    return (made ??= make(code))
  }
}
