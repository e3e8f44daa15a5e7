import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashPassword, passwordFits } from './credentials.ts'
import type { Readings } from './readings.ts'
import { addExamples } from './seed.ts'
import { createReferenceService, type ServiceOptions } from './service.ts'
import { openDatabase, type ServiceDatabase } from './database.ts'
import { createUsers } from './users.ts'

/** Where and how to run a reference service. */
export interface ReferenceOptions extends ServiceOptions {
  /** The directory of the store and the admin's password; created with mode 0700. */
  dir: string
  readings: Readings
  adminEmail?: string | undefined
  /** Used when the admin is created; random if absent. */
  adminPassword?: string | undefined
  /** Creates no examples. */
  empty?: boolean | undefined
}
/** A running service without a port. */
export type Reference = Awaited<ReturnType<typeof openReference>>

/**
 * Opens the service in `dir`. The first start creates the admin and the examples. Services with different units use
 * different files, so that no number is read in the wrong unit.
 * @throws {Error} in one sentence, if others own or may write one of its files.
 */
export async function openReference(options: ReferenceOptions) {
  const { dir, readings, adminEmail = 'admin@example.test', empty = false, now = Date.now } = options
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const warnings = checkFileModes(dir)
  const file = join(dir, `reference-${readings.moments}.sqlite`)
  // Created before SQLite creates it, so that the log beside it gets the same mode.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
  const database = openDatabase(file)
  try {
    const admin = await ensureAdmin(database, adminEmail, options, now())
    if (!empty && database.write(`INSERT OR IGNORE INTO setting VALUES ('examples', 'made')`) === 1) {
      await addExamples(database, readings, now(), options.passwordCost)
    }
    const file = join(dir, 'sign-in.txt')
    const lines = signInLines(adminEmail, admin, options)
    writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 })
    return {
      fetch: createReferenceService(database, readings, options),
      /** How to sign in: lines for a terminal, and the owner's file with the same. Neither repeats a password that was set. */
      signIn: { lines, file },
      /** Problems with its files, one sentence each. */
      warnings,
      /** `password` undefined: the known one no longer signs in as an admin. */
      admin: { email: adminEmail, password: admin.password },
      /** The admin's access token. */
      bearer: admin.bearer,
      close: () => database.close(),
    }
  } catch (fault) {
    database.close()
    throw fault
  }
}

function signInLines(
  email: string,
  { password, bearer }: { password: string | undefined; bearer: string },
  { adminPassword }: ReferenceOptions,
): string[] {
  const shownPassword = password === adminPassword ? '(the one you set)' : password
  return [
    `Email         ${email}`,
    `Password      ${password === undefined ? '(changed since; not known here)' : shownPassword}`,
    `Access token  ${bearer}`,
  ]
}

/**
 * One sentence per file that others may read.
 * @throws {Error} in one sentence, for a file that others own or may write: its content cannot be trusted.
 */
function checkFileModes(dir: string): string[] {
  if (process.platform === 'win32') return [] // Windows has no such modes
  const files = [
    '.',
    ...readdirSync(dir).filter((name) =>
      /^reference-.*\.sqlite(-wal|-shm|-journal)?$|^admin-password$|^sign-in\.txt$/.test(name),
    ),
  ]
  return files.flatMap((name) => {
    const path = join(dir, name)
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat === undefined) return [] // a process that ends takes its log away
    const { mode, uid } = stat
    if (uid !== 0 && uid !== process.getuid?.())
      throw new Error(`${path} belongs to another user: delete it, or use another folder.`)
    if ((mode & 0o022) !== 0) throw new Error(`Others may write ${path}: run chmod go-w on it.`)
    return (mode & 0o044) !== 0 && name !== '.' ? [`Others may read ${path}: run chmod go-r on it.`] : []
  })
}

async function ensureAdmin(
  database: ServiceDatabase,
  email: string,
  { dir, readings, adminPassword, passwordCost }: ReferenceOptions,
  now: number,
): Promise<{ bearer: string; password: string | undefined }> {
  const users = createUsers(database, readings)
  const file = join(dir, 'admin-password')
  let password = adminPassword ?? (existsSync(file) ? readFileSync(file, 'utf8').trimEnd() : undefined)
  if (users.byEmail(email) === undefined) {
    if (password === undefined) {
      password = randomBytes(15).toString('base64url')
      writeFileSync(file, `${password}\n`, { mode: 0o600 })
    }
    const hash = await hashPassword(password, passwordCost)
    await users.insert({ email, password: hash, admin: true, active: true, createdAt: now })
  }
  const admin = users.byEmail(email)
  if (admin === undefined) throw new Error('The admin could not be stored.')
  const isValid =
    password !== undefined && admin.active && admin.admin && (await passwordFits(admin.password, password))
  return { bearer: admin.bearer, password: isValid ? password : undefined }
}
