import type { ServiceClock } from '#contract/clock.ts'
import { agrees, valueOutcomeOf } from '#contract/write/value.ts'
import { mayHaveBeenApplied, problemIn, type Problem } from '#contract/problem.ts'
import type { TokenTurn } from './replace.ts'
import { isNotGiven, type Token, type TokenDraft, type TokenField } from '#contract/token.ts'
import type { EndedRepair, Verdict } from './verdict.ts'
import { integerFor, momentAt, momentFrom, sameMoment, unitIn, type Unit } from '#contract/wire.ts'

/** What a repair needs from outside. */
export interface RepairContext {
  send: (record: TokenDraft) => Promise<void>
  unit: Unit
  /** The page's milliseconds since 1970. */
  now: () => number
  /** Resolves after so many milliseconds. */
  wait: (ms: number) => Promise<void>
  clock: ServiceClock | undefined
}

/** What to repair. */
export interface RepairTarget {
  /** The record that the row should show, with flags and expiry as asked. */
  record: TokenDraft
  /** Whether it should have no expiry; that of the record is ignored then. */
  never: boolean
  /** The row before the whole act. */
  before: Token
  /** The verdict if the repair achieves nothing: that of the save which it belongs to. */
  standing?: Verdict<Token>
}

const mostTries = 5

/**
 * How long after the start of a second, by the service's clock, the two updates begin at the earliest, in milliseconds.
 */
const afterTurn = 30

/** Maximum uncertainty of the service's clock, in milliseconds; beyond it, updates aim at the middle of a second. */
const mostDoubt = 400

/** A repair: what it works with, and what it is about. */
interface Repair extends RepairTarget, RepairContext, Pick<TokenTurn, 'readBack' | 'writing'> {}

/** How far a repair has come. */
interface Progress {
  /** The row by the last read. */
  lastRow: Token
  /** What was sent last. */
  sent: TokenDraft
  /** The verdict if it ends here; undefined: nothing was written. */
  last: Verdict<Token> | undefined
  /** How long the last read took, in milliseconds. */
  took: number
  /** Whether this service was seen to store what it is sent. If so, any difference is somebody else's change. */
  stores: boolean
}

type Step = { ends: Verdict<Token> } | { goesOn: Progress }

/**
 * A service of the observed kind signs a value with the moment of the previous update and then rejects it. Two updates
 * within one of its seconds make both moments equal. So the unchanged record is sent twice right after the start of a
 * second and read back, until the value agrees. For a token without an expiry, that second is sent as its expiry.
 * Source: observation of a public server, tried on 72 tokens.
 */
export async function repairValue(
  { readBack, writing }: Pick<TokenTurn, 'readBack' | 'writing'>,
  target: RepairTarget,
  context: RepairContext,
): Promise<Verdict<Token>> {
  const { record, never, before, standing } = target
  // An expiry sent in another unit than the row's own would be another moment.
  const unit = unitIn(before.updated_at) ?? context.unit
  const repair: Repair = { ...target, ...context, unit, readBack, writing }
  let progress: Progress = {
    lastRow: rowOf(standing) ?? before,
    sent: record,
    last: standing,
    took: mostDoubt,
    stores: standing?.is === 'as-asked' && !never,
  }
  for (let tries = 1; tries <= mostTries; tries += 1) {
    // An expiry does not depend on the second, so the first try need not wait.
    if (never || tries > 1) {
      const waited = await waitForSecond(repair, progress, tries)
      if ('ends' in waited) return waited.ends
      progress = waited.goesOn
    }
    const tried = await sendAndJudge(repair, progress, tries)
    if ('ends' in tried) return tried.ends
    progress = tried.goesOn
  }
  return progress.last ?? { is: 'not-verified', why: 'no-list' }
}

/** Waits for the start of a second, and reads the row as late as possible: a change after this read is overwritten. */
async function waitForSecond(repair: Repair, progress: Progress, tries: number): Promise<Step> {
  const { now, wait, clock, readBack, record, unit } = repair
  const { last, took } = progress
  const due = now() + untilTurn(now(), clock)
  await wait(Math.max(0, due - now() - took))
  const began = now()
  let row: Token | undefined
  try {
    row = await readBack(record.name)
  } catch (error) {
    return { ends: notRepaired(last, tries) ?? { is: 'refused', problem: problemIn(error) } }
  }
  const end = endedByOthers(repair, progress, row, tries - 1)
  if (end !== undefined) return { ends: end }
  if (row !== undefined && agrees(row, unit) === true) {
    const verdict = judged(repair, progress, row, { at: now(), tries: tries - 1 })
    // Somebody else repaired it. Another update would break the value that they got.
    if (verdict.is === 'as-asked') return { ends: rowOf(last) === undefined ? { is: 'already', row } : verdict }
  }
  const goesOn = { ...progress, took: now() - began, lastRow: row ?? progress.lastRow }
  await wait(now() <= due ? due - now() : untilTurn(now(), clock))
  return { goesOn }
}

/** Sends the record twice, reads it back and judges whether another try can help. */
async function sendAndJudge(repair: Repair, before: Progress, tries: number): Promise<Step> {
  const { now, clock, readBack, send, record, never, unit } = repair
  const second = Math.floor((now() + (clock?.difference()?.ms ?? 0)) / 1000) * 1000
  const sent = never ? { ...record, expiration_date: integerFor(second, unit) } : record
  const progress = { ...before, sent }
  const { sentAt, answeredAt, failed, touched } = await sentTwice(() => send(sent), now)
  // The first one was refused: nothing has changed.
  if (failed !== undefined && !touched)
    return { ends: notRepaired(progress.last, tries) ?? { is: 'refused', problem: failed } }
  let row: Token | undefined
  try {
    row = await readBack(record.name)
  } catch (error) {
    const why = problemIn(error)
    return { ends: failed === undefined ? { is: 'not-verified', why } : { is: 'unknown', problem: failed } }
  }
  const at = now()
  const end = endedByOthers(repair, progress, row, tries)
  if (row === undefined || (end !== undefined && progress.stores)) return { ends: end ?? { is: 'gone' } }
  const valueOutcome = valueOutcomeOf(repair.before, row)
  const moved = !sameMoment(row.updated_at, repair.before.updated_at, unit)
  if (failed === undefined && moved) sampleClock(repair, row, { sentAt, answeredAt })
  // Two updates, and the row has not changed: they were ignored, or the list is old.
  if (failed === undefined && !moved && valueOutcome !== 'new') return { ends: { is: 'not-applied', row, at } }
  const last = judged(repair, progress, row, { at, tries, byOthers: end?.is === 'conflict' ? end.fields : [] })
  const agreed = agrees(row, unit)
  if (valueOutcome === 'new' && agreed === true && last.is === 'as-asked') return { ends: last }
  // A write without a response may still arrive and change the value again.
  if (failed !== undefined) return { ends: mayHaveBeenApplied(failed) ? { is: 'unknown', problem: failed } : last }
  // Sending it again would show nothing more, or is not what is missing.
  const isUseless = valueOutcome === 'kept' || agreed === undefined || (agreed && (last.is === 'as-asked' || !never))
  if (end !== undefined || isUseless) return { ends: last }
  const stores = progress.stores || differences(repair, sent, row, false).length === 0
  return { goesOn: { ...progress, last, lastRow: row, stores } }
}

/** The fields that differ from the target; `isOpen`: it should have no expiry. */
function differences({ writing, unit }: Repair, sent: TokenDraft, row: Token, isOpen: boolean): string[] {
  const fields = writing.differs(sent, row).filter((field) => field !== 'expiration_date')
  return isDated(row, isOpen ? undefined : sent.expiration_date, unit) ? fields : [...fields, 'expiration_date']
}

/** The verdict if somebody else deleted or changed the row after `sends` tries. */
function endedByOthers(
  repair: Repair,
  { lastRow, sent }: Progress,
  row: Token | undefined,
  sends: number,
): Verdict<Token> | undefined {
  const { writing, standing, before, never, unit } = repair
  const wrote = sends > 0 || standing !== undefined
  if (row === undefined) return { is: 'gone', ...(wrote && { during: { valueOutcome: 'unknown' } }) }
  /** Whether a field has its value because we sent it, or was unreadable before. */
  const isOurs = (field: string) =>
    field === 'expiration_date' ? isDate(row, sent.expiration_date, unit) : lastRow[field as TokenField] === undefined
  const changed = writing.changed(lastRow, row)
  const fields = differences(repair, sent, row, never).filter((field) => changed.includes(field) && !isOurs(field))
  const during: EndedRepair = { valueOutcome: valueOutcomeOf(before, row) }
  return fields.length > 0 ? { is: 'conflict', seen: lastRow, row, fields, ...(wrote && { during }) } : undefined
}

/** The verdict after so many tries. `byOthers`: the fields that this repair did not change on purpose. */
function judged(
  repair: Repair,
  { sent }: Pick<Progress, 'sent'>,
  row: Token,
  { at, tries, byOthers = [] }: { at: number; tries: number; byOthers?: string[] },
): Verdict<Token> {
  const { before, never, unit } = repair
  const valueOutcome = valueOutcomeOf(before, row)
  const fields = differences(repair, sent, row, never)
  const works = valueOutcome === 'new' && agrees(row, unit) === true
  const also = { did: works ? ('repaired' as const) : ('not-repaired' as const), tries }
  // A value that stays as it was needs no repair.
  const facts = { row, at, before, valueOutcome, ...(valueOutcome !== 'kept' && { also }) }
  if (fields.length === 0) return { is: 'as-asked', unseen: [], ...facts }
  return { is: 'differently', fields, ...(byOthers.length > 0 && { unasked: byOthers }), ...facts }
}

/** What an update shows of the service's clock. */
function sampleClock({ clock, unit }: Repair, row: Token, call: { sentAt: number; answeredAt: number }): void {
  const updated = momentAt(row.updated_at, unit)
  if (updated === undefined || unitIn(row.updated_at) !== unit) return
  clock?.sample(call.sentAt, call.answeredAt, updated, unit === 'seconds' ? 1000 : 1)
}

/** The row that a verified write has read back. */
function rowOf(verdict: Verdict<Token> | undefined): Token | undefined {
  return verdict?.is === 'as-asked' || verdict?.is === 'differently' ? verdict.row : undefined
}

/** The moments before and after the second update, and what failed. `touched`: something may have been applied. */
async function sentTwice(send: () => Promise<void>, now: () => number) {
  let sentAt = now()
  let failed: Problem | undefined
  let touched = false
  for (const _ of ['once', 'again']) {
    sentAt = now()
    try {
      await send()
      touched = true
    } catch (error) {
      failed = problemIn(error)
      touched ||= mayHaveBeenApplied(failed)
      break
    }
  }
  return { sentAt, answeredAt: now(), failed, touched }
}

/** The verdict so far, if the row was written: what followed failed, and the verdict says so. */
function notRepaired(last: Verdict<Token> | undefined, tries: number): Verdict<Token> | undefined {
  const written = last?.is === 'as-asked' || last?.is === 'differently'
  return written ? { ...last, also: { did: 'not-repaired', tries } } : last
}

function isDated(row: Token, integer: TokenDraft['expiration_date'], unit: Unit): boolean {
  return integer === undefined ? isNotGiven(row, unit) : isDate(row, integer, unit)
}

function isDate(row: Token, integer: TokenDraft['expiration_date'], unit: Unit): boolean {
  return integer !== undefined && sameMoment(momentFrom(integer), row.expiration_date, unit)
}

/** Milliseconds until just after the next full second of the service's clock, later if that clock is uncertain. */
function untilTurn(now: number, clock: ServiceClock | undefined): number {
  const { ms, within } = clock?.difference() ?? { ms: 0, within: mostDoubt }
  const there = now + ms
  return 1000 - (((there % 1000) + 1000) % 1000) + afterTurn + Math.min(within, mostDoubt)
}
