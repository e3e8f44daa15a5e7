import { randomUUID } from 'node:crypto'
import { countIn, type Answers } from './answers.ts'
import { signValue } from './credentials.ts'
import * as z from 'zod/mini'
import { exactNumber, field, type Json } from './requests.ts'
import type { Readings } from './readings.ts'
import { refuseUnlessIgnored, Refusal } from './refusal.ts'
import { textOf, wholeText, type Row, type Store } from './store.ts'

/** The body of create. */
export const UserBody = z.object({
  email: field.text,
  password: field.text,
  admin: field.optionalFlag,
  active: field.optionalFlag,
})
export type UserBody = z.infer<typeof UserBody>
/** The body of update. */
export const UserChangeBody = z.object({
  email: field.text,
  new_email: field.optionalText,
  new_password: field.optionalText,
  admin: field.optionalFlag,
  active: field.optionalFlag,
})
export type UserChangeBody = z.infer<typeof UserChangeBody>
/** A user as it is stored. */
export interface StoredUser {
  email: string
  /** The argon2 hash. */
  password: string
  /** The access token that sign-in returns; it never changes. */
  bearer: string
  admin: boolean
  active: boolean
}
/** A user to store unchanged; `at`: milliseconds. */
export type NewUser = Omit<StoredUser, 'bearer'> & { at: number }

/** The users of one store under one reading. */
export type Users = ReturnType<typeof createUsers>

const columns = `id, uuid, ${wholeText('email')}, password, bearer, admin, active, created_at, updated_at`

/**
 * The users in `store`, under `readings`. Writes must run one at a time: they read before they write. `now`:
 * milliseconds. `hash`: the hash of the password.
 */
export function createUsers(store: Store, readings: Readings) {
  const unit = readings.moments
  const find = (email: string): Row | undefined =>
    store.read(`SELECT ${columns} FROM user WHERE email = :email`, { email })[0]

  const insert = async ({ at, ...user }: NewUser) => {
    const since = countIn(unit, at)
    const bearer = await signValue({ iss: 'user_token', iat: since, exp: since }, store.key)
    store.insert('user', { uuid: randomUUID(), ...user, bearer, created_at: at, updated_at: at })
  }

  return {
    insert,
    async create(
      { email, password, admin = readings['admin-default'] === 'true', active = true }: UserBody,
      hash: string,
      now: number,
    ): Promise<void> {
      if (password === '') meetEmptyPassword(readings)
      const empty = readings['empty-name-on-create']
      if (email === '' && empty !== 'stored') return refuseUnlessIgnored(empty, 'A user needs an email address.')
      if (find(email))
        return refuseUnlessIgnored(readings['duplicate-on-create'], `A user with the email "${email}" already exists.`)
      const flags = readings['create-swaps-flags'] === 'yes' ? { admin: active, active: admin } : { admin, active }
      await insert({ email, password: hash, ...flags, at: now })
    },
    change({ email, new_email, new_password, admin, active }: UserChangeBody, hash: string | undefined, now: number) {
      if (new_password === '') meetEmptyPassword(readings)
      const row = find(email)
      if (row === undefined) {
        const choice = readings['unknown-on-put']
        if (choice !== 'query-server') return refuseUnlessIgnored(choice, unknown(email))
        if (new_password !== undefined && admin !== undefined && active !== undefined) return
        throw new Refusal(500, 'Internal Server Error')
      }
      if (new_email !== undefined && new_email !== email) refuseBadEmail(readings, new_email, find(new_email))
      const isKept = readings['omitted-on-put'] === 'kept'
      const adminThen = admin ?? (isKept ? row.admin === 1n : readings['admin-default'] === 'true')
      store.update('user', row.id as bigint, {
        email: new_email ?? email,
        password: hash ?? String(row.password),
        admin: adminThen,
        active: active ?? (isKept ? row.active === 1n : true),
        updated_at: now,
      })
    },
    remove(email: string): void {
      const gone = store.write('DELETE FROM user WHERE email = :email', { email })
      const choice = readings['unknown-user-on-delete']
      if (gone === 0)
        refuseUnlessIgnored(choice, choice === 'refused-400' ? `The email (${email}) don't exist` : unknown(email))
    },
    list: (answers: Answers): Json[] =>
      store.read(`SELECT ${columns} FROM user ORDER BY id`).map((row) => ({
        id: exactNumber(row.id as bigint),
        uuid: String(row.uuid),
        email: textOf(row.email),
        password: readings['list-secret'] === 'carried' ? String(row.password) : undefined,
        active: answers.flag(row.active),
        admin: answers.flag(row.admin),
        created_at: answers.moment(countIn(unit, row.created_at as bigint)),
        updated_at: answers.moment(countIn(unit, row.updated_at as bigint)),
      })),
    byEmail: (email: string) => storedUser(find(email)),
    byBearer: (bearer: string) =>
      storedUser(store.read(`SELECT ${columns} FROM user WHERE bearer = :bearer`, { bearer })[0]),
  }
}

function storedUser(row: Row | undefined): StoredUser | undefined {
  if (row === undefined) return undefined
  return {
    email: textOf(row.email),
    password: String(row.password),
    bearer: String(row.bearer),
    admin: row.admin === 1n,
    active: row.active === 1n,
  }
}

function unknown(email: string): string {
  return `No user has the email "${email}".`
}

function meetEmptyPassword(readings: Readings): void {
  if (readings['empty-password'] === 'refused-400') throw new Refusal(400, 'The password is empty.')
}

function refuseBadEmail(readings: Readings, email: string, taken: Row | undefined): void {
  const choice = readings['new-email-taken']
  if (email !== '' && taken === undefined) return
  if (choice === 'refused-500') throw new Refusal(500, 'Internal Server Error')
  if (email === '') throw new Refusal(400, 'A user needs an email address.')
  refuseUnlessIgnored(choice, `A user with the email "${email}" already exists.`)
}
