import type { ServiceClock } from '#contract/clock.ts'
import { mayHaveBeenApplied, problemIn, type Problem } from '#contract/problem.ts'
import { isNotGiven, type Token, type TokenChange, type TokenDraft } from '#contract/token.ts'
import { integerFor, momentAt, momentFrom, sameMoment, unitIn, type Unit } from '#contract/wire.ts'
import type { Read } from './judge.ts'
import type { Kind, Seen } from './kind.ts'
import type { Also, OutcomeOf, Shown, Unread } from './outcome.ts'
import type { TokenTypes } from './token-kind.ts'
import { agrees, valueOutcomeOf, wasNever } from './value.ts'
import type { Steps, Watch } from './writer.ts'

type TokenOutcome = OutcomeOf<TokenTypes>

/** What a repair needs from outside. */
export interface RepairWorld {
  steps: Steps<TokenTypes>
  kind: Kind<TokenTypes>
  send: (record: TokenDraft) => Promise<void>
  unit: Unit
  /** The page's milliseconds since 1970. */
  now: () => number
  /** Resolves after so many milliseconds. */
  wait: (ms: number) => Promise<void>
  clock: ServiceClock | undefined
  watch: Watch
}

/** A repair: what it works with, and what the row should show. */
interface Repair extends RepairWorld {
  /** What was asked for, and the row before the whole act. */
  done: TokenOutcome['done'] & { before: Token; record: TokenDraft }
  /** Whether it should have no expiry. */
  never: boolean
  /** The outcome if the repair achieves nothing: that of the save which it belongs to. */
  standing: TokenOutcome | undefined
}

const mostTries = 5

/**
 * How long after the start of a second, by the service's clock, the two updates begin at the earliest, in milliseconds.
 */
const afterTurn = 30

/** Maximum uncertainty of the service's clock, in milliseconds; beyond it, updates aim at the middle of a second. */
const mostDoubt = 400

/** How far a repair has come. */
interface Progress {
  /** The row by the last read. */
  lastRow: Token
  /** What was sent last. */
  sent: TokenDraft
  /** The outcome if it ends here; undefined: nothing was written. */
  last: TokenOutcome | undefined
  /** How long the last read took, in milliseconds. */
  took: number
  /** Whether this service was seen to store what it is sent. If so, any difference is somebody else's change. */
  stores: boolean
}

type Step = { ends: TokenOutcome | undefined } | { goesOn: Progress }

/**
 * Saves a token and goes on until its value agrees with its row; an empty change repairs alone. To be called in its turn.
 *
 * A service of the observed kind signs a value with the moment of the previous update and then rejects it. Two updates
 * within one of its seconds make both moments equal. So the unchanged record is sent twice right after the start of a
 * second and read back, until the value agrees. For a token without an expiry, that second is sent as its expiry.
 * Source: observation of a public server, tried on 72 tokens.
 */
export async function repairValue(
  seen: Seen<Token>,
  change: TokenChange,
  world: RepairWorld,
): Promise<TokenOutcome | undefined> {
  const isSave = Object.keys(change).length > 0
  const begun = await (isSave ? savedFirst(seen, change, world) : currentFirst(seen, world))
  if (begun === undefined || !('standing' in begun)) return begun
  const { done, never, standing } = begun
  // An expiry sent in another unit than the row's own would be another moment.
  const repair: Repair = { ...world, ...begun, unit: unitIn(done.before.updated_at) ?? world.unit }
  const shown = standing?.shown
  let progress: Progress = {
    lastRow: rowOf(standing) ?? done.before,
    sent: done.record,
    last: standing,
    took: mostDoubt,
    stores: shown?.is === 'as-asked' && !never,
  }
  for (let tries = 1; tries <= mostTries; tries += 1) {
    // An expiry does not depend on the second, so the first try need not wait.
    const waited = never || tries > 1 ? await waitForSecond(repair, progress, tries) : { goesOn: progress }
    if ('ends' in waited) return waited.ends
    if (world.watch.mayGoOn?.() === false) return notRepaired(progress.last, tries - 1)
    const tried = await sendAndJudge(repair, waited.goesOn, tries)
    if ('ends' in tried) return tried.ends
    progress = tried.goesOn
  }
  return progress.last
}

type Begun = Pick<Repair, 'done' | 'never' | 'standing'> | TokenOutcome | undefined

/** Whether a token has no expiry, or had none before an update changed it. */
const isOpen = (row: Token, unit: Unit) => isNotGiven(row, unit) || wasNever(row)

/** A save, and what is left to repair after it; else its outcome. */
async function savedFirst(seen: Seen<Token>, change: TokenChange, { steps, unit, watch }: RepairWorld): Promise<Begun> {
  const [saved] = await steps.write([{ do: 'save', seen, change }], watch)
  const row = rowOf(saved)
  if (saved === undefined || row === undefined || saved.sent !== 'yes' || saved.shown.is === 'as-before') return saved
  const { before, record } = saved.done
  // Without a fingerprint, a new value cannot be told from the former one. That it contradicts its row is reason enough.
  const isSpoiled = saved.value !== 'kept' && agrees(row, unit) === false
  if (!isSpoiled || before === undefined || record === undefined) return saved
  const { expiration_date: expiry } = change
  const never = expiry === 'not-given' || (expiry === undefined && isOpen(before, unit))
  return { done: { ...saved.done, before, record }, never, standing: saved }
}

/** The row to repair, as the admin saw it; else the outcome that stops the repair. */
async function currentFirst(seen: Seen<Token>, { steps, kind, unit, now, watch }: RepairWorld): Promise<Begun> {
  if (watch.mayGoOn?.() === false) return undefined
  const current = steps.look(seen, {}, await steps.read([seen.row.name]), now())
  const row = 'row' in current ? current.row : rowOf(current)
  const { name } = seen.row
  // Where rows carry no value, no read shows whether it was repaired.
  const unseen = row !== undefined && agrees(row, unit) === undefined ? ['value'] : []
  const done = { do: 'save' as const, from: name, name, asked: ['value'], unseen }
  if (row !== undefined && agrees(row, unit) === true) {
    const shown = { is: 'as-asked' as const, row, unseen: [] }
    return { done: { ...done, before: row }, sent: 'no', stop: 'already', shown, at: now() }
  }
  if (!('row' in current)) return current
  const before = current.row
  const composed = kind.compose(before, {})
  if ('unanswered' in composed) {
    const shown = { is: 'as-before' as const, row: before, fields: composed.unanswered }
    return { done: { ...done, before }, sent: 'no', stop: 'unanswered', shown, at: now() }
  }
  const never = isOpen(before, unit)
  const { expiration_date: _moment, ...open } = composed.send
  return { done: { ...done, before, record: never ? open : composed.send }, never, standing: undefined }
}

/** Waits for the start of a second, and reads the row as late as possible: a change after this read is overwritten. */
async function waitForSecond(repair: Repair, progress: Progress, tries: number): Promise<Step> {
  const { now, wait, clock, done, unit, steps } = repair
  const { last, took } = progress
  const due = now() + untilTurn(now(), clock)
  await wait(Math.max(0, due - now() - took))
  const began = now()
  const read = rowIn(await steps.readBack([done.name]), done.name)
  if ('failed' in read) return { ends: notRepaired(last, tries - 1) ?? unreadBefore(repair, read.failed) }
  const { row } = read
  const at = { at: read.at, tries: tries - 1 }
  const end = endedByOthers(repair, progress, row, at)
  if (end !== undefined) return { ends: end.outcome }
  if (row !== undefined && agrees(row, unit) === true) {
    const outcome = judged(repair, progress.sent, row, at)
    // Somebody else repaired it. Another update would break the value that they got.
    if (outcome.shown.is === 'as-asked') {
      return {
        ends: last === undefined ? { ...nothingSent(repair, outcome.shown, read.at), stop: 'already' } : outcome,
      }
    }
  }
  const goesOn = { ...progress, took: now() - began, lastRow: row ?? progress.lastRow }
  await wait(now() <= due ? due - now() : untilTurn(now(), clock))
  return { goesOn }
}

/** Sends the record twice, reads it back and judges whether another try can help. */
async function sendAndJudge(repair: Repair, before: Progress, tries: number): Promise<Step> {
  const { now, clock, send, done, never, unit, steps, standing, watch } = repair
  const second = Math.floor((now() + (clock?.difference()?.ms ?? 0)) / 1000) * 1000
  const sent = never ? { ...done.record, expiration_date: integerFor(second, unit) } : done.record
  const progress = { ...before, sent }
  const { sentAt, answeredAt, failed, touched } = await sentTwice(() => send(sent), done.name, now, watch)
  // The first one was refused: nothing has changed.
  if (failed !== undefined && !touched) return { ends: notRepaired(progress.last, tries) ?? refusedOf(repair, failed) }
  const sentAs = failed === undefined || standing !== undefined ? ('yes' as const) : ('perhaps' as const)
  const problem = sentAs === 'perhaps' && failed !== undefined && { problem: failed }
  const read = rowIn(await steps.readBack([done.name]), done.name)
  if ('failed' in read) {
    const shown = { is: 'unread' as const, why: read.failed }
    return { ends: { done, sent: sentAs, shown, at: now(), ...problem } }
  }
  const { row, at } = read
  const end = endedByOthers(repair, progress, row, { at, tries })
  if (row === undefined || (end !== undefined && progress.stores)) return { ends: end?.outcome }
  const value = valueOutcomeOf(done.before, row)
  const moved = !sameMoment(row.updated_at, done.before.updated_at, unit)
  if (failed === undefined && moved) sampleClock(repair, row, { sentAt, answeredAt })
  // Two updates, and the row has not changed: they were ignored, or the list is old.
  if (failed === undefined && !moved && value !== 'new') {
    return { ends: { done, sent: 'yes', shown: { is: 'as-before', row, fields: done.asked }, at, value: 'unknown' } }
  }
  const last = judged(repair, sent, row, { at, tries, byOthers: end?.fields })
  const agreed = agrees(row, unit)
  const isAsAsked = last.shown.is === 'as-asked'
  if (value === 'new' && agreed === true && isAsAsked) return { ends: last }
  // A write without a response may still arrive and change the value again.
  if (failed !== undefined) {
    return { ends: mayHaveBeenApplied(failed) ? { ...last, sent: sentAs, value: 'unknown', ...problem } : last }
  }
  // Sending it again would show nothing more, or is not what is missing.
  const isUseless = value === 'kept' || agreed === undefined || (agreed && (isAsAsked || !never))
  if (end !== undefined || isUseless) return { ends: last }
  const stores = progress.stores || differences(repair, sent, row, false).length === 0
  return { goesOn: { ...progress, last, lastRow: row, stores } }
}

/** The fields that differ from the target; `never`: it should have no expiry. */
function differences({ kind, unit }: Repair, sent: TokenDraft, row: Token, never: boolean): string[] {
  const fields = kind.differs(sent, row).filter((field) => field !== 'expiration_date')
  const isDated = never || sent.expiration_date === undefined ? isNotGiven(row, unit) : isDate(row, sent, unit)
  return isDated ? fields : [...fields, 'expiration_date']
}

/** How it ends if somebody else deleted the row or changed `fields` after `tries` tries. */
function endedByOthers(
  repair: Repair,
  { lastRow, sent, last }: Progress,
  row: Token | undefined,
  { at, tries }: { at: number; tries: number },
): { outcome: TokenOutcome; fields: string[] } | undefined {
  const { kind, standing, done, never, unit } = repair
  const wrote = tries > 0 || standing !== undefined || last !== undefined
  if (row === undefined) {
    const fields = [kind.key]
    const shown = { is: 'otherwise' as const, fields, unasked: fields }
    const also = { did: 'not-repaired' as const, tries }
    const stopped: TokenOutcome = { ...nothingSent(repair, shown, at), stop: 'gone' }
    return { fields, outcome: wrote ? { done, sent: 'yes', shown, at, value: 'unknown', also } : stopped }
  }
  /** Whether a field has its value because we sent it, or was unreadable before. */
  const isOurs = (field: string) => {
    if (field === 'expiration_date') return sent.expiration_date !== undefined && isDate(row, sent, unit)
    return Object.entries(lastRow).some(([own, value]) => own === field && value === undefined)
  }
  const changed = kind.changed(lastRow, row)
  const fields = differences(repair, sent, row, never).filter((field) => changed.includes(field) && !isOurs(field))
  if (fields.length === 0) return undefined
  const shown = { is: 'otherwise' as const, row, fields, unasked: fields }
  const stopped: TokenOutcome = { ...nothingSent(repair, shown, at, lastRow), stop: 'changed' }
  return { fields, outcome: wrote ? judged(repair, sent, row, { at, tries, byOthers: fields }) : stopped }
}

/** The outcome after so many tries. `byOthers`: the fields that this repair did not change on purpose. */
function judged(
  repair: Repair,
  sent: TokenDraft,
  row: Token,
  { at, tries, byOthers = [] }: { at: number; tries: number; byOthers?: string[] | undefined },
): TokenOutcome {
  const { done, never, unit } = repair
  const value = valueOutcomeOf(done.before, row)
  const agreed = agrees(row, unit) === true
  const isUnseen = done.unseen.includes('value')
  const fields = differences(repair, sent, row, never)
  if (done.asked.includes('value') && !isUnseen && !agreed) fields.push('value')
  const also: Also = { did: value === 'new' && agreed ? 'repaired' : 'not-repaired', tries }
  const shown: Shown<Token> =
    fields.length === 0
      ? { is: 'as-asked', row, unseen: done.unseen }
      : { is: 'otherwise', row, fields, unasked: byOthers }
  // A value that stays as it was needs no repair.
  return { done, sent: 'yes', shown, at, value, ...(value !== 'kept' && !isUnseen && { also }) }
}

const nothingSent = ({ done }: Repair, shown: Shown<Token>, at: number, before = done.before): TokenOutcome => ({
  done: { ...done, before },
  sent: 'no',
  shown,
  at,
})

const unreadBefore = (repair: Repair, why: Unread): TokenOutcome => ({
  ...nothingSent(repair, { is: 'unread', why }, repair.now()),
  stop: 'unread',
  ...(typeof why === 'object' && { problem: why }),
})

/** The first request of a repair had no effect. */
const refusedOf = ({ done, now }: Repair, problem: Problem): TokenOutcome => ({
  done,
  sent: 'sent' in problem || problem.kind === 'offline' ? 'no' : 'refused',
  problem,
  shown: { is: 'as-before', row: done.before, fields: done.asked },
  at: now(),
})

/** What an update shows of the service's clock. */
function sampleClock({ clock, unit }: Repair, row: Token, call: { sentAt: number; answeredAt: number }): void {
  const updated = momentAt(row.updated_at, unit)
  if (updated === undefined || unitIn(row.updated_at) !== unit) return
  clock?.sample(call.sentAt, call.answeredAt, updated, unit === 'seconds' ? 1000 : 1)
}

/** The row that an outcome shows. */
function rowOf(outcome: TokenOutcome | undefined): Token | undefined {
  return outcome === undefined || outcome.shown.is === 'unread' ? undefined : outcome.shown.row
}

/** The row by a read; it fails, too, if the row may be an unreadable one. */
function rowIn(read: Read<Token>, name: string): { row: Token | undefined; at: number } | { failed: Unread } {
  if ('failed' in read) return read
  const row = read.get(name)
  return row !== undefined || read.isSure ? { row, at: read.at } : { failed: { kind: 'perhaps-unreadable' } }
}

/** The moments before and after the second update, and what failed. `touched`: something may have been applied. */
async function sentTwice(send: () => Promise<void>, name: string, now: () => number, { onSend, onAnswer }: Watch) {
  let sentAt = now()
  let failed: Problem | undefined
  let touched = false
  for (const _ of ['once', 'again']) {
    sentAt = now()
    onSend?.(name)
    try {
      await send()
      touched = true
    } catch (error) {
      failed = problemIn(error)
      touched ||= mayHaveBeenApplied(failed)
    }
    onAnswer?.(name, failed)
    if (failed !== undefined) break
  }
  return { sentAt, answeredAt: now(), failed, touched }
}

/** The outcome so far, if the row was written: what followed failed, and the outcome says so. */
function notRepaired(last: TokenOutcome | undefined, tries: number): TokenOutcome | undefined {
  return rowOf(last) === undefined || last === undefined ? last : { ...last, also: { did: 'not-repaired', tries } }
}

function isDate(row: Token, { expiration_date: integer }: TokenDraft, unit: Unit): boolean {
  return integer !== undefined && sameMoment(momentFrom(integer), row.expiration_date, unit)
}

/** Milliseconds until just after the next full second of the service's clock, later if that clock is uncertain. */
function untilTurn(now: number, clock: ServiceClock | undefined): number {
  const { ms, within } = clock?.difference() ?? { ms: 0, within: mostDoubt }
  const there = now + ms
  return 1000 - (((there % 1000) + 1000) % 1000) + afterTurn + Math.min(within, mostDoubt)
}
