import { isNotGiven, type Token, type TokenDraft } from './token.ts'
import { fateOf } from './fate.ts'
import { integerFor, momentAt, sameMoment, unmoved, type Unit } from './wire.ts'
import type { Writing } from './writing.ts'

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

/** Whether a row is what a change asks for; a stretch from the moment of sending never is. */
export function holdsChange(row: Token, { active, write, expires }: TokenChange, unit: Unit): boolean {
  if (active !== undefined && active !== row.active) return false
  if (write !== undefined && write !== row.write) return false
  if (expires === undefined) return true
  if (expires === 'not-given') return isNotGiven(row, unit)
  if ('integer' in expires) {
    return sameMoment({ spelled: 'integer', integer: expires.integer }, row.expiration_date, unit)
  }
  const at = momentAt(row.expiration_date, unit)
  return 'at' in expires && at !== undefined && Math.floor(expires.at / 1000) === Math.floor(at / 1000)
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
    holds: (row, change) => holdsChange(row, change, unit()),
    changed(seen, row) {
      const fields: string[] = []
      if (seen.active !== row.active) fields.push('active')
      if (seen.write !== row.write) fields.push('write')
      if (!unmoved(seen.expiration_date, row.expiration_date, unit())) fields.push('expiration_date')
      if (!unmoved(seen.updated_at, row.updated_at, unit())) fields.push('updated_at')
      return fields
    },
    differs(sent, row) {
      const fields: string[] = []
      if (sent.active !== row.active) fields.push('active')
      if (sent.write !== row.write) fields.push('write')
      const integer = sent.expiration_date
      const kept =
        integer === undefined
          ? isNotGiven(row, unit())
          : sameMoment({ spelled: 'integer', integer }, row.expiration_date, unit())
      if (!kept) fields.push('expiration_date')
      return fields
    },
    unseen: () => [],
    fate: (before, after) => fateOf(before, after, unit()),
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
