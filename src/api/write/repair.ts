import type { ServiceClock } from '#api/clock-offset.ts'
import { mayHaveBeenApplied, type Problem } from '#api/problem.ts'
import { hasNoExpiry, type Token, type TokenChange, type TokenBody } from '#api/token.ts'
import { fromMillis, toMillis, guessTimeUnit, type TimeUnit } from '#api/wire.ts'
import { verifyWrite, type RowsRead } from './verify.ts'
import type { ResourceAdapter, RowSnapshot } from './resource-adapter.ts'
import { outcomeRow, type OutcomeOf } from './outcome.ts'
import type { TokenTypes } from './token-adapter.ts'
import { valueMatchesRow, hadNoExpiry } from './value-change.ts'
import { deliveryOf, sendObserved, type WriterSteps, type WriteObserver } from './verified-writer.ts'

type TokenOutcome = OutcomeOf<TokenTypes>

/** What operations of several requests need from outside. */
export interface MultiStepContext {
  steps: WriterSteps<TokenTypes>
  adapter: ResourceAdapter<TokenTypes>
  send: (record: TokenBody) => Promise<void>
  unit: TimeUnit
  /** The page's milliseconds since 1970. */
  now: () => number
  /** Resolves after so many milliseconds. */
  wait: (ms: number) => Promise<void>
  clock: ServiceClock | undefined
  observer: WriteObserver
}

const maxAttempts = 5

/**
 * How long after the start of a second, by the service's clock, the two updates begin at the earliest, in milliseconds.
 */
const updateDelayMs = 30

/** Maximum uncertainty of the service's clock, in milliseconds; beyond it, updates aim at the middle of a second. */
const maxClockUncertaintyMs = 400

/** What there is to repair. */
interface Target {
  /** What was requested, and the row before all of it. The record of a token without an expiry has none. */
  request: TokenOutcome['request'] & { before: Token; body: TokenBody }
  /** The outcome if the repair achieves nothing: that of the save which it belongs to. */
  fallbackOutcome: TokenOutcome | undefined
}

/**
 * Saves a token and goes on until its value agrees with its row; an empty change repairs alone. To be called in the queue of its row.
 *
 * A service of the observed kind signs a value with the moment of the previous update and then rejects it. Two updates
 * within one of its seconds make both moments equal. So the unchanged record is sent twice right after the start of a
 * second and read back, until the value agrees. For a token without an expiry, that second is sent as its expiry.
 * Source: observation of a public server, tried on 72 tokens.
 */
export async function repairValue(
  snapshot: RowSnapshot<Token>,
  change: TokenChange,
  context: MultiStepContext,
): Promise<TokenOutcome | undefined> {
  const isSave = Object.keys(change).length > 0
  const target = await (isSave ? saveThenTarget(snapshot, change, context) : targetWithoutSave(snapshot, context))
  return target !== undefined && 'fallbackOutcome' in target ? repairTarget(target, context) : target
}

/** How far a repair has come. */
interface Progress {
  /** How many times the record was sent twice. */
  attempts: number
  /** The row by the last read. */
  row: Token
  sentBody: TokenBody
  /** The outcome so far; undefined: nothing was written. */
  outcome: TokenOutcome | undefined
  /** How long the last read took, in milliseconds. */
  readDurationMs: number
}

interface Ended {
  finalOutcome: TokenOutcome | undefined
}

async function repairTarget(target: Target, context: MultiStepContext): Promise<TokenOutcome | undefined> {
  const { request, fallbackOutcome } = target
  let progress: Progress = {
    attempts: 0,
    row: outcomeRow(fallbackOutcome) ?? request.before,
    sentBody: request.body,
    outcome: fallbackOutcome,
    readDurationMs: maxClockUncertaintyMs,
  }
  while (progress.attempts < maxAttempts) {
    const next = await attemptRepair(target, progress, context)
    if ('finalOutcome' in next) return next.finalOutcome
    progress = next
  }
  return progress.outcome
}

/** Waits where that is needed, sends the record twice within one second, and reads it back. */
async function attemptRepair(target: Target, progress: Progress, context: MultiStepContext): Promise<Progress | Ended> {
  const { steps, send, now, clock, observer } = context
  const { request, fallbackOutcome } = target
  // An expiry does not depend on the second, so the first try need not wait.
  const needsSecond = shouldNeverExpire(target) || progress.attempts > 0
  const waited = needsSecond ? await waitForSecond(target, progress, context) : progress
  if ('finalOutcome' in waited) return waited
  if (observer.shouldContinue?.() === false) return { finalOutcome: unrepairedOutcome(waited) }
  const sentBody = bodyForThisSecond(target, context)
  const sent = await sendTwice(() => send(sentBody), request.name, now, observer)
  const tried = { ...waited, sentBody, attempts: waited.attempts + 1 }
  if (sent.failed !== undefined && !sent.touched)
    return { finalOutcome: unrepairedOutcome(tried) ?? rejectedOutcome(tried, target, sent.failed, now()) }
  const sendResult =
    sent.failed !== undefined && fallbackOutcome === undefined
      ? { delivery: 'unknown' as const, problem: sent.failed }
      : { delivery: 'accepted' as const }
  const rows = await steps.readBack([request.name])
  if ('failed' in rows) {
    const readBack = { status: 'unavailable' as const, reason: rows.failed }
    return { finalOutcome: { request, ...sendResult, readBack, readStartedAt: now() } }
  }
  const reading = evaluate(target, tried, rows, sendResult, context)
  const { row = tried.row, outcome } = reading
  switch (verdictOf(target, reading, sent.failed)) {
    case 'repaired':
    case 'changed-by-others':
    case 'give-up':
      return { finalOutcome: outcome }
    case 'unanswered':
      return { finalOutcome: { ...outcome, valueChange: 'unknown' } }
    case 'retry':
      if (row.updated_at !== request.before.updated_at) sampleClock(clock, row, unitOf(target, context), sent)
      return { ...tried, row, outcome }
  }
}

/** Waits for the start of a second. A row that was written is read as late as possible: a change after it is overwritten. */
async function waitForSecond(target: Target, progress: Progress, context: MultiStepContext): Promise<Progress | Ended> {
  const { steps, now, wait, clock } = context
  const dueAt = now() + msUntilNextSecond(now(), clock)
  let latest = progress
  if (progress.outcome !== undefined) {
    await wait(Math.max(0, dueAt - now() - progress.readDurationMs))
    const startedAt = now()
    const rows = await steps.readBack([target.request.name])
    if ('failed' in rows) return { finalOutcome: unrepairedOutcome(progress) }
    const { row, isTheirs, valueMatches, outcome } = evaluate(target, progress, rows, { delivery: 'accepted' }, context)
    if (outcome.readBack.status === 'unavailable') return { finalOutcome: unrepairedOutcome(progress) }
    // Somebody else may have repaired it, too: another update would break the value that they got.
    if (isTheirs || (outcome.readBack.status === 'matches' && valueMatches === true)) return { finalOutcome: outcome }
    latest = { ...progress, row: row ?? progress.row, readDurationMs: now() - startedAt }
  }
  await wait(now() <= dueAt ? dueAt - now() : msUntilNextSecond(now(), clock))
  return latest
}

/** What a read shows of a repair. */
interface Reading {
  row: Token | undefined
  /** Whether its value agrees with the row; undefined: the row doesn't show that. */
  valueMatches: boolean | undefined
  /** Somebody else has changed a field since the last read, or has deleted the token. */
  isTheirs: boolean
  outcome: TokenOutcome
}

function evaluate(
  target: Target,
  { row: lastRow, sentBody, attempts }: Progress,
  rows: RowsRead<Token>,
  sendResult: Pick<TokenOutcome, 'delivery' | 'problem'>,
  context: MultiStepContext,
): Reading {
  const { request } = target
  const { adapter } = context
  const row = rows.get(request.name)
  const outcome = verifyWrite(adapter, { request, ...sendResult }, rows)
  if (row === undefined) return { row, valueMatches: undefined, isTheirs: true, outcome }
  const valueMatches = valueMatchesRow(row, unitOf(target, context))
  /** Whether a field has its value because we sent it, or was unreadable before. */
  const isOwnChange = (field: string) =>
    field === 'expiration_date' ? hasExpiry(row, sentBody) : isUnknown(lastRow, field)
  const changedFields = adapter.diff(lastRow, row)
  const isTheirs = adapter
    .mismatches(request.body, row)
    .some((mismatch) => changedFields.includes(mismatch) && !isOwnChange(mismatch))
  // A value that stays as it was needs no repair, and where rows carry none, no read shows one.
  const isReported =
    outcome.valueChange !== 'kept' &&
    !request.writeOnlyFields.includes('value') &&
    outcome.readBack.status !== 'unchanged'
  const works = outcome.valueChange === 'changed' && valueMatches === true
  const sideEffect = { type: works ? ('repaired' as const) : ('repair-failed' as const), attempts }
  return { row, valueMatches, isTheirs, outcome: isReported ? { ...outcome, sideEffect } : outcome }
}

/** What follows from a read after the record was sent twice. `unanswered`: a write without an answer may still arrive. */
function verdictOf(
  target: Target,
  { isTheirs, valueMatches, outcome: { readBack, valueChange } }: Reading,
  failed: Problem | undefined,
): 'repaired' | 'changed-by-others' | 'unanswered' | 'give-up' | 'retry' {
  const isAsRequested = readBack.status === 'matches'
  if (isTheirs) return 'changed-by-others'
  if (valueChange === 'changed' && valueMatches === true && isAsRequested) return 'repaired'
  if (failed !== undefined) return mayHaveBeenApplied(failed) ? 'unanswered' : 'give-up'
  // Two updates were ignored, or sending it again would show nothing more, or is not what is missing.
  if (readBack.status === 'unchanged' || valueChange === 'kept' || valueMatches === undefined) return 'give-up'
  return valueMatches && (isAsRequested || !shouldNeverExpire(target)) ? 'give-up' : 'retry'
}

/** The outcome if what followed the last write failed; undefined: nothing was written. */
function unrepairedOutcome({ outcome, attempts }: Progress): TokenOutcome | undefined {
  if (outcome === undefined || outcomeRow(outcome) === undefined) return outcome
  return { ...outcome, sideEffect: { type: 'repair-failed', attempts } }
}

/** The outcome of a repair whose first update was rejected: nothing has changed. */
function rejectedOutcome(
  { row }: Progress,
  { request }: Target,
  problem: Problem,
  readStartedAt: number,
): TokenOutcome {
  const readBack = { status: 'unchanged' as const, row, fields: request.requestedFields }
  return { request, delivery: deliveryOf(problem), problem, readBack, readStartedAt }
}

const shouldNeverExpire = ({ request }: Target) => request.body.expiration_date === undefined

/** An expiry sent in another unit than the row's own would be another moment. */
const unitOf = ({ request }: Target, { unit }: Pick<MultiStepContext, 'unit'>): TimeUnit =>
  guessTimeUnit(request.before.updated_at) ?? unit

/** The record; for a token that never expires, with the second of the service that has begun as its expiry. */
function bodyForThisSecond(target: Target, context: MultiStepContext): TokenBody {
  const { body } = target.request
  if (!shouldNeverExpire(target)) return body
  const { now, clock } = context
  const secondStart = Math.floor((now() + (clock?.difference()?.ms ?? 0)) / 1000) * 1000
  return { ...body, expiration_date: fromMillis(secondStart, unitOf(target, context)) }
}

/** Whether a token has no expiry, or had none before an update changed it. */
const hasOrHadNoExpiry = (row: Token) => hasNoExpiry(row) || hadNoExpiry(row)

/** The record of a token that should have no expiry. */
const withoutExpiry = ({ expiration_date: _expiry, ...open }: TokenBody): TokenBody => open

/** A save, and what is left to repair after it; else its outcome. */
async function saveThenTarget(
  snapshot: RowSnapshot<Token>,
  change: TokenChange,
  { steps, unit, observer }: MultiStepContext,
): Promise<Target | TokenOutcome | undefined> {
  const [saved] = await steps.writeRound([{ operation: 'update', snapshot, change }], observer)
  const row = outcomeRow(saved)
  if (
    saved === undefined ||
    row === undefined ||
    saved.delivery !== 'accepted' ||
    saved.readBack.status === 'unchanged'
  )
    return saved
  const { before, body } = saved.request
  // Without a fingerprint, a new value cannot be told from the former one. That it contradicts its row is reason enough.
  const isSpoiled = saved.valueChange !== 'kept' && valueMatchesRow(row, unit) === false
  if (!isSpoiled || before === undefined || body === undefined) return saved
  const { expiration_date: newExpiry } = change
  const neverExpires = newExpiry === 'none' || (newExpiry === undefined && hasOrHadNoExpiry(before))
  return {
    request: { ...saved.request, before, body: neverExpires ? withoutExpiry(body) : body },
    fallbackOutcome: saved,
  }
}

/** The row to repair, as the admin saw it; else the outcome that blocks the repair. */
async function targetWithoutSave(
  snapshot: RowSnapshot<Token>,
  context: MultiStepContext,
): Promise<Target | TokenOutcome | undefined> {
  const { steps, unit, adapter, now, wait, clock, observer } = context
  if (observer.shouldContinue?.() === false) return undefined
  // It will be sent at the start of a second, and a change after this read is overwritten.
  if (hasOrHadNoExpiry(snapshot.row)) await wait(Math.max(0, msUntilNextSecond(now(), clock) - maxClockUncertaintyMs))
  const { name } = snapshot.row
  const current = steps.checkCurrent(snapshot, {}, await steps.read([name]), now())
  const row = 'row' in current ? current.row : outcomeRow(current)
  if (row === undefined) return 'row' in current ? undefined : current
  const valueMatches = valueMatchesRow(row, unit)
  // Where rows carry no value, no read shows whether it was repaired.
  const writeOnlyFields = valueMatches === undefined ? ['value'] : []
  const neverExpires = hasOrHadNoExpiry(row)
  const requestedFields = neverExpires && !hasNoExpiry(row) ? ['value', 'expiration_date'] : ['value']
  const request = {
    operation: 'update' as const,
    previousName: name,
    name,
    requestedFields,
    writeOnlyFields,
    before: row,
  }
  if (valueMatches === true)
    return {
      request,
      delivery: 'not-sent',
      blockedBy: 'no-change',
      readBack: { status: 'matches', row, writeOnlyFields },
      readStartedAt: now(),
    }
  if (!('row' in current)) return current
  const composed = adapter.toUpdateBody(row, {})
  if ('unreadable' in composed) {
    const readBack = { status: 'unchanged' as const, row, fields: composed.unreadable }
    return { request, delivery: 'not-sent', blockedBy: 'fields-unreadable', readBack, readStartedAt: now() }
  }
  return {
    request: { ...request, body: neverExpires ? withoutExpiry(composed.body) : composed.body },
    fallbackOutcome: undefined,
  }
}

/** What an update shows of the service's clock. */
function sampleClock(
  clock: ServiceClock | undefined,
  row: Token,
  unit: TimeUnit,
  { sentAt, answeredAt }: { sentAt: number; answeredAt: number },
): void {
  const updated = toMillis(row.updated_at, unit)
  if (updated === undefined || guessTimeUnit(row.updated_at) !== unit) return
  clock?.sample(sentAt, answeredAt, updated)
}

/** Whether a field of this row could not be read. */
const isUnknown = (row: Token, field: string) =>
  !Object.entries(row).some(([key, value]) => key === field && value !== undefined)

/** The moments before and after the second update, and what failed. `touched`: something may have been applied. */
async function sendTwice(send: () => Promise<void>, name: string, now: () => number, observer: WriteObserver) {
  const firstProblem = await sendObserved(name, send, observer)
  const sentAt = now()
  const failed = firstProblem ?? (await sendObserved(name, send, observer))
  const touched = firstProblem === undefined || mayHaveBeenApplied(firstProblem)
  return { sentAt, answeredAt: now(), failed, touched }
}

function hasExpiry(row: Token, { expiration_date: integer }: TokenBody): boolean {
  return integer !== undefined && row.expiration_date === integer
}

/** Milliseconds until just after the next full second of the service's clock, later if that clock is uncertain. */
function msUntilNextSecond(now: number, clock: ServiceClock | undefined): number {
  const { ms, within } = clock?.difference() ?? { ms: 0, within: maxClockUncertaintyMs }
  const serviceNow = now + ms
  return 1000 - (((serviceNow % 1000) + 1000) % 1000) + updateDelayMs + Math.min(within, maxClockUncertaintyMs)
}
