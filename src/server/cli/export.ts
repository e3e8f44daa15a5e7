import { createApiClient } from '#api/client/client.ts'
import { csvFile } from '#api/csv.ts'
import type { ResourceName } from '#api/problem.ts'
import { hasNoExpiry, type Token } from '#api/token.ts'
import { documentedUnit } from '#api/service-facts.ts'
import type { User } from '#api/user.ts'
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
  const list = await service[resource].list()
  const unit = list.timeUnit?.unit ?? documentedUnit
  const rows: Record<string, string | boolean | null>[] = list.rows.map((row: Token | User) => exportRow(row, unit))
  const unreadable = list.unreadableRows.length
  const header = columns[resource]
  const text =
    format === 'json'
      ? JSON.stringify(rows, null, 2)
      : csvFile([header, ...rows.map((row) => header.map((column) => String(row[column] ?? '')))])
  process.stdout.on('error', () => undefined) // whoever reads has read enough
  process.stdout.write(`${text}\n`)
  if (unreadable > 0) console.error(`${unreadable} rows could not be read.`)
  return unreadable > 0 ? 1 : 0
}

const columns: Record<ResourceName, readonly string[]> = {
  tokens: ['name', 'expiration_date', 'active', 'write', 'created_at', 'updated_at'],
  users: ['email', 'admin', 'active', 'created_at', 'updated_at'],
}

/** A row as it is exported: null for what is not given or cannot be read. */
function exportRow(row: Token | User, unit: TimeUnit) {
  const dates = { created_at: isoOf(row.created_at, unit), updated_at: isoOf(row.updated_at, unit) }
  if ('email' in row) return { email: row.email, admin: row.admin ?? null, active: row.active ?? null, ...dates }
  const { name, active = null, write = null } = row
  const expiry = hasNoExpiry(row) ? null : isoOf(row.expiration_date, unit)
  return { name, expiration_date: expiry, active, write, ...dates }
}

function isoOf(moment: Timestamp, unit: TimeUnit): string | null {
  const millis = toMillis(moment, unit)
  return millis === undefined ? null : new Date(millis).toISOString()
}
