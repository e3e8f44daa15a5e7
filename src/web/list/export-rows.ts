import type { RowList, TimestampedRow } from '#api/list/row-list.ts'
import { csvFile } from '#api/csv.ts'
import type { AppContext } from '#web/jobs/app-context.tsx'
import type { ResourceDefinition } from '#web/resource/resource.ts'
import type { RowContext } from '#web/resource/row-context.ts'
import type { Session } from '#web/session/session.ts'
import { downloadFile } from '#web/ui/browser.ts'
import { formatFileDate, pluralize } from '#web/ui/format.ts'

interface Export<Row extends TimestampedRow> {
  resource: Pick<ResourceDefinition<Row, object, object>, 'name' | 'noun' | 'fields' | 'secretNoun'>
  list: RowList<Row>
  /** The numbers of the rows to export, in order. */
  rows: Iterable<number>
  context: RowContext
}

/**
 * Saves rows as a CSV file, for people: a column for each field that has a `csv`, none of which is a secret. For programs
 * there is `query-admin export`, with the names and the values of the service (`server/cli/export.ts`).
 */
export function exportCsv<Row extends TimestampedRow>(
  { jobs }: Pick<AppContext, 'jobs'>,
  { toasts }: Pick<Session, 'toasts'>,
  { resource: { name, noun, fields, secretNoun }, list, rows, context }: Export<Row>,
): void {
  const columns = Object.values(fields).flatMap((field) => field.csv ?? [])
  const lines = Array.from(rows, (index) => columns.map(({ cell }) => cell(list.at(index), context)))
  const subject = pluralize(lines.length, noun)
  const date = formatFileDate(list.readAt)
  downloadFile(csvFile([columns.map(({ header }) => header), ...lines]), `query-admin-${name}-${date}.csv`)
  const note = `exported as last refreshed. The file contains no ${secretNoun}.`
  jobs.log(name, 'Export', subject, `E${note.slice(1)}`)
  toasts.show(`${subject} ${note}`)
}
