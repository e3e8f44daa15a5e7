import type { ServiceClock } from '#contract/clock.ts'
import { agrees, valueOutcomeOf } from './value-outcome.ts'
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

/**
 * A service of the observed kind signs a value with the moment of the previous update and then rejects it. Two updates
 * within one of its seconds make both moments equal. So the unchanged record is sent twice right after the start of a
 * second and read back, until the value agrees. For a token without an expiry, that second is sent as its expiry.
 * Source: observation of a public server, tried on 72 tokens.
 */
export async function repairValue(
  { readBack, writing }: Pick<TokenTurn, 'readBack' | 'writing'>,
  { record, never, before, standing }: RepairTarget,
  { send, now, wait, clock, ...context }: RepairContext,
): Promise<Verdict<Token>> {
  // An expiry sent in another unit than the row's own would be another moment.
  const unit = unitIn(before.updated_at) ?? context.unit
  /** The row by the last read. */
  let lastRow = rowOf(standing) ?? before
  /** What was sent last. */
  let sent = record
  /** The verdict if the repair ends here; undefined: nothing was written. */
  let last = standing
  /** How long the last read took, in milliseconds. */
  let took = mostDoubt
  /** Whether this service was seen to store what it is sent. If so, any difference is somebody else's change. */
  let stores = standing?.is === 'as-asked' && !never

  const isDate = (row: Token, integer: TokenDraft['expiration_date']) =>
    integer !== undefined && sameMoment(momentFrom(integer), row.expiration_date, unit)
  /** The fields that differ from the target; `isOpen`: it should have no expiry. */
  const differences = (row: Token, isOpen: boolean): string[] => {
    const fields = writing.differs(sent, row).filter((field) => field !== 'expiration_date')
    const isNone = isOpen || sent.expiration_date === undefined
    const isDated = isNone ? isNotGiven(row, unit) : isDate(row, sent.expiration_date)
    return isDated ? fields : [...fields, 'expiration_date']
  }

  /** The verdict if somebody else deleted or changed the row after so many tries. */
  const endedByOthers = (row: Token | undefined, tries: number): Verdict<Token> | undefined => {
    const wrote = tries > 0 || standing !== undefined
    if (row === undefined) return { is: 'gone', ...(wrote && { during: { valueOutcome: 'unknown' } }) }
    /** Whether a field has its value because we sent it, or was unreadable before. */
    const isOurs = (field: string) =>
      field === 'expiration_date' ? isDate(row, sent.expiration_date) : lastRow[field as TokenField] === undefined
    const changed = writing.changed(lastRow, row)
    const fields = differences(row, never).filter((field) => changed.includes(field) && !isOurs(field))
    const during: EndedRepair = { valueOutcome: valueOutcomeOf(before, row) }
    return fields.length > 0 ? { is: 'conflict', seen: lastRow, row, fields, ...(wrote && { during }) } : undefined
  }

  /** The verdict after so many tries. `byOthers`: the fields that this repair did not change on purpose. */
  const judged = (row: Token, at: number, tries: number, byOthers: string[] = []): Verdict<Token> => {
    const valueOutcome = valueOutcomeOf(before, row)
    const fields = differences(row, never)
    const works = valueOutcome === 'new' && agrees(row, unit) === true
    const also = { did: works ? ('repaired' as const) : ('not-repaired' as const), tries }
    // A value that stays as it was needs no repair.
    const facts = { row, at, before, valueOutcome, ...(valueOutcome !== 'kept' && { also }) }
    if (fields.length === 0) return { is: 'as-asked', unseen: [], ...facts }
    return { is: 'differently', fields, ...(byOthers.length > 0 && { unasked: byOthers }), ...facts }
  }

  /** The verdict if the next step failed before it changed anything. */
  const notRepaired = (problem: Problem, tries: number): Verdict<Token> => {
    if (last?.is !== 'as-asked' && last?.is !== 'differently') return last ?? { is: 'refused', problem }
    return { ...last, also: { did: 'not-repaired', tries } }
  }

  /**
   * Waits for the start of a second, and reads the row as late as possible: a change after this read is overwritten.
   * Resolves to the verdict if the repair ends here.
   */
  const waitForSecond = async (tries: number): Promise<Verdict<Token> | undefined> => {
    const due = now() + untilTurn(now(), clock)
    await wait(Math.max(0, due - now() - took))
    const began = now()
    let row: Token | undefined
    try {
      row = await readBack(record.name)
    } catch (error) {
      return notRepaired(problemIn(error), tries)
    }
    const end = endedByOthers(row, tries - 1)
    if (end !== undefined) return end
    if (row !== undefined && agrees(row, unit) === true) {
      const verdict = judged(row, now(), tries - 1)
      // Somebody else repaired it. Another update would break the value that they got.
      if (verdict.is === 'as-asked') return rowOf(last) === undefined ? { is: 'already', row } : verdict
    }
    took = now() - began
    lastRow = row ?? lastRow
    await wait(now() <= due ? due - now() : untilTurn(now(), clock))
    return undefined
  }

  /** Sends the record twice and reads it back. Resolves to the verdict unless another try can help. */
  const sendAndJudge = async (tries: number): Promise<Verdict<Token> | undefined> => {
    const second = Math.floor((now() + (clock?.difference()?.ms ?? 0)) / 1000) * 1000
    sent = never ? { ...record, expiration_date: integerFor(second, unit) } : record
    const { sentAt, answeredAt, failed, touched } = await sentTwice(() => send(sent), now)
    // The first one was refused: nothing has changed.
    if (failed !== undefined && !touched) return notRepaired(failed, tries)
    let row: Token | undefined
    try {
      row = await readBack(record.name)
    } catch (error) {
      const why = problemIn(error)
      return failed === undefined ? { is: 'not-verified', why } : { is: 'unknown', problem: failed }
    }
    const at = now()
    const end = endedByOthers(row, tries)
    if (row === undefined || (end !== undefined && stores)) return end ?? { is: 'gone' }
    const valueOutcome = valueOutcomeOf(before, row)
    const moved = !sameMoment(row.updated_at, before.updated_at, unit)
    const updated = unitIn(row.updated_at) === unit ? momentAt(row.updated_at, unit) : undefined
    if (failed === undefined && moved && updated !== undefined)
      clock?.sample(sentAt, answeredAt, updated, unit === 'seconds' ? 1000 : 1)
    // Two updates, and the row has not changed: they were ignored, or the list is old.
    if (failed === undefined && !moved && valueOutcome !== 'new') return { is: 'not-applied', row, at }
    last = judged(row, at, tries, end?.is === 'conflict' ? end.fields : [])
    const agreed = agrees(row, unit)
    if (valueOutcome === 'new' && agreed === true && last.is === 'as-asked') return last
    // A write without a response may still arrive and change the value again.
    if (failed !== undefined) return mayHaveBeenApplied(failed) ? { is: 'unknown', problem: failed } : last
    // Sending it again would show nothing more, or is not what is missing.
    const isUseless = valueOutcome === 'kept' || agreed === undefined || (agreed && (last.is === 'as-asked' || !never))
    if (end !== undefined || isUseless) return last
    stores ||= differences(row, false).length === 0
    lastRow = row
    return undefined
  }

  for (let tries = 1; tries <= mostTries; tries += 1) {
    // An expiry does not depend on the second, so the first try need not wait.
    const ends = never || tries > 1 ? await waitForSecond(tries) : undefined
    const verdict = ends ?? (await sendAndJudge(tries))
    if (verdict !== undefined) return verdict
  }
  return last ?? { is: 'not-verified', why: 'no-list' }
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

/** Milliseconds until just after the next full second of the service's clock, later if that clock is uncertain. */
function untilTurn(now: number, clock: ServiceClock | undefined): number {
  const { ms, within } = clock?.difference() ?? { ms: 0, within: mostDoubt }
  const there = now + ms
  return 1000 - (((there % 1000) + 1000) % 1000) + afterTurn + Math.min(within, mostDoubt)
}
