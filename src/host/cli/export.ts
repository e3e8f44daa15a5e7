import { connect } from '#contract/client/client.ts'
import { csvFile } from '#contract/csv.ts'
import type { ResourceName } from '#contract/problem.ts'
import { isNotGiven, type Token } from '#contract/token.ts'
import { documentedUnit } from '#contract/facts.ts'
import type { User } from '#contract/user.ts'
import { momentAt, type Moment, type Unit } from '#contract/wire.ts'
import { limits } from '#host/limits.ts'
import { fetchUpstream, serviceConnection } from '#host/upstream.ts'

/** What to export. `origin`: ends in `/`. */
interface Exported {
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
export async function exportRows({ origin, bearer, resource, format }: Exported): Promise<number> {
  const service = connect({ ...serviceConnection(fetchUpstream(new URL(origin)), limits), bearer })
  const list = await service[resource].list()
  const unit = list.unit?.unit ?? documentedUnit
  const rows: Record<string, string | boolean | null>[] = list.rows.map((row: Token | User) => exported(row, unit))
  const unreadable = list.unreadable.length
  const heads = columns[resource]
  const text =
    format === 'json'
      ? JSON.stringify(rows, null, 2)
      : csvFile([heads, ...rows.map((row) => heads.map((head) => String(row[head] ?? '')))])
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
function exported(row: Token | User, unit: Unit) {
  const dates = { created_at: isoOf(row.created_at, unit), updated_at: isoOf(row.updated_at, unit) }
  if ('email' in row) return { email: row.email, admin: row.admin ?? null, active: row.active ?? null, ...dates }
  const { name, active = null, write = null } = row
  const expiry = isNotGiven(row) ? null : isoOf(row.expiration_date, unit)
  return { name, expiration_date: expiry, active, write, ...dates }
}

function isoOf(moment: Moment, unit: Unit): string | null {
  const at = momentAt(moment, unit)
  return at === undefined ? null : new Date(at).toISOString()
}
