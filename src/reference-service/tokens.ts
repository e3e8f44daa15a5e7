import * as z from 'zod/mini'
import { countIn, type Answers } from './responses.ts'
import { signValue } from './credentials.ts'
import type { Readings } from './readings.ts'
import { refuseUnlessIgnored, HttpError } from './http-error.ts'
import { field } from './requests.ts'
import { textOf, wholeText, type DatabaseRow, type ServiceDatabase } from './database.ts'

/** The body of create and update. */
export const TokenRequestBody = z.object({
  name: field.text,
  expiration_date: field.optionalInteger,
  active: field.optionalFlag,
  write: field.optionalFlag,
})
export type TokenRequestBody = z.infer<typeof TokenRequestBody>
/** A token to store; `createdAt` (milliseconds) becomes its created_at and updated_at. */
export interface TokenToStore {
  name: string
  /** In the unit of the service; undefined: none. */
  expiration_date: number | undefined
  active: boolean
  write: boolean
  createdAt: number
  /** The last change, if not `createdAt`: under `new-refused` that breaks its value. */
  changed?: number
}

/** The tokens of one store under one reading. */
export type Tokens = ReturnType<typeof createTokens>

const columns = `id, ${wholeText('name')}, value, iat, expiration_date, active, write, created_at, updated_at`

/**
 * The tokens in `store`, under `readings`. Writes must run one at a time: they read before they write. `now`:
 * milliseconds.
 */
export function createTokens(database: ServiceDatabase, readings: Readings) {
  const toServiceTime = (milliseconds: unknown) => countIn(readings.moments, Number(milliseconds))
  const find = (name: string): DatabaseRow | undefined =>
    database.read(`SELECT ${columns} FROM token WHERE name = :name`, { name })[0]
  const sign = (iat: number, exp: number) => signValue({ iss: 'token', iat, exp }, database.key)

  // As documented, the moment of the update stands for no expiry.
  const insert = async ({
    createdAt,
    changed = createdAt,
    expiration_date: expiry = toServiceTime(createdAt),
    ...token
  }: TokenToStore) => {
    // A change that issues a value which is accepted signs it with its own moment.
    const iat = toServiceTime(readings['value-on-put'] === 'new' ? changed : createdAt)
    const value = await sign(iat, expiry)
    database.insert('token', {
      ...token,
      value,
      iat,
      expiration_date: expiry,
      created_at: createdAt,
      updated_at: changed,
    })
  }

  return {
    insert,
    async create({ name, expiration_date, active = true, write = true }: TokenRequestBody, now: number): Promise<void> {
      const isPast = expiration_date !== undefined && expiration_date < toServiceTime(now)
      if (isPast && readings['past-expiry-on-create'] === 'refused-400')
        throw new HttpError(400, 'The expiration_date must be greater than current time')
      if (name === '') throw new HttpError(400, 'A token needs a name.')
      if (find(name))
        return refuseUnlessIgnored(readings['duplicate-on-create'], `A token named "${name}" already exists.`)
      await insert({ name, expiration_date, active, write, createdAt: now })
    },
    async change({ name, expiration_date, active, write }: TokenRequestBody, now: number): Promise<void> {
      const row = find(name)
      if (row === undefined) {
        if (readings['unknown-name'] === 'refused-404') throw unknownTokenError(name)
        if (expiration_date !== undefined && active !== undefined && write !== undefined) return
        throw new HttpError(400, 'Query returned no rows')
      }
      const keepsOmitted = readings['omitted-on-put'] === 'kept'
      const exp = expiration_date ?? (keepsOmitted ? Number(row.expiration_date) : toServiceTime(now))
      const choice = readings['value-on-put']
      const iat = choice === 'kept' ? Number(row.iat) : toServiceTime(choice === 'new' ? now : row.updated_at)
      database.update('token', Number(row.id), {
        value: choice === 'kept' ? String(row.value) : await sign(iat, exp),
        iat,
        expiration_date: exp,
        active: active ?? (keepsOmitted ? row.active === 1 : true),
        write: write ?? (keepsOmitted ? row.write === 1 : true),
        updated_at: now,
      })
    },
    remove(name: string): void {
      const deletedCount = database.write('DELETE FROM token WHERE name = :name', { name })
      if (deletedCount === 0 && readings['unknown-name'] === 'refused-404') throw unknownTokenError(name)
    },
    list: ({ flag }: Answers) =>
      database.read(`SELECT ${columns} FROM token ORDER BY id`).map((row) => ({
        id: row.id,
        name: textOf(row.name),
        token: readings['list-secret'] === 'carried' ? row.value : undefined,
        expiration_date: row.expiration_date,
        active: flag(row.active),
        write: flag(row.write),
        created_at: toServiceTime(row.created_at),
        updated_at: toServiceTime(row.updated_at),
      })),
    /** @throws {HttpError} for an unknown name, if the readings refuse it. */
    value(name: string): string | undefined {
      const row = find(name)
      if (row !== undefined) return String(row.value)
      if (readings['unknown-name'] === 'refused-404') throw unknownTokenError(name)
      return undefined
    },
    /** What a value permits now; undefined: it is rejected. */
    usable(value: string, now: number): { name: string; write: boolean } | undefined {
      const [row] = database.read(`SELECT ${columns} FROM token WHERE value = :value AND active = 1`, { value })
      if (row === undefined) return undefined
      const updated = toServiceTime(row.updated_at)
      if (readings['value-on-put'] === 'new-refused' && row.iat !== updated) return undefined
      const never = readings['no-expiry-means'] === 'never' && row.expiration_date === updated
      const isGood = never || Number(row.expiration_date) > toServiceTime(now)
      return isGood ? { name: textOf(row.name), write: row.write === 1 } : undefined
    },
  }
}

function unknownTokenError(name: string): HttpError {
  return new HttpError(404, `No token is named "${name}".`)
}
