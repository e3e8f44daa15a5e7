import type { Connection } from '#contract/connection.ts'
import { waitFor } from '#contract/saving/turns.ts'
import { entranceTo } from '#contract/sign-in.ts'
import type { ProbePart, ProbeReport, ProbeStep } from './report.ts'
import type { Bench } from './test-bench.ts'
import { errorFormat, successBody, successCodes, type Tally } from './answer-forms.ts'
import { createMade } from './created-rows.ts'
import { createNotes, type Notes } from './findings.ts'
import { probeReads, type Survey } from './probe-reads.ts'
import { probeTokenRefusals, probeTokenUpdates } from './probe-tokens.ts'
import { probePastExpiry, probeUse } from './probe-token-use.ts'
import { probeUser, probeUserRefusals, probeUserUpdates } from './probe-users.ts'
import { createWire } from './raw-calls.ts'

/** How a probe is made, and with what of the world. */
export interface ProbeOptions {
  /** Whether throw-away rows may be created. Without it nothing but reads is sent. */
  write: boolean
  /** Nothing but this; `token-updates`: what an update does, on one token of its own: created, updated, deleted. */
  only?: ProbePart | undefined
  /** Another name each time that nobody has, beginning with `query-admin-probe-`, of plain letters, digits and `-`. */
  freshName: () => string
  /** Milliseconds since 1970. */
  now: () => number
  /** Ends the probe; it still cleans up, within 20 s and with requests of its own. */
  signal: AbortSignal
  onStep?: ((step: ProbeStep) => void) | undefined
  /** Waits some milliseconds, or until the signal is aborted; a timer unless given. */
  wait?: typeof waitFor | undefined
}

/**
 * Finds out what a live service does where its documentation is silent. Beside reads it acts on throw-away names only,
 * one request at a time, and deletes them, also when it is interrupted or the service fails midway.
 * @throws {ServiceError} where the service does not answer as one; nothing was created then.
 */
export async function probe(connection: Connection, options: ProbeOptions): Promise<ProbeReport> {
  const { write, only, freshName, now, signal, onStep = () => undefined, wait = waitFor } = options
  const notes = createNotes(now)
  const made = createMade({ connection, freshName, wait })
  const wire = createWire(connection, signal, () => made.lost())
  const bench: Bench = { wire, notes, made, now, wait: (ms) => wait(ms, signal), bearer: connection.bearer }
  let interrupted = false
  let left: string[] = []
  try {
    onStep('check')
    await entranceTo(connection).check({ signal })
    if (only === undefined) {
      onStep('read')
      const survey = await probeReads(bench)
      if (write) await probeWrites(bench, survey, onStep)
    } else {
      onStep('tokens')
      await probeTokenUpdates(bench)
    }
  } catch (error) {
    if (!signal.aborted) throw error
    interrupted = true
  } finally {
    if (write) {
      onStep('clean')
      left = await made.cleanUp()
    }
  }
  if (only !== undefined) return { learned: notes.seenSoFar(), left, interrupted }
  noteForms(notes, wire.tally)
  const learned = notes.close(interrupted ? 'interrupted' : write ? 'failed' : 'needs-write')
  return { learned, left, interrupted }
}

async function probeWrites(bench: Bench, survey: Survey, onStep: (step: ProbeStep) => void): Promise<void> {
  onStep('users')
  const email = await probeUser(bench)
  if (email !== undefined) {
    await probeUserUpdates(bench, email)
    onStep('user-refusals')
    await probeUserRefusals(bench, email, survey)
  }
  if (bench.notes.what('tokens-part') !== 'on') return tokensOff(bench.notes)
  onStep('tokens')
  const name = await probeTokenUpdates(bench)
  onStep('token-refusals')
  if (name !== undefined) await probeTokenRefusals(bench, name, survey)
  await probePastExpiry(bench)
  onStep('use')
  await probeUse(bench)
}

function tokensOff(notes: Notes): void {
  if (notes.what('tokens-part') !== 'off') return
  notes.notSeen(
    [
      'administrators',
      'value-shape',
      'value-kind',
      'token-fields',
      'list-carries-secret',
      'omitted-on-put',
      'value-on-put',
      'transitions',
      'no-expiry-stored-as',
      'no-expiry-means',
      'past-expiry-on-create',
      'expiry-enforced-in',
      'duplicate-on-create',
      'unknown-on-put',
      'unknown-on-delete',
      'empty-name-on-create',
      'body-reading',
    ],
    'part-off',
  )
}

/** What all the answers together say. */
function noteForms({ seen }: Notes, tally: Tally): void {
  const { named, unnamed } = tally
  if (named + unnamed > 0) seen('content-type', unnamed === 0 ? 'sent' : named === 0 ? 'none' : 'sometimes')
  const errors = errorFormat(tally)
  if (errors !== undefined) seen('error-format', errors)
  const body = successBody(tally)
  if (body !== undefined) seen('success-body', body)
  const codes = successCodes(tally)
  if (codes !== undefined) seen('success-codes', codes.choice, { with: codes.with })
}
