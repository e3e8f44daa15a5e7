import { createApiClient } from '#api/client/client.ts'
import { csvFile } from '#api/csv.ts'
import type { ApiClient } from '#api/api-client.ts'
import type { RowList, TimestampedRow } from '#api/list/row-list.ts'
import type { ResourceName } from '#api/problem.ts'
import { hasNoExpiry, type StoredToken, type Token } from '#api/token.ts'
import { documentedUnit } from '#api/service-facts.ts'
import type { StoredUser, User } from '#api/user.ts'
import { toMillis, type Timestamp, type TimeUnit } from '#api/wire.ts'
import { limits } from '#server/limits.ts'
import { fetchUpstream, serviceConnection } from '#server/upstream.ts'

/** What to export. `origin`: ends in `/`. */
interface ExportArguments {
  origin: string
  bearer: string
  resource: ResourceName
  format: 'csv' | 'json'
}

/**
 * Writes a list to standard output, without secrets: the rows as the console reads them, dates in UTC. Returns the exit
 * code: 1 if there are unreadable rows, which are counted on standard error.
 * @throws {ServiceError} if the list cannot be read.
 */
export async function exportRows({ origin, bearer, resource, format }: ExportArguments): Promise<number> {
  const service = createApiClient({ ...serviceConnection(fetchUpstream(new URL(origin)), limits), bearer })
  const { header, rows, unreadable } = await reads[resource](service)
  const text =
    format === 'json'
      ? JSON.stringify(rows, null, 2)
      : csvFile([header, ...rows.map((row) => header.map((column) => String(row[column] ?? '')))])
  process.stdout.on('error', () => undefined) // whoever reads has read enough
  process.stdout.write(`${text}\n`)
  if (unreadable > 0) console.error(`${unreadable} rows could not be read.`)
  return unreadable > 0 ? 1 : 0
}

/** The columns of an export, in order, and their cells: null for what is not given or cannot be read. */
type Columns<Row, Field extends string> = Readonly<Record<Field, (row: Row, unit: TimeUnit) => string | boolean | null>>

// A field that is forgotten is a type error. The page exports for people, by the fields of `web/tokens/fields.tsx`.

const tokenColumns: Columns<Token, keyof StoredToken> = {
  name: ({ name }) => name,
  expiration_date: (token, unit) => (hasNoExpiry(token) ? null : toIsoString(token.expiration_date, unit)),
  active: ({ active = null }) => active,
  write: ({ write = null }) => write,
  created_at: (token, unit) => toIsoString(token.created_at, unit),
  updated_at: (token, unit) => toIsoString(token.updated_at, unit),
}

const userColumns: Columns<User, keyof StoredUser> = {
  email: ({ email }) => email,
  admin: ({ admin = null }) => admin,
  active: ({ active = null }) => active,
  created_at: (user, unit) => toIsoString(user.created_at, unit),
  updated_at: (user, unit) => toIsoString(user.updated_at, unit),
}

const reads = {
  tokens: ({ tokens }) => readExport(tokens.list(), tokenColumns),
  users: ({ users }) => readExport(users.list(), userColumns),
} satisfies Record<ResourceName, (service: ApiClient) => Promise<unknown>>

async function readExport<Row extends TimestampedRow>(reading: Promise<RowList<Row>>, columns: Columns<Row, string>) {
  const { rows, timeUnit, unreadableRows } = await reading
  const unit = timeUnit?.unit ?? documentedUnit
  const exported = rows.map((row) =>
    Object.fromEntries(Object.entries(columns).map(([name, cellOf]) => [name, cellOf(row, unit)])),
  )
  return { header: Object.keys(columns), rows: exported, unreadable: unreadableRows.length }
}

function toIsoString(instant: Timestamp, unit: TimeUnit): string | null {
  const millis = toMillis(instant, unit)
  return millis === undefined ? null : new Date(millis).toISOString()
}
