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

/** What acts of several steps need from outside. */
export interface MultiStepContext {
  steps: WriterSteps<TokenTypes>
  kind: ResourceAdapter<TokenTypes>
  send: (record: TokenBody) => Promise<void>
  unit: TimeUnit
  /** The page's milliseconds since 1970. */
  now: () => number
  /** Resolves after so many milliseconds. */
  wait: (ms: number) => Promise<void>
  clock: ServiceClock | undefined
  watch: WriteObserver
}

const mostTries = 5

/**
 * How long after the start of a second, by the service's clock, the two updates begin at the earliest, in milliseconds.
 */
const afterTurn = 30

/** Maximum uncertainty of the service's clock, in milliseconds; beyond it, updates aim at the middle of a second. */
const mostDoubt = 400

/** What there is to repair. */
interface Target {
  /** What was asked for, and the row before the whole act. The record of a token without an expiry has none. */
  request: TokenOutcome['request'] & { before: Token; body: TokenBody }
  /** The outcome if the repair achieves nothing: that of the save which it belongs to. */
  standing: TokenOutcome | undefined
}

/**
 * Saves a token and goes on until its value agrees with its row; an empty change repairs alone. To be called in its turn.
 *
 * A service of the observed kind signs a value with the moment of the previous update and then rejects it. Two updates
 * within one of its seconds make both moments equal. So the unchanged record is sent twice right after the start of a
 * second and read back, until the value agrees. For a token without an expiry, that second is sent as its expiry.
 * Source: observation of a public server, tried on 72 tokens.
 */
export async function repairValue(
  seen: RowSnapshot<Token>,
  change: TokenChange,
  world: MultiStepContext,
): Promise<TokenOutcome | undefined> {
  const isSave = Object.keys(change).length > 0
  const target = await (isSave ? savedFirst(seen, change, world) : currentFirst(seen, world))
  return target !== undefined && 'standing' in target ? repaired(target, world) : target
}

async function repaired({ request, standing }: Target, world: MultiStepContext): Promise<TokenOutcome | undefined> {
  const { steps, kind, send, now, wait, clock, watch } = world
  const { name, before, body } = request
  const never = body.expiration_date === undefined
  // An expiry sent in another unit than the row's own would be another moment.
  const unit = guessTimeUnit(before.updated_at) ?? world.unit
  /** The row by the last read. */
  let known = outcomeRow(standing) ?? before
  let sent = body
  /** The outcome so far; undefined: nothing was written. */
  let last = standing
  /** How long the last read took, in milliseconds. */
  let took = mostDoubt

  /** The outcome if what followed the last write failed. */
  const notRepaired = (tries: number): TokenOutcome | undefined =>
    outcomeRow(last) === undefined || last === undefined
      ? last
      : { ...last, sideEffect: { type: 'repair-failed', attempts: tries } }

  /** What a read shows after so many tries, and the fields that somebody else changed since the last one. */
  const look = (rows: RowsRead<Token>, end: Pick<TokenOutcome, 'delivery' | 'problem'>, tries: number) => {
    const row = rows.get(name)
    const outcome = verifyWrite(kind, { request, ...end }, rows)
    const works = row !== undefined && outcome.valueChange === 'changed' && valueMatchesRow(row, unit) === true
    /** Whether a field has its value because we sent it, or was unreadable before. */
    const isOurs = (field: string) =>
      field === 'expiration_date' ? row !== undefined && isDate(row, sent) : isUnknown(known, field)
    const changed = row === undefined ? [] : kind.diff(known, row)
    // A value that stays as it was needs no repair, and where rows carry none, no read shows one.
    const isTold = row !== undefined && outcome.valueChange !== 'kept' && !request.writeOnlyFields.includes('value')
    const also = { type: works ? ('repaired' as const) : ('repair-failed' as const), attempts: tries }
    return {
      row,
      works,
      isTheirs: row === undefined || kind.mismatches(body, row).some((it) => changed.includes(it) && !isOurs(it)),
      outcome: isTold && outcome.readBack.status !== 'unchanged' ? { ...outcome, sideEffect: also } : outcome,
    }
  }

  /** Waits for the start of a second. A row that was written is read as late as possible: a change after it is overwritten. */
  const waitForSecond = async (tries: number): Promise<TokenOutcome | undefined> => {
    const due = now() + untilTurn(now(), clock)
    if (last !== undefined) {
      await wait(Math.max(0, due - now() - took))
      const began = now()
      const rows = await steps.readBack([name])
      if ('failed' in rows) return notRepaired(tries)
      const { row, isTheirs, outcome } = look(rows, { delivery: 'accepted' }, tries)
      if (outcome.readBack.status === 'unavailable') return notRepaired(tries)
      // Somebody else may have repaired it, too: another update would break the value that they got.
      const isRepaired =
        outcome.readBack.status === 'matches' && row !== undefined && valueMatchesRow(row, unit) === true
      if (isTheirs || isRepaired) return outcome
      took = now() - began
      known = row ?? known
    }
    await wait(now() <= due ? due - now() : untilTurn(now(), clock))
    return undefined
  }

  for (let tries = 1; tries <= mostTries; tries += 1) {
    // An expiry does not depend on the second, so the first try need not wait.
    const stopped = never || tries > 1 ? await waitForSecond(tries - 1) : undefined
    if (stopped !== undefined) return stopped
    if (watch.shouldContinue?.() === false) return notRepaired(tries - 1)
    const second = Math.floor((now() + (clock?.difference()?.ms ?? 0)) / 1000) * 1000
    sent = never ? { ...body, expiration_date: fromMillis(second, unit) } : body
    const { sentAt, answeredAt, failed, touched } = await sentTwice(() => send(sent), name, now, watch)
    if (failed !== undefined && !touched) {
      // The first one was refused: nothing has changed.
      const shown = { status: 'unchanged' as const, row: known, fields: request.requestedFields }
      return (
        notRepaired(tries) ?? {
          request,
          delivery: deliveryOf(failed),
          problem: failed,
          readBack: shown,
          readStartedAt: now(),
        }
      )
    }
    const isUnknown = failed !== undefined && standing === undefined
    const end = isUnknown ? { delivery: 'unknown' as const, problem: failed } : { delivery: 'accepted' as const }
    const rows = await steps.readBack([name])
    if ('failed' in rows)
      return { request, ...end, readBack: { status: 'unavailable', reason: rows.failed }, readStartedAt: now() }
    const { row, isTheirs, works, outcome } = look(rows, end, tries)
    const isAsAsked = outcome.readBack.status === 'matches'
    if (row === undefined || isTheirs || (works && isAsAsked)) return outcome
    // A write without a response may still arrive and change the value again.
    if (failed !== undefined) return mayHaveBeenApplied(failed) ? { ...outcome, valueChange: 'unknown' } : outcome
    if (row.updated_at !== before.updated_at) sampleClock(clock, row, unit, { sentAt, answeredAt })
    const agreed = valueMatchesRow(row, unit)
    // Two updates were ignored, or sending it again would show nothing more, or is not what is missing.
    const isUseless = outcome.valueChange === 'kept' || agreed === undefined || (agreed && (isAsAsked || !never))
    if (outcome.readBack.status === 'unchanged' || isUseless) return outcome
    last = outcome
    known = row
  }
  return last
}

/** Whether a token has no expiry, or had none before an update changed it. */
const isOpen = (row: Token) => hasNoExpiry(row) || hadNoExpiry(row)

/** The record of a token that should have no expiry. */
const withoutDate = ({ expiration_date: _moment, ...open }: TokenBody): TokenBody => open

/** A save, and what is left to repair after it; else its outcome. */
async function savedFirst(
  seen: RowSnapshot<Token>,
  change: TokenChange,
  { steps, unit, watch }: MultiStepContext,
): Promise<Target | TokenOutcome | undefined> {
  const [saved] = await steps.write([{ operation: 'update', snapshot: seen, change }], watch)
  const row = outcomeRow(saved)
  if (saved === undefined || row === undefined || saved.delivery !== 'accepted' || saved.readBack.status === 'unchanged')
    return saved
  const { before, body } = saved.request
  // Without a fingerprint, a new value cannot be told from the former one. That it contradicts its row is reason enough.
  const isSpoiled = saved.valueChange !== 'kept' && valueMatchesRow(row, unit) === false
  if (!isSpoiled || before === undefined || body === undefined) return saved
  const { expiration_date: expiry } = change
  const never = expiry === 'none' || (expiry === undefined && isOpen(before))
  return { request: { ...saved.request, before, body: never ? withoutDate(body) : body }, standing: saved }
}

/** The row to repair, as the admin saw it; else the outcome that stops the repair. */
async function currentFirst(
  seen: RowSnapshot<Token>,
  world: MultiStepContext,
): Promise<Target | TokenOutcome | undefined> {
  const { steps, unit, kind, now, wait, clock, watch } = world
  if (watch.shouldContinue?.() === false) return undefined
  // It will be sent at the start of a second, and a change after this read is overwritten.
  if (isOpen(seen.row)) await wait(Math.max(0, untilTurn(now(), clock) - mostDoubt))
  const { name } = seen.row
  const current = steps.look(seen, {}, await steps.read([name]), now())
  const row = 'row' in current ? current.row : outcomeRow(current)
  if (row === undefined) return 'row' in current ? undefined : current
  const agreed = valueMatchesRow(row, unit)
  // Where rows carry no value, no read shows whether it was repaired.
  const unseen = agreed === undefined ? ['value'] : []
  const never = isOpen(row)
  const asked = never && !hasNoExpiry(row) ? ['value', 'expiration_date'] : ['value']
  const done = {
    operation: 'update' as const,
    previousName: name,
    name,
    requestedFields: asked,
    writeOnlyFields: unseen,
    before: row,
  }
  if (agreed === true)
    return {
      request: done,
      delivery: 'not-sent',
      blockedBy: 'no-change',
      readBack: { status: 'matches', row, writeOnlyFields: unseen },
      readStartedAt: now(),
    }
  if (!('row' in current)) return current
  const composed = kind.toUpdateBody(row, {})
  if ('unanswered' in composed) {
    const shown = { status: 'unchanged' as const, row, fields: composed.unanswered }
    return { request: done, delivery: 'not-sent', blockedBy: 'fields-unreadable', readBack: shown, readStartedAt: now() }
  }
  return { request: { ...done, body: never ? withoutDate(composed.send) : composed.send }, standing: undefined }
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
  !Object.entries(row).some(([own, value]) => own === field && value !== undefined)

/** The moments before and after the second update, and what failed. `touched`: something may have been applied. */
async function sentTwice(send: () => Promise<void>, name: string, now: () => number, watch: WriteObserver) {
  const first = await sendObserved(name, send, watch)
  const sentAt = now()
  const failed = first ?? (await sendObserved(name, send, watch))
  const touched = first === undefined || mayHaveBeenApplied(first)
  return { sentAt, answeredAt: now(), failed, touched }
}

function isDate(row: Token, { expiration_date: integer }: TokenBody): boolean {
  return integer !== undefined && row.expiration_date === integer
}

/** Milliseconds until just after the next full second of the service's clock, later if that clock is uncertain. */
function untilTurn(now: number, clock: ServiceClock | undefined): number {
  const { ms, within } = clock?.difference() ?? { ms: 0, within: mostDoubt }
  const there = now + ms
  return 1000 - (((there % 1000) + 1000) % 1000) + afterTurn + Math.min(within, mostDoubt)
}
