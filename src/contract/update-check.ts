import { documentedUnit, effectShown, worstEffect, type UpdateEffect } from './facts.ts'
import { claimsOf, fingerprintOf } from './jwt.ts'
import { problemOf, type Problem } from './problem.ts'
import { randomHex } from './random.ts'
import type { RowStore } from '#contract/list/row-store.ts'
import { waitFor } from '#contract/write/turns.ts'
import type { Service } from './service.ts'
import { tokenFlags, type Token, type TokenDraft } from './token.ts'
import { integerFor, momentAt, type Unit } from './wire.ts'
import { agrees, valueOutcomeOf } from '#contract/write/value.ts'

/** How the check runs. */
export interface CheckOptions {
  /** Ends the check. A write under way is waited for, and the token is deleted, within 20 s. */
  signal: AbortSignal
  /** Milliseconds since 1970. */
  now?: (() => number) | undefined
  wait?: typeof waitFor | undefined
}

/** The result of the check. */
export interface CheckReport {
  /** Undefined: the service does not show it. */
  effect: UpdateEffect | undefined
  /** When the check began, in milliseconds since 1970. */
  at: number
  /** Why it broke off. */
  problem?: Problem | undefined
  interrupted: boolean
  /** Names of tokens of this check, or of an earlier one, that may still exist. */
  left: string[]
}

/** All tokens of checks have names like this one, and no others. */
const ours = /^query-admin-check-[0-9a-f]{24}$/

/** From this age on, a token of a check was left by one that died, in milliseconds. */
const leftBehind = 10 * 60_000
/** Longer than a second of the service's clock, in milliseconds. */
const overASecond = 1100
/** The time limit of the clean-up, in milliseconds. */
const patience = 20_000
/** How long to wait for a write without an answer, in milliseconds. */
const arrival = 1500
const day = 86_400_000

/**
 * Finds out what an update does to a token's value, on a token of its own with write off: created, updated, and updated
 * twice within one second, with a read after each. It deletes that token, and those that earlier checks left. No value
 * outlives its read.
 * @throws {ServiceError} if the list of tokens cannot be read; nothing was sent then.
 */
export async function checkUpdates({ tokens, clock }: Service, options: CheckOptions): Promise<CheckReport> {
  const { signal, now = Date.now, wait = waitFor } = options
  const at = now()
  const list = await tokens.list({ signal })
  const unit = list.unit?.unit ?? documentedUnit
  const names = new Set(leftIn(list, at + (clock.surely()?.ms ?? 0)))
  const name = `query-admin-check-${randomHex(12)}`
  const key = randomHex(16)
  let isWriteLost = false
  const record = (active: boolean): TokenDraft => ({
    ...tokenFlags,
    name,
    active,
    expiration_date: integerFor(at + day, unit),
  })
  /** A write is never broken off: what became of it must be known. */
  const sent = async (write: Promise<void>) => {
    isWriteLost = true
    await write
    isWriteLost = false
    signal.throwIfAborted()
  }
  /** The row with what the value shows; undefined: it is not as it was sent. */
  const read = async (active: boolean): Promise<Token | undefined> => {
    const row = (await tokens.read(new Set([name]), { signal })).get(name)
    if (row?.active !== active || row.write !== false) return undefined
    if (row.claims !== undefined || row.fingerprint !== undefined) return row
    const value = await tokens.value(name, { signal })
    return value === undefined ? row : { ...row, claims: claimsOf(value), fingerprint: await fingerprintOf(value, key) }
  }

  const tried = async (): Promise<UpdateEffect | undefined> => {
    names.add(name)
    await sent(tokens.create(record(false)))
    const created = await read(false)
    if (created === undefined) return undefined
    await wait(overASecond, signal)
    await sent(tokens.update(record(true)))
    const updated = await read(true)
    if (updated === undefined) return undefined
    await sent(tokens.update(record(false)))
    await sent(tokens.update(record(false)))
    const twice = await read(false)
    return twice && effectOf(created, updated, twice, unit)
  }

  const report: CheckReport = { effect: undefined, at, interrupted: false, left: [] }
  try {
    signal.throwIfAborted()
    report.effect = await tried()
  } catch (error) {
    const problem = problemOf(error)
    if (signal.aborted) report.interrupted = true
    else if (problem === undefined) throw error
    else report.problem = problem
  } finally {
    report.left = await removed(tokens, names, isWriteLost, wait)
  }
  return report
}

/** What three reads of one token show: after its creation, an update, and two updates within a second. */
function effectOf(created: Token, updated: Token, twice: Token, unit: Unit): UpdateEffect | undefined {
  const worst = worstEffect(
    effectShown(created, updated, valueOutcomeOf(created, updated), unit),
    effectShown(updated, twice, valueOutcomeOf(updated, twice), unit),
  )
  // If even a new token disagrees, the claim means something else here.
  return worst === 'replaces-and-needs-repair' && agrees(created, unit) === false ? 'replaces' : worst
}

/** The tokens that earlier checks left in this list. `there`: the service's milliseconds since 1970. */
function leftIn(list: RowStore<Token>, there: number): string[] {
  const unit = list.unit?.unit ?? documentedUnit
  return list.rows.flatMap(({ name, created_at }) => {
    const createdAt = ours.test(name) ? momentAt(created_at, unit) : undefined
    return createdAt !== undefined && there - createdAt > leftBehind ? [name] : []
  })
}

/** Deletes these tokens, with a time limit of its own. @returns those that exist or may exist afterwards. */
async function removed(
  { read, remove }: Service['tokens'],
  names: ReadonlySet<string>,
  isWriteLost: boolean,
  wait: typeof waitFor,
): Promise<string[]> {
  if (names.size === 0) return []
  const signal = AbortSignal.timeout(patience)
  const existing = async () => [...(await read(names, { signal })).keys()]
  const round = async () => {
    const there = await existing().catch(() => [...names])
    for (const name of there) await remove(name, { signal }).catch(() => undefined)
    return there.length === 0 ? [] : existing().catch(() => there)
  }
  const left = await round()
  if (left.length === 0 && !isWriteLost) return left
  await wait(arrival, signal).catch(() => undefined)
  return round()
}
