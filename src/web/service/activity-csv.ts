import type { Deed } from './activity.ts'

/** The deeds as CSV (RFC 4180), latest first; cells that a spreadsheet would run are led by an apostrophe. */
export function csvOf(deeds: readonly Deed[]): string {
  const rows = deeds.map(({ at, kind, name, asked, outcome }) => [
    new Date(at).toISOString(),
    kind,
    name,
    asked,
    outcome,
  ])
  return [['When (UTC)', 'What', 'Name', 'Asked', 'Outcome'], ...rows]
    .map((row) => row.map(cell).join(','))
    .join('\r\n')
}

function cell(text: string): string {
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
