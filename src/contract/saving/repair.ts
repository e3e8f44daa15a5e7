import type { ServiceClock } from '#contract/clock.ts'
import { agrees, valueOutcomeOf } from './value-outcome.ts'
import { mayHaveBeenApplied, problemOf, type Problem } from '#contract/problem.ts'
import type { TokenTurn } from './replace.ts'
import { isNotGiven, type Token, type TokenDraft, type TokenField } from '#contract/token.ts'
import type { EndedRepair, Verdict } from './verdict.ts'
import { integerFor, momentAt, sameMoment, unitIn, type Unit } from '#contract/wire.ts'

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
  { send, unit: assumed, now, wait, clock }: RepairContext,
): Promise<Verdict<Token>> {
  // An expiry sent in another unit than the row's own would be another moment.
  const unit = unitIn(before.updated_at) ?? assumed
  const { name } = record
  let last = standing
  let known = rowOf(standing) ?? before
  let sent = record
  let took = mostDoubt
  // Whether this service was seen to store what it is sent. If so, any difference is somebody else's change.
  let stores = standing?.is === 'as-asked' && !never
  /** The fields that differ from the target; `isOpen`: it should have no expiry. */
  const differences = (row: Token, isOpen: boolean) => {
    const fields = writing.differs(sent, row).filter((field) => field !== 'expiration_date')
    return isDated(row, isOpen ? undefined : sent.expiration_date, unit) ? fields : [...fields, 'expiration_date']
  }
  /** Whether a field has its value because we sent it, or was unreadable before. */
  const isOurs = (row: Token, field: string) =>
    field === 'expiration_date' ? isDate(row, sent.expiration_date, unit) : known[field as TokenField] === undefined
  /** The verdict if somebody else deleted or changed the row after `sends` tries. */
  const endedByOthers = (row: Token | undefined, sends: number): Verdict<Token> | undefined => {
    const wrote = sends > 0 || standing !== undefined
    if (row === undefined) return { is: 'gone', ...(wrote && { during: { tries: sends, valueOutcome: 'unknown' } }) }
    const changed = writing.changed(known, row)
    const fields = differences(row, never).filter((field) => changed.includes(field) && !isOurs(row, field))
    const during: EndedRepair = { tries: sends, valueOutcome: valueOutcomeOf(before, row) }
    return fields.length > 0 ? { is: 'conflict', seen: known, row, fields, ...(wrote && { during }) } : undefined
  }
  /** `byOthers`: the fields that this repair did not change on purpose. */
  const judged = (row: Token, at: number, tries: number, byOthers: string[] = []): Verdict<Token> => {
    const valueOutcome = valueOutcomeOf(before, row)
    const fields = differences(row, never)
    const works = valueOutcome === 'new' && agrees(row, unit) === true
    const also = { did: works ? ('repaired' as const) : ('not-repaired' as const), tries }
    // A value that stays as it was needs no repair.
    const facts = { row, at, before, valueOutcome, ...(valueOutcome !== 'kept' && { also }) }
    const unasked = byOthers.length > 0 && { unasked: byOthers }
    return fields.length === 0
      ? { is: 'as-asked', unseen: [], ...facts }
      : { is: 'differently', fields, ...unasked, ...facts }
  }
  for (let tries = 1; tries <= mostTries; tries += 1) {
    // An expiry does not depend on the second, so the first try need not wait.
    if (never || tries > 1) {
      const due = now() + untilTurn(now(), clock)
      // As late as possible: a change by somebody else after this read is overwritten.
      await wait(Math.max(0, due - now() - took))
      const began = now()
      let row: Token | undefined
      try {
        row = await readBack(name)
      } catch (error) {
        const problem = problemOf(error)
        if (problem === undefined) throw error
        return notRepaired(last, tries) ?? { is: 'refused', problem }
      }
      took = now() - began
      const end = endedByOthers(row, tries - 1)
      if (end !== undefined) return end
      if (row !== undefined && agrees(row, unit) === true) {
        const found = judged(row, now(), tries - 1)
        // Somebody else repaired it. Another update would break the value that they got.
        if (found.is === 'as-asked') return rowOf(last) === undefined ? { is: 'already', row } : found
      }
      known = row ?? known
      await wait(now() <= due ? due - now() : untilTurn(now(), clock))
    }
    const second = Math.floor((now() + (clock?.difference()?.ms ?? 0)) / 1000) * 1000
    sent = never ? { ...record, expiration_date: integerFor(second, unit) } : record
    const { sentAt, answeredAt, failed, touched } = await sentTwice(() => send(sent), now)
    // The first one was refused: nothing has changed.
    if (failed !== undefined && !touched) return notRepaired(last, tries) ?? { is: 'refused', problem: failed }
    let row: Token | undefined
    try {
      row = await readBack(name)
    } catch (error) {
      const why = problemOf(error)
      if (why === undefined) throw error
      return failed === undefined ? { is: 'not-verified', why } : { is: 'unknown', problem: failed }
    }
    const at = now()
    const end = endedByOthers(row, tries)
    if (row === undefined || (end !== undefined && stores)) return end ?? { is: 'gone' }
    const updated = momentAt(row.updated_at, unit)
    const moved = !sameMoment(row.updated_at, before.updated_at, unit)
    if (failed === undefined && moved && updated !== undefined && unitIn(row.updated_at) === unit) {
      clock?.sample(sentAt, answeredAt, updated, unit === 'seconds' ? 1000 : 1)
    }
    // Two updates, and the row has not changed: they were ignored, or the list is old.
    const valueOutcome = valueOutcomeOf(before, row)
    if (failed === undefined && !moved && valueOutcome !== 'new') return { is: 'not-applied', row, at }
    last = judged(row, at, tries, end?.is === 'conflict' ? end.fields : [])
    known = row
    stores ||= differences(row, false).length === 0
    const agreed = agrees(row, unit)
    if (valueOutcome === 'new' && agreed === true && last.is === 'as-asked') return last
    // A write without a response may still arrive and change the value again.
    if (failed !== undefined) return mayHaveBeenApplied(failed) ? { is: 'unknown', problem: failed } : last
    // Sending it again would show nothing more, or is not what is missing.
    if (end !== undefined) return last
    if (valueOutcome === 'kept' || agreed === undefined || (agreed && (last.is === 'as-asked' || !never))) return last
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
      failed = problemOf(error)
      if (failed === undefined) throw error
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
  return integer !== undefined && sameMoment({ spelled: 'integer', integer }, row.expiration_date, unit)
}

/** Milliseconds until just after the next full second of the service's clock, later if that clock is uncertain. */
function untilTurn(now: number, clock: ServiceClock | undefined): number {
  const { ms, within } = clock?.difference() ?? { ms: 0, within: mostDoubt }
  const there = now + ms
  return 1000 - (((there % 1000) + 1000) % 1000) + afterTurn + Math.min(within, mostDoubt)
}
