import type { Console } from '#web/app/console.tsx'

/**
 * Checks on a temporary token what an update does to a token's value, and stores the result.
 * @returns names of temporary tokens that may still exist.
 * @throws {ServiceError} when the answers are not a Query service's; nothing has been created then.
 */
export async function checkUpdates(
  { probe, learned }: Pick<Console, 'probe' | 'learned'>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const found = await probe({ write: true, only: 'token-updates', signal })
  learned.put(found.learned)
  return found.left
}
