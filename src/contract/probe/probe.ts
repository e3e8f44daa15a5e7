import type { Connection } from '#contract/connection.ts'
import { waitFor } from '#contract/saving/turns.ts'
import { signInCalls } from '#contract/sign-in.ts'
import type { ProbePart, ProbeReport, ProbeStep } from './report.ts'
import { createContext, type ProbeContext } from './probe-context.ts'
import { createTemporaryRows } from './temporary-rows.ts'
import { createFindings } from './findings.ts'
import { probeReads } from './probe-reads.ts'
import { probeRefusals } from './probe-refusals.ts'
import { probeTokenUpdates } from './probe-tokens.ts'
import { probePastExpiry, probeUse } from './probe-token-use.ts'
import { probeUser, probeUserUpdates } from './probe-users.ts'
import { createRawClient } from './raw-client.ts'

/** How to run a probe. */
export interface ProbeOptions {
  /** Whether throw-away rows may be created. Without it, only reads are sent. */
  write: boolean
  /** Only this part. `token-updates`: what an update does, tried on one token that it creates, updates and deletes. */
  only?: ProbePart | undefined
  /** Ends the probe. It still cleans up, within 20 s and with its own requests. */
  signal: AbortSignal
  onStep?: ((step: ProbeStep) => void) | undefined
  /** Waits some milliseconds, or until the signal is aborted; a timer unless given. */
  wait?: typeof waitFor | undefined
}

/**
 * Finds out what a live service does where its documentation is silent. Beside reads, it uses throw-away names only,
 * sends one request at a time, and deletes what it created, even when it is interrupted or the service fails.
 * @throws {ServiceError} if the service does not answer like a Query service; nothing was created then.
 */
export async function probe(connection: Connection, options: ProbeOptions): Promise<ProbeReport> {
  const { write, only, signal, onStep = () => undefined, wait = waitFor } = options
  const { now = Date.now } = connection
  const findings = createFindings(now)
  const temporary = createTemporaryRows(connection, wait)
  const client = createRawClient(connection, signal, () => temporary.writeLost())
  const context = createContext({ client, findings, temporary, now, wait: (ms) => wait(ms, signal) })
  let interrupted = false
  let left: string[] = []
  try {
    onStep('check')
    await signInCalls(connection).check({ signal })
    if (only === undefined) {
      onStep('read')
      await probeReads(context)
      if (write) await probeWrites(context, onStep)
    } else {
      onStep('tokens')
      await probeTokenUpdates(context)
    }
  } catch (error) {
    if (!signal.aborted) throw error
    interrupted = true
  } finally {
    if (write) {
      onStep('clean')
      left = await temporary.cleanUp()
    }
  }
  if (only !== undefined) return { learned: findings.seenPoints(), left, interrupted }
  const learned = findings.finish(interrupted ? 'interrupted' : write ? 'failed' : 'needs-write')
  return { learned, left, interrupted }
}

async function probeWrites(context: ProbeContext, onStep: (step: ProbeStep) => void): Promise<void> {
  onStep('users')
  const email = await probeUser(context)
  if (email !== undefined) {
    await probeUserUpdates(context, email)
    onStep('user-refusals')
    await probeRefusals(context, 'users', email)
  }
  if (context.findings.choiceOf('tokens-part') !== 'on') return
  onStep('tokens')
  const name = await probeTokenUpdates(context)
  onStep('token-refusals')
  if (name !== undefined) await probeRefusals(context, 'tokens', name)
  await probePastExpiry(context)
  onStep('use')
  await probeUse(context)
}
