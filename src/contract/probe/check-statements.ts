import type { Connection } from '#contract/connection.ts'
import { waitFor } from '#contract/saving/turns.ts'
import { connectWithSignIn } from '#contract/sign-in.ts'
import { tokenStatements } from './statements-tokens.ts'
import { userStatements } from './statements-users.ts'
import { readingStatement, type Outcome, type Statement } from './statement.ts'
import { randomPassword } from '#contract/random.ts'
import { createTemporaryRows } from './temporary-rows.ts'
import type { ProbeOptions } from './probe.ts'

/**
 * What the console relies on, under every reading of the documentation. The statements run one after the other; those
 * that write use throw-away names and remove what they created.
 */
export const statements: readonly Statement[] = [
  readingStatement('An admin’s access token can list.', 'tokens', async (service) => {
    await service.check()
    return true
  }),
  ...tokenStatements,
  ...userStatements,
]

/** The result of one statement. */
export interface StatementOutcome {
  says: string
  outcome: Outcome
}

/**
 * Checks every statement against a live service; without `write`, only those that read. It uses throw-away names only
 * and deletes them, even when it is interrupted. `left`: those that may still exist.
 */
export async function probeStatements(
  connection: Connection,
  { write, signal, wait = waitFor }: Omit<ProbeOptions, 'onStep' | 'only'>,
) {
  const temporary = createTemporaryRows(connection, wait)
  // A write that has begun continues to its end, so that its result is known before the clean-up.
  const fetch: Connection['fetch'] = async (url, init) => {
    signal.throwIfAborted()
    try {
      return await connection.fetch(url, init)
    } catch (error) {
      temporary.writeLost()
      throw error
    }
  }
  const service = connectWithSignIn({ ...connection, fetch })
  const stranger = connectWithSignIn({ ...connection, fetch, bearer: temporary.unused().replaceAll('-', '') })
  const { now = Date.now } = connection
  const outcomes: StatementOutcome[] = []
  let left: string[] = []
  try {
    for (const { says, writes, holds } of statements) {
      if (signal.aborted) break
      if (writes && !write) continue
      const outcome = await holds(service, { freshName: temporary.either, now, stranger, password: randomPassword() })
      if (!signal.aborted) outcomes.push({ says, outcome })
    }
  } finally {
    left = await temporary.cleanUp()
  }
  return { outcomes, left, interrupted: signal.aborted }
}
