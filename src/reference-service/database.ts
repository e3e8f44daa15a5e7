import { randomBytes } from 'node:crypto'
import Database from 'libsql'

/** Parameters of a statement, by name. A flag is stored as 0 or 1. */
export type Cells = Readonly<Record<string, string | number | boolean | null>>
/** A row. Read its free text columns with `wholeText` and `textOf`. */
export type DatabaseRow = Readonly<Record<string, unknown>>

/** One service's tokens, users and signing key in one SQLite file. */
export type ServiceDatabase = ReturnType<typeof openDatabase>

// Moments are milliseconds; expiration_date is the number that was sent, in whatever unit the service counts.
const tables = `
  CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS token (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    value TEXT NOT NULL UNIQUE,
    iat INTEGER NOT NULL,
    expiration_date INTEGER,
    active INTEGER NOT NULL,
    write INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  );
  CREATE TABLE IF NOT EXISTS user (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid TEXT NOT NULL UNIQUE,
    email TEXT NOT NULL UNIQUE,
    password TEXT NOT NULL,
    bearer TEXT NOT NULL UNIQUE,
    admin INTEGER NOT NULL,
    active INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  );`

/**
 * Opens or creates the store in `file`; `:memory:` lives until it is closed.
 * @throws if the file cannot be opened or holds something else.
 */
export function openDatabase(file: string) {
  const database = new Database(file)
  database.pragma('journal_mode = WAL')
  // With WAL this survives a killed process; only a power failure may lose the last writes.
  database.pragma('synchronous = NORMAL')
  database.pragma('busy_timeout = 5000')
  database.exec(tables)
  const statements = new Map<string, Database.Statement>()
  const statementOf = (sql: string) => {
    const statement = statements.get(sql) ?? database.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  const read = (sql: string, cells: Cells = {}) => statementOf(sql).all(toBindings(cells)) as DatabaseRow[]
  /** @returns the number of changed rows. After it returns, killing the process loses nothing. */
  const write = (sql: string, cells: Cells = {}) => statementOf(sql).run(toBindings(cells)).changes
  write(`INSERT OR IGNORE INTO setting VALUES ('key', :key)`, { key: randomBytes(32).toString('hex') })
  const [setting] = read(`SELECT value FROM setting WHERE name = 'key'`)
  return {
    /** The signing key for values and access tokens; random, created with the store. */
    key: Buffer.from(String(setting?.value), 'hex'),
    read,
    write,
    /** Adds a row with these cells, by column. */
    insert(table: 'token' | 'user', cells: Cells): void {
      const columns = Object.keys(cells)
      write(`INSERT INTO ${table} (${columns.join()}) VALUES (${columns.map((column) => `:${column}`).join()})`, cells)
    },
    /** Changes these cells of the row with this id. */
    update(table: 'token' | 'user', id: number, cells: Cells): void {
      const changes = Object.keys(cells).map((column) => `${column} = :${column}`)
      write(`UPDATE ${table} SET ${changes.join()} WHERE id = :id`, { ...cells, id })
    },
    close() {
      statements.clear()
      database.close()
    },
  }
}

/** SQLite has no booleans. */
function toBindings(cells: Cells) {
  return Object.fromEntries(
    Object.entries(cells).map(([name, cell]) => [name, typeof cell === 'boolean' ? Number(cell) : cell]),
  )
}

/** Selects a text column for `textOf`: libsql cuts texts at their first NUL character. */
export function wholeText(column: string): string {
  return `CASE WHEN instr(${column}, char(0)) THEN CAST(${column} AS BLOB) ELSE ${column} END AS ${column}`
}

/** The text of a column that `wholeText` selected. */
export function textOf(cell: unknown): string {
  return cell instanceof ArrayBuffer ? Buffer.from(cell).toString() : String(cell)
}
