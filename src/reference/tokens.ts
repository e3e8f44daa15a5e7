import { countIn, type Answers } from './answers.ts'
import { opaqueValue, signValue } from './credentials.ts'
import * as z from 'zod/mini'
import { exactNumber, field, type Json } from './requests.ts'
import type { Readings } from './readings.ts'
import { refuseUnlessIgnored, Refusal } from './refusal.ts'
import { textOf, wholeText, type Row, type Store } from './store.ts'

/** The body of create and update. */
export const TokenBody = z.object({
  name: field.text,
  expiration_date: field.optionalInteger,
  active: field.optionalFlag,
  write: field.optionalFlag,
})
export type TokenBody = z.infer<typeof TokenBody>
/** A token to store; `at` (milliseconds) becomes its created_at and updated_at. */
export interface NewToken {
  name: string
  expiration_date: bigint | null
  active: boolean
  write: boolean
  at: number
  /** The last change, if not `at`: under `new-refused` that breaks its value. */
  changed?: number
}

/** The tokens of one store under one reading. */
export type Tokens = ReturnType<typeof createTokens>

const columns = `id, ${wholeText('name')}, value, iat, expiration_date, active, write, created_at, updated_at`

/**
 * The tokens in `store`, under `readings`. Writes must run one at a time: they read before they write. `now`:
 * milliseconds.
 */
export function createTokens(store: Store, readings: Readings) {
  const unit = readings.moments
  const compared = readings['expiry-compared-in']
  const find = (name: string): Row | undefined =>
    store.read(`SELECT ${columns} FROM token WHERE name = :name`, { name })[0]
  const sign = (iat: bigint, exp: bigint | null) =>
    readings['value-kind'] === 'opaque' ? opaqueValue() : signValue({ iss: 'token', iat, exp }, store.key)
  /** What an absent expiration_date is stored as, at `now`. */
  const noExpiry = (now: number) => (readings['no-expiry-stored-as'] === 'null' ? null : countIn(unit, now))

  const insert = async ({ name, expiration_date, active, write, at, changed = at }: NewToken) => {
    const iat = countIn(unit, at)
    const value = await sign(iat, expiration_date)
    store.insert('token', { name, value, iat, expiration_date, active, write, created_at: at, updated_at: changed })
  }

  return {
    noExpiry,
    insert,
    async create({ name, expiration_date, active = true, write = true }: TokenBody, now: number): Promise<void> {
      if (expiration_date !== undefined && readings['past-expiry-on-create'] === 'refused-400') {
        if (compared !== 'not-at-all' && expiration_date < countIn(compared, now)) {
          throw new Refusal(400, 'The expiration_date must be greater than current time')
        }
      }
      const empty = readings['empty-name-on-create']
      if (name === '' && empty !== 'stored') return refuseUnlessIgnored(empty, 'A token needs a name.')
      if (find(name))
        return refuseUnlessIgnored(readings['duplicate-on-create'], `A token named "${name}" already exists.`)
      await insert({ name, expiration_date: expiration_date ?? noExpiry(now), active, write, at: now })
    },
    async change({ name, expiration_date, active, write }: TokenBody, now: number): Promise<void> {
      const row = find(name)
      if (row === undefined) {
        const choice = readings['unknown-on-put']
        if (choice !== 'query-server') return refuseUnlessIgnored(choice, unknown(name))
        const complete = expiration_date !== undefined && active !== undefined && write !== undefined
        return refuseUnlessIgnored(complete ? 'ignored' : 'refused-400', 'Query returned no rows')
      }
      const isKept = readings['omitted-on-put'] === 'kept'
      const exp = expiration_date ?? (isKept ? (row.expiration_date as bigint | null) : noExpiry(now))
      const choice = readings['value-on-put']
      const iat = countIn(unit, choice === 'new-refused' ? (row.updated_at as bigint) : now)
      const [value, issued] = choice === 'kept' ? [String(row.value), row.iat as bigint] : [await sign(iat, exp), iat]
      store.update('token', row.id as bigint, {
        value,
        iat: issued,
        expiration_date: exp,
        active: active ?? (isKept ? row.active === 1n : true),
        write: write ?? (isKept ? row.write === 1n : true),
        updated_at: now,
      })
    },
    remove(name: string): void {
      const gone = store.write('DELETE FROM token WHERE name = :name', { name })
      if (gone === 0) refuseUnlessIgnored(readings['unknown-token-on-delete'], unknown(name))
    },
    list: (answers: Answers): Json[] =>
      store.read(`SELECT ${columns} FROM token ORDER BY id`).map((row) => ({
        id: exactNumber(row.id as bigint),
        name: textOf(row.name),
        token: readings['list-secret'] === 'carried' ? String(row.value) : undefined,
        expiration_date: answers.moment(row.expiration_date as bigint | null),
        active: answers.flag(row.active),
        write: answers.flag(row.write),
        created_at: answers.moment(countIn(unit, row.created_at as bigint)),
        updated_at: answers.moment(countIn(unit, row.updated_at as bigint)),
      })),
    /** @throws {Refusal} for an unknown name, if the readings refuse it. */
    value(name: string): string | undefined {
      const row = find(name)
      if (row !== undefined) return String(row.value)
      const choice = readings['unknown-name-on-value']
      if (choice !== 'empty') refuseUnlessIgnored(choice, unknown(name))
      return undefined
    },
    /** What a value permits now; undefined: it is rejected. */
    usable(value: string, now: number): { name: string; write: boolean } | undefined {
      const [row] = store.read(`SELECT ${columns} FROM token WHERE value = :value AND active = 1`, { value })
      if (row === undefined) return undefined
      const exp = row.expiration_date as bigint | null
      const updated = countIn(unit, row.updated_at as bigint)
      if (readings['value-on-put'] === 'new-refused' && row.iat !== updated) return undefined
      const never = readings['no-expiry-means'] === 'never' && (exp === null || exp === updated)
      const future = compared === 'not-at-all' || (exp !== null && exp > countIn(compared, now))
      return never || future ? { name: textOf(row.name), write: row.write === 1n } : undefined
    },
  }
}

function unknown(name: string): string {
  return `No token is named "${name}".`
}
