import type { Connection } from '#contract/connection.ts'
import { connectWithSignIn } from '#contract/sign-in.ts'
import { statements } from './statements.ts'
import type { Outcome } from './statement.ts'
import { randomPassword } from './test-bench.ts'
import { createMade } from './created-rows.ts'
import type { ProbeOptions } from './probe.ts'

/** What came of one statement that the console relies on. */
export interface StatementOutcome {
  says: string
  outcome: Outcome
}

/** What came of all of them. */
export interface StatementsReport {
  outcomes: StatementOutcome[]
  /** Throw-away names that may still be there. */
  left: string[]
  interrupted: boolean
}

/**
 * Asks a live service for every statement of the contract; without `write`, for those that only read. It acts on
 * throw-away names only and deletes them, also when it is interrupted.
 */
export async function probeStatements(
  connection: Connection,
  { write, freshName, now, signal, wait }: Omit<ProbeOptions, 'onStep'>,
): Promise<StatementsReport> {
  const waiting = wait ?? ((ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)))
  const made = createMade({ connection, freshName, wait: waiting })
  // A write that was begun goes on to its end, so that it is known before the cleaning.
  const fetch: Connection['fetch'] = async (url, init) => {
    signal.throwIfAborted()
    try {
      return await connection.fetch(url, init)
    } catch (error) {
      made.lost()
      throw error
    }
  }
  const service = connectWithSignIn({ ...connection, fetch })
  const stranger = connectWithSignIn({ ...connection, fetch, bearer: made.unused().replaceAll('-', '') })
  const outcomes: StatementOutcome[] = []
  let left: string[] = []
  try {
    for (const { says, writes, holds } of statements) {
      if (signal.aborted) break
      if (writes && !write) continue
      const outcome = await holds(service, { freshName: made.either, now, stranger, password: randomPassword() })
      if (!signal.aborted) outcomes.push({ says, outcome })
    }
  } finally {
    left = await made.cleanUp()
  }
  return { outcomes, left, interrupted: signal.aborted }
}
