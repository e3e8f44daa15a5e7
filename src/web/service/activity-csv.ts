import type { Deed } from './activity.ts'
import { csvLine } from './csv.ts'

/** The deeds as CSV, latest first. */
export function csvOf(deeds: readonly Deed[]): string {
  const rows = deeds.map(({ at, kind, name, asked, outcome }) => [
    new Date(at).toISOString(),
    kind,
    name,
    asked,
    outcome,
  ])
  return [['When (UTC)', 'What', 'Name', 'Asked', 'Outcome'], ...rows].map(csvLine).join('\r\n')
}
