import type { Resource } from './service.ts'
import { createSaving, type Saving, type SavingWorld, type Writing } from './saving.ts'
import { isNotGiven, type Token, type TokenDraft } from './token.ts'
import type { Verdict } from './verdict.ts'
import { integerFor, momentAt, sameMoment, unitOf, unmoved, type Unit } from './wire.ts'

/**
 * An expiry as an admin means it: a moment (milliseconds since 1970), a stretch from the moment of sending
 * (milliseconds), or none given, which the documentation stores as the moment of the update.
 */
export type Expiry = { at: number } | { after: number } | 'not-given'

/** What an admin wants of a token; what is not named stays as it is. */
export interface TokenChange {
  expires?: Expiry
  active?: boolean
  write?: boolean
}

/** What a new token is to be. */
export type NewToken = { name: string } & Required<TokenChange>

/** The unit of the service's moments, and whether it was learned from its rows or is only the documented one. */
export interface KnownUnit {
  unit: Unit
  learned: boolean
}

/** The verified writes of tokens. */
export interface TokenSaving extends Omit<Saving<Token, TokenDraft, TokenChange>, 'create'> {
  create(token: NewToken): Promise<Verdict<Token>>
}

/** `unitNow` is asked at each write: it may be learned, or set by the admin, in between. */
export function createTokenSaving(
  tokens: Resource<Token, TokenDraft, TokenDraft>,
  world: SavingWorld,
  unitNow: () => KnownUnit,
): TokenSaving {
  const { now } = world
  const saving = createSaving(
    tokens,
    tokenWriting(() => unitNow().unit, now),
    world,
  )
  const draftOf = ({ name, expires, active, write }: NewToken, unit: Unit): TokenDraft => ({
    name,
    active,
    write,
    ...sentExpiry(expires, unit, now),
  })
  return {
    ...saving,
    async create(token) {
      const { unit, learned } = unitNow()
      const verdict = await saving.create(token.name, () => draftOf(token, unit))
      const row = verdict.is === 'as-asked' || verdict.is === 'differently' ? verdict.row : undefined
      if (learned || row === undefined || token.expires === 'not-given') return verdict
      const shown = row.updated_at.spelled === 'integer' ? unitOf(row.updated_at.integer) : undefined
      if (shown === undefined || shown === unit) return verdict
      // The first row of a service shows its unit: what was just sent meant another moment, so it must not stand.
      const removed = await saving.remove(token.name)
      if (removed.is !== 'deleted') return { is: 'differently', row, fields: ['expiration_date'], at: now() }
      const again = await saving.create(token.name, () => draftOf(token, shown))
      return again.is === 'as-asked' ? { ...again, also: { did: 'created-again', unit: shown } } : again
    },
  }
}

/** The integer for an expiry, in whole seconds whatever the unit, so that a service's rounding changes nothing. */
function sentExpiry(expires: Expiry, unit: Unit, now: () => number): { expiration_date?: number } {
  if (expires === 'not-given') return {}
  const at = 'at' in expires ? expires.at : now() + expires.after
  return { expiration_date: integerFor(Math.floor(at / 1000) * 1000, unit) }
}

function tokenWriting(unit: () => Unit, now: () => number): Writing<Token, TokenDraft, TokenChange, TokenDraft> {
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
    holds(row, { active, write, expires }) {
      if (active !== undefined && active !== row.active) return false
      if (write !== undefined && write !== row.write) return false
      if (expires === undefined) return true
      if (expires === 'not-given') return isNotGiven(row, unit())
      const at = momentAt(row.expiration_date, unit())
      return 'at' in expires && at !== undefined && Math.floor(expires.at / 1000) === Math.floor(at / 1000)
    },
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
  }
}

/**
 * An untouched expiry goes back to the last digit. One that stands for "not given" is left out: sent again it would
 * end a "never" on a service that stores the moment of the update, and leaving it out is no worse elsewhere.
 */
function keptExpiry(row: Token, unit: Unit): { expiration_date?: number | bigint } {
  const moment = row.expiration_date
  if (isNotGiven(row, unit)) return {}
  if (moment.spelled === 'integer') return { expiration_date: moment.integer }
  return moment.spelled === 'iso' ? { expiration_date: integerFor(moment.at, unit) } : {}
}
