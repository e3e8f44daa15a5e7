import type { ReactNode } from 'react'
import type { TimestampedRow } from '#api/list/row-list.ts'
import type { RowSnapshot } from '#api/write/resource-adapter.ts'
import { useAppContext, type RowMutations } from '#web/jobs/app-context.tsx'
import type { FormInput } from '#web/resource/form.ts'
import { findSnapshot } from '#web/resource/list-queries.ts'
import { ImportSheet } from '#web/import/import-sheet.tsx'
import { RowSheet } from '#web/forms/row-sheet.tsx'
import { useStore } from '#web/ui/store.ts'
import type { ResourceName } from '#api/problem.ts'
import { rowLink } from '#web/router/routes.ts'
import type { ListController } from './use-resource-list.ts'

interface RowSheetsProps<Row extends TimestampedRow> extends RowMutations {
  resource: ResourceName
  controller: ListController<Row>
  inputs: Readonly<Record<string, FormInput<Row>>>
  /** A row of this name, where the list is not all that there is. */
  rowOf?: (name: string) => Row
  renderSecret?: (row: Row) => ReactNode
}

/** What opens over a list of rows: the sheet of a row, and *Import*. */
export function RowSheets<Row extends TimestampedRow>({
  resource,
  controller,
  inputs,
  rowOf,
  renderSecret,
  ...mutations
}: RowSheetsProps<Row>) {
  const { overlay } = useAppContext()
  const openOverlay = useStore(overlay)
  const { list } = controller
  const snapshotOf = (name: string): RowSnapshot<TimestampedRow> | undefined => {
    const row = rowOf?.(name)
    return findSnapshot(list, name) ?? (row && { row, readStartedAt: list.readStartedAt })
  }
  const close = () => overlay.set(undefined)
  if (openOverlay?.type === 'import' && openOverlay.resource === resource)
    return <ImportSheet resource={resource} onClose={close} />
  if ((openOverlay?.type !== 'row' && openOverlay?.type !== 'new-row') || openOverlay.resource !== resource) return null
  return (
    <RowSheet
      resource={resource}
      overlay={openOverlay}
      inputs={inputs}
      {...mutations}
      snapshotOf={snapshotOf}
      linkOf={(name) => rowLink(resource, name)}
      {...(renderSecret && { renderSecret: (row: TimestampedRow) => renderSecret(row as Row) })}
      onClose={(created) => {
        close()
        if (created !== undefined) controller.revealRow(created)
      }}
    />
  )
}
