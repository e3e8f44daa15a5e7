import type { Console } from '#web/app/console.tsx'

/**
 * Finds out what an update does to a token's value, on one token of its own, and keeps what was learned.
 * @returns names of throw-away tokens that may still be there.
 * @throws {ServiceError} where the service does not answer as one; nothing was created then.
 */
export async function checkUpdates(
  { probe, learned }: Pick<Console, 'probe' | 'learned'>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const found = await probe({ write: true, only: 'token-updates', freshName, now: Date.now, signal })
  learned.put(found.learned)
  return found.left
}

/** A name nobody has: 16 random bytes. */
export function freshName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return `query-admin-probe-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
