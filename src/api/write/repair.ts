import type { ServiceClock } from '#api/clock-offset.ts'
import { mayHaveBeenApplied } from '#api/problem.ts'
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

async function repairTarget(
  { request, fallbackOutcome }: Target,
  context: MultiStepContext,
): Promise<TokenOutcome | undefined> {
  const { steps, adapter, send, now, wait, clock, observer } = context
  const { name, before, body } = request
  const neverExpires = body.expiration_date === undefined
  // An expiry sent in another unit than the row's own would be another moment.
  const unit = guessTimeUnit(before.updated_at) ?? context.unit
  /** The row by the last read. */
  let lastRow = outcomeRow(fallbackOutcome) ?? before
  let sentBody = body
  /** The outcome so far; undefined: nothing was written. */
  let lastOutcome = fallbackOutcome
  /** How long the last read took, in milliseconds. */
  let readDurationMs = maxClockUncertaintyMs

  /** The outcome if what followed the last write failed. */
  const unrepairedOutcome = (attempts: number): TokenOutcome | undefined =>
    outcomeRow(lastOutcome) === undefined || lastOutcome === undefined
      ? lastOutcome
      : { ...lastOutcome, sideEffect: { type: 'repair-failed', attempts } }

  /** What a read shows after so many tries, and the fields that somebody else changed since the last one. */
  const evaluate = (
    rows: RowsRead<Token>,
    sendResult: Pick<TokenOutcome, 'delivery' | 'problem'>,
    attempts: number,
  ) => {
    const row = rows.get(name)
    const outcome = verifyWrite(adapter, { request, ...sendResult }, rows)
    const works = row !== undefined && outcome.valueChange === 'changed' && valueMatchesRow(row, unit) === true
    /** Whether a field has its value because we sent it, or was unreadable before. */
    const isOwnChange = (field: string) =>
      field === 'expiration_date' ? row !== undefined && hasExpiry(row, sentBody) : isUnknown(lastRow, field)
    const changedFields = row === undefined ? [] : adapter.diff(lastRow, row)
    // A value that stays as it was needs no repair, and where rows carry none, no read shows one.
    const isReported = row !== undefined && outcome.valueChange !== 'kept' && !request.writeOnlyFields.includes('value')
    const sideEffect = { type: works ? ('repaired' as const) : ('repair-failed' as const), attempts }
    return {
      row,
      works,
      isTheirs:
        row === undefined ||
        adapter.mismatches(body, row).some((mismatch) => changedFields.includes(mismatch) && !isOwnChange(mismatch)),
      outcome: isReported && outcome.readBack.status !== 'unchanged' ? { ...outcome, sideEffect } : outcome,
    }
  }

  /** Waits for the start of a second. A row that was written is read as late as possible: a change after it is overwritten. */
  const waitForSecond = async (attempts: number): Promise<TokenOutcome | undefined> => {
    const dueAt = now() + msUntilNextSecond(now(), clock)
    if (lastOutcome !== undefined) {
      await wait(Math.max(0, dueAt - now() - readDurationMs))
      const startedAt = now()
      const rows = await steps.readBack([name])
      if ('failed' in rows) return unrepairedOutcome(attempts)
      const { row, isTheirs, outcome } = evaluate(rows, { delivery: 'accepted' }, attempts)
      if (outcome.readBack.status === 'unavailable') return unrepairedOutcome(attempts)
      // Somebody else may have repaired it, too: another update would break the value that they got.
      const isRepaired =
        outcome.readBack.status === 'matches' && row !== undefined && valueMatchesRow(row, unit) === true
      if (isTheirs || isRepaired) return outcome
      readDurationMs = now() - startedAt
      lastRow = row ?? lastRow
    }
    await wait(now() <= dueAt ? dueAt - now() : msUntilNextSecond(now(), clock))
    return undefined
  }

  for (let attempts = 1; attempts <= maxAttempts; attempts += 1) {
    // An expiry does not depend on the second, so the first try need not wait.
    const finalOutcome = neverExpires || attempts > 1 ? await waitForSecond(attempts - 1) : undefined
    if (finalOutcome !== undefined) return finalOutcome
    if (observer.shouldContinue?.() === false) return unrepairedOutcome(attempts - 1)
    const secondStart = Math.floor((now() + (clock?.difference()?.ms ?? 0)) / 1000) * 1000
    sentBody = neverExpires ? { ...body, expiration_date: fromMillis(secondStart, unit) } : body
    const { sentAt, answeredAt, failed, touched } = await sendTwice(() => send(sentBody), name, now, observer)
    if (failed !== undefined && !touched) {
      // The first one was rejected: nothing has changed.
      const readBack = { status: 'unchanged' as const, row: lastRow, fields: request.requestedFields }
      return (
        unrepairedOutcome(attempts) ?? {
          request,
          delivery: deliveryOf(failed),
          problem: failed,
          readBack,
          readStartedAt: now(),
        }
      )
    }
    const isUnresolved = failed !== undefined && fallbackOutcome === undefined
    const sendResult = isUnresolved
      ? { delivery: 'unknown' as const, problem: failed }
      : { delivery: 'accepted' as const }
    const rows = await steps.readBack([name])
    if ('failed' in rows)
      return { request, ...sendResult, readBack: { status: 'unavailable', reason: rows.failed }, readStartedAt: now() }
    const { row, isTheirs, works, outcome } = evaluate(rows, sendResult, attempts)
    const isAsAsked = outcome.readBack.status === 'matches'
    if (row === undefined || isTheirs || (works && isAsAsked)) return outcome
    // A write without a response may still arrive and change the value again.
    if (failed !== undefined) return mayHaveBeenApplied(failed) ? { ...outcome, valueChange: 'unknown' } : outcome
    if (row.updated_at !== before.updated_at) sampleClock(clock, row, unit, { sentAt, answeredAt })
    const valueMatches = valueMatchesRow(row, unit)
    // Two updates were ignored, or sending it again would show nothing more, or is not what is missing.
    const isUseless =
      outcome.valueChange === 'kept' || valueMatches === undefined || (valueMatches && (isAsAsked || !neverExpires))
    if (outcome.readBack.status === 'unchanged' || isUseless) return outcome
    lastOutcome = outcome
    lastRow = row
  }
  return lastOutcome
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
