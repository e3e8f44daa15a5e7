import { isNotGiven, type Token, type TokenDraft } from '#contract/token.ts'
import { fateOf } from './value-outcome.ts'
import { integerFor, momentAt, sameMoment, unmoved, type Unit } from '#contract/wire.ts'
import type { Writing } from './compare.ts'

/**
 * An expiry as an admin means it: a moment (milliseconds since 1970), a stretch from the moment of sending
 * (milliseconds), an integer that goes out as it is, or none given, which the documentation stores as the moment of the
 * update.
 */
export type Expiry = { at: number } | { after: number } | { integer: number | bigint } | 'not-given'

/** What an admin wants of a token; what is not named stays as it is. */
export interface TokenChange {
  expires?: Expiry
  active?: boolean
  write?: boolean
}

/** How long sending may have taken at most before its outcome was known, in milliseconds. */
const underWay = 60_000

/**
 * Whether a row is what a change asks for. A stretch from the moment of sending is so only afterwards, where it is
 * known by when it was sent: `sentBy`, the page's milliseconds.
 */
export function holdsChange(row: Token, change: TokenChange, unit: Unit, sentBy?: number): boolean {
  const { active, write, expires } = change
  if (active !== undefined && active !== row.active) return false
  if (write !== undefined && write !== row.write) return false
  if (expires === undefined) return true
  if (expires === 'not-given') return isNotGiven(row, unit)
  if ('integer' in expires) {
    return sameMoment({ spelled: 'integer', integer: expires.integer }, row.expiration_date, unit)
  }
  const at = momentAt(row.expiration_date, unit)
  if (at === undefined) return false
  if ('at' in expires) return Math.floor(expires.at / 1000) === Math.floor(at / 1000)
  if (sentBy === undefined) return false
  const early = sentBy + expires.after - at
  return early > -1000 && early <= underWay + 1000
}

/** Fields in which two reads of one row differ. */
export function tokenChanges(seen: Token, now: Token, unit: Unit): string[] {
  return [
    ...(seen.active === now.active ? [] : ['active']),
    ...(seen.write === now.write ? [] : ['write']),
    ...(unmoved(seen.expiration_date, now.expiration_date, unit) ? [] : ['expiration_date']),
    ...(unmoved(seen.updated_at, now.updated_at, unit) ? [] : ['updated_at']),
  ]
}

/** The integer for an expiry, in whole seconds whatever the unit, so that a service's rounding changes nothing. */
export function sentExpiry(expires: Expiry, unit: Unit, now: () => number): { expiration_date?: number | bigint } {
  if (expires === 'not-given') return {}
  if ('integer' in expires) return { expiration_date: expires.integer }
  const at = 'at' in expires ? expires.at : now() + expires.after
  return { expiration_date: integerFor(Math.floor(at / 1000) * 1000, unit) }
}

/** How tokens take part in the verified write. `unit` and `now` are asked at each write. */
export function tokenWriting(unit: () => Unit, now: () => number): Writing<Token, TokenDraft, TokenChange, TokenDraft> {
  return {
    nameOf: (token) => token.name,
    renamed: (update) => update.name,
    compose(row, change) {
      const active = change.active ?? row.active
      const write = change.write ?? row.write
      const unanswered = [
        ...(active === undefined ? ['active'] : []),
        ...(write === undefined ? ['write'] : []),
        ...(change.expires === undefined && row.expiration_date.spelled === 'unreadable' ? ['expiration_date'] : []),
      ]
      if (active === undefined || write === undefined || unanswered.length > 0) return { unanswered }
      const expiry = change.expires === undefined ? keptExpiry(row, unit()) : sentExpiry(change.expires, unit(), now)
      return { send: { name: row.name, ...expiry, active, write } }
    },
    holds: (row, change, sentBy) => holdsChange(row, change, unit(), sentBy),
    visible: (change) => change,
    visibleDraft: (draft) => draft,
    changed: (seen, row) => tokenChanges(seen, row, unit()),
    differs(sent, row) {
      const fields: string[] = []
      if (sent.active !== row.active) fields.push('active')
      if (sent.write !== row.write) fields.push('write')
      const integer = sent.expiration_date
      // A date that equals the update's own second reads as "not given", which may mean never.
      const kept =
        integer === undefined
          ? isNotGiven(row, unit())
          : sameMoment({ spelled: 'integer', integer }, row.expiration_date, unit()) && !isNotGiven(row, unit())
      if (!kept) fields.push('expiration_date')
      return fields
    },
    unseen: () => [],
    fate: (before, after) => fateOf(before, after),
  }
}

/**
 * An untouched expiry goes back to the last digit. One that stands for "not given" is left out: sent again it would
 * end a "never" on a service that stores the moment of the update, and leaving it out is no worse elsewhere.
 */
export function keptExpiry(row: Token, unit: Unit): { expiration_date?: number | bigint } {
  const moment = row.expiration_date
  if (isNotGiven(row, unit)) return {}
  if (moment.spelled === 'integer') return { expiration_date: moment.integer }
  return moment.spelled === 'iso' ? { expiration_date: integerFor(moment.at, unit) } : {}
}
