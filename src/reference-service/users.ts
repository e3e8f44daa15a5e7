import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { countIn, type Answers } from './responses.ts'
import { signValue } from './credentials.ts'
import type { Readings } from './readings.ts'
import { refuseUnlessIgnored, HttpError } from './http-error.ts'
import { field } from './requests.ts'
import { textOf, wholeText, type DatabaseRow, type ServiceDatabase } from './database.ts'

/** The body of create. */
export const NewUserRequestBody = z.object({
  email: field.text,
  password: field.text,
  admin: field.optionalFlag,
  active: field.optionalFlag,
})
export type NewUserRequestBody = z.infer<typeof NewUserRequestBody>
/** The body of update. */
export const UserChangeRequestBody = z.object({
  email: field.text,
  new_email: field.optionalText,
  new_password: field.optionalText,
  admin: field.optionalFlag,
  active: field.optionalFlag,
})
export type UserChangeRequestBody = z.infer<typeof UserChangeRequestBody>
/** A user as it is stored. */
export interface UserRecord {
  email: string
  /** The argon2 hash. */
  password: string
  /** The access token that sign-in returns; it never changes. */
  bearer: string
  admin: boolean
  active: boolean
}
/** A user to store unchanged; `createdAt`: milliseconds. */
export type UserToStore = Omit<UserRecord, 'bearer'> & { createdAt: number }

/** The users of one store under one reading. */
export type Users = ReturnType<typeof createUsers>

const columns = `id, uuid, ${wholeText('email')}, password, bearer, admin, active, created_at, updated_at`

/**
 * The users in `store`, under `readings`. Writes must run one at a time: they read before they write. `now`:
 * milliseconds. `hash`: the hash of the password.
 */
export function createUsers(database: ServiceDatabase, readings: Readings) {
  const toServiceTime = (milliseconds: unknown) => countIn(readings.moments, Number(milliseconds))
  const find = (email: string): DatabaseRow | undefined =>
    database.read(`SELECT ${columns} FROM user WHERE email = :email`, { email })[0]

  const insert = async ({ createdAt, ...user }: UserToStore) => {
    const issuedAt = toServiceTime(createdAt)
    const bearer = await signValue({ iss: 'user_token', iat: issuedAt, exp: issuedAt }, database.key)
    database.insert('user', { uuid: randomUUID(), ...user, bearer, created_at: createdAt, updated_at: createdAt })
  }
  const refuseEmpty = (password: string | undefined) => {
    if (password === '' && readings['empty-password'] === 'refused-400')
      throw new HttpError(400, 'The password is empty.')
  }
  const refuseBadEmail = (email: string) => {
    const choice = readings['new-email-taken']
    if (email !== '' && find(email) === undefined) return
    if (choice === 'refused-500') throw new HttpError(500, 'Internal Server Error')
    if (email === '') throw new HttpError(400, 'A user needs an email address.')
    refuseUnlessIgnored(choice, `A user with the email "${email}" already exists.`)
  }

  return {
    insert,
    async create({ email, password, admin = false, active = true }: NewUserRequestBody, hash: string, now: number) {
      refuseEmpty(password)
      if (email === '') throw new HttpError(400, 'A user needs an email address.')
      if (find(email))
        return refuseUnlessIgnored(readings['duplicate-on-create'], `A user with the email "${email}" already exists.`)
      const flags = readings['create-swaps-flags'] === 'yes' ? { admin: active, active: admin } : { admin, active }
      await insert({ email, password: hash, ...flags, createdAt: now })
    },
    change(
      { email, new_email, new_password, admin, active }: UserChangeRequestBody,
      hash: string | undefined,
      now: number,
    ) {
      refuseEmpty(new_password)
      const row = find(email)
      if (row === undefined) {
        if (readings['unknown-name'] === 'refused-404') throw new HttpError(404, unknownUserMessage(email))
        if (new_password !== undefined && admin !== undefined && active !== undefined) return
        throw new HttpError(500, 'Internal Server Error')
      }
      if (new_email !== undefined && new_email !== email) refuseBadEmail(new_email)
      const keepsOmitted = readings['omitted-on-put'] === 'kept'
      database.update('user', Number(row.id), {
        email: new_email ?? email,
        password: hash ?? String(row.password),
        admin: admin ?? (keepsOmitted && row.admin === 1),
        active: active ?? (!keepsOmitted || row.active === 1),
        updated_at: now,
      })
    },
    remove(email: string): void {
      if (database.write('DELETE FROM user WHERE email = :email', { email }) > 0) return
      if (readings['unknown-name'] === 'refused-404') throw new HttpError(404, unknownUserMessage(email))
      throw new HttpError(400, `The email (${email}) don't exist`)
    },
    list: ({ flag }: Answers) =>
      database.read(`SELECT ${columns} FROM user ORDER BY id`).map((row) => ({
        id: row.id,
        uuid: row.uuid,
        email: textOf(row.email),
        password: readings['list-secret'] === 'carried' ? row.password : undefined,
        active: flag(row.active),
        admin: flag(row.admin),
        created_at: toServiceTime(row.created_at),
        updated_at: toServiceTime(row.updated_at),
      })),
    byEmail: (email: string) => storedUser(find(email)),
    byBearer: (bearer: string) =>
      storedUser(database.read(`SELECT ${columns} FROM user WHERE bearer = :bearer`, { bearer })[0]),
  }
}

function storedUser(row: DatabaseRow | undefined): UserRecord | undefined {
  if (row === undefined) return undefined
  const { email, password, bearer, admin, active } = row
  return {
    email: textOf(email),
    password: String(password),
    bearer: String(bearer),
    admin: admin === 1,
    active: active === 1,
  }
}

function unknownUserMessage(email: string): string {
  return `No user has the email "${email}".`
}
