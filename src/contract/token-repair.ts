import type { ServiceClock } from './clock.ts'
import { agrees, wasNever } from './fate.ts'
import { mayHaveBeenApplied, problemOf } from './problem.ts'
import type { Inside } from './saving.ts'
import { isNotGiven, type Token, type TokenDraft } from './token.ts'
import { keptExpiry, type TokenChange } from './token-writing.ts'
import type { Verdict } from './verdict.ts'
import { integerFor, momentAt, sameMoment, type Unit } from './wire.ts'

/** What a repair needs. */
export interface Repairing {
  send: (record: TokenDraft) => Promise<void>
  unit: Unit
  /** The page's milliseconds since 1970. */
  now: () => number
  /** Resolves after so many milliseconds. */
  wait: (ms: number) => Promise<void>
  clock: ServiceClock | undefined
}

interface Repair extends Repairing {
  /** Whether no date is to be given; without it, what the row shows of its former self decides. */
  never?: boolean
  /** The row as it was before the whole action. */
  before: Token
}

const mostTries = 5

/** How long after the turn of the service's second the two updates begin, in milliseconds. */
const afterTurn = 30

/**
 * A service of the observed kind signs a value with the moment of the update before the last and then refuses it. Two
 * updates within one of its seconds make the two moments the same. So the record is sent twice right after the turn of
 * a second, unchanged, for a token without a date with that second as its date, and read back, until the value agrees.
 * Source: the observation of a public server; tried there on 72 tokens.
 */
export async function repairValue(
  { readBack }: Pick<Inside<Token, TokenDraft, TokenChange>, 'readBack'>,
  wanted: Token,
  { send, unit, now, wait, clock, before, never = isNotGiven(wanted, unit) || wasNever(wanted) }: Repair,
): Promise<Verdict<Token>> {
  const { name, active, write } = wanted
  if (active === undefined || write === undefined) return { is: 'unanswered', row: wanted, fields: ['active', 'write'] }
  let last: Verdict<Token> = { is: 'not-verified', why: 'no-list' }
  for (let tries = 1; tries <= mostTries; tries += 1) {
    // A date does not depend on the second, so the first try need not wait for its turn.
    if (never || tries > 1) await wait(untilTurn(now(), clock))
    const second = Math.floor((now() + ahead(clock)) / 1000) * 1000
    const expiry = never ? { expiration_date: integerFor(second, unit) } : keptExpiry(wanted, unit)
    const record: TokenDraft = { name, active, write, ...expiry }
    try {
      const sentAt = now()
      await send(record)
      await send(record)
      const row = await readBack(name)
      const at = now()
      if (row === undefined) return { is: 'not-applied', row, at }
      const updated = momentAt(row.updated_at, unit)
      if (updated !== undefined) clock?.sample(sentAt, at, updated, unit === 'seconds' ? 1000 : 1)
      const fields = differences(row, record, never, unit)
      const works = agrees(row, unit) === true
      const told = { row, at, before, fate: works ? ('new-works' as const) : ('new-refused' as const) }
      if (works && fields.length === 0) return { is: 'as-asked', unseen: [], ...told, also: { did: 'repaired', tries } }
      const also = { did: 'not-repaired' as const, tries }
      last =
        fields.length === 0
          ? { is: 'as-asked', unseen: [], ...told, also }
          : { is: 'differently', fields, ...told, also }
    } catch (error) {
      const problem = problemOf(error)
      if (problem === undefined) throw error
      return { is: mayHaveBeenApplied(problem) ? 'unknown' : 'refused', problem }
    }
  }
  return last
}

function differences(row: Token, sent: TokenDraft, never: boolean, unit: Unit): string[] {
  const { expiration_date: integer } = sent
  const dated =
    never || integer === undefined
      ? isNotGiven(row, unit)
      : sameMoment({ spelled: 'integer', integer }, row.expiration_date, unit)
  return [
    ...(row.active === sent.active ? [] : ['active']),
    ...(row.write === sent.write ? [] : ['write']),
    ...(dated ? [] : ['expiration_date']),
  ]
}

function ahead(clock: ServiceClock | undefined): number {
  return clock?.difference()?.ms ?? 0
}

/** Milliseconds until just after the next turn of the service's second, as far as its clock is known. */
function untilTurn(now: number, clock: ServiceClock | undefined): number {
  const there = now + ahead(clock)
  return 1000 - (((there % 1000) + 1000) % 1000) + afterTurn
}
