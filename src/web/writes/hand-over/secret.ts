import type { ResourceName } from '#contract/problem.ts'
import type { Session } from '#web/ui/session.ts'
import type { Store } from '#web/ui/store.ts'
import { counted } from '#web/ui/time.ts'

/** A new value or password that somebody is to get. Its text is only read when it is copied or written to a file. */
export interface Secret {
  resource: ResourceName
  /** Of its row. */
  name: string
  is: 'value' | 'password'
  /** Whether a read has shown that the row exists. */
  isConfirmed: boolean
  /** @throws {NoSecret} if there is none, and what a call to the service throws. */
  read: (session: Session, signal: AbortSignal) => Promise<string>
  /** It was copied, or written to a file. */
  onHanded: (session: Session) => void
  /** The list was closed after that. */
  onClosed?: (session: Session) => void
}

/** There is no secret. The message is the end of a sentence about the row. */
export class NoSecret extends Error {}

/** One of several secrets could not be read. `cause`: why. */
export class Unread extends Error {
  constructor(
    readonly secret: Secret,
    cause: unknown,
  ) {
    super('a secret could not be read', { cause })
  }
}

/** How many are read at a time. */
const atOnce = 4

/**
 * Reads all of them, in their order. The first failure ends the rest.
 * @throws {Unread}
 */
export async function readAll(secrets: readonly Secret[], session: Session, ended: AbortSignal): Promise<string[]> {
  const failed = new AbortController()
  const signal = AbortSignal.any([ended, failed.signal])
  const texts = secrets.map(() => '')
  const rest = secrets.entries()
  const readRest = async () => {
    for (const [at, secret] of rest) {
      try {
        texts[at] = await secret.read(session, signal)
      } catch (cause) {
        failed.abort()
        throw new Unread(secret, cause)
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, readRest))
  return texts
}

/** `3 new values and 1 new password`. */
export function secretWords({ values, passwords }: { values: number; passwords: number }): string {
  const what = [values > 0 && counted(values, 'new value'), passwords > 0 && counted(passwords, 'new password')]
  return what.filter((part) => part !== false).join(' and ')
}

declare module '#web/ui/session.ts' {
  interface Session {
    /**
     * The open list of new values and passwords; undefined: it is closed. `tokens`: more tokens whose values are new,
     * besides those of this session's acts.
     */
    handOver: Store<{ tokens?: readonly string[] } | undefined>
  }
}
