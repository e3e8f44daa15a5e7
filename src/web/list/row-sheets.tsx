import type { ReactNode } from 'react'
import type { Dated } from '#contract/list/row-store.ts'
import type { Seen } from '#contract/write/kind.ts'
import { useDesk } from '#web/jobs/desk.tsx'
import { seenIn } from '#web/resource/lists.ts'
import { ImportSheet } from '#web/sheet/import-sheet.tsx'
import { RowSheet } from '#web/sheet/row-sheet.tsx'
import { useStore } from '#web/ui/store.ts'
import type { ResourceName } from '#contract/problem.ts'
import { linkTo } from './route.ts'
import type { ShownList } from './use-resource-list.ts'

interface Props<Row extends Dated> {
  resource: ResourceName
  shown: ShownList<Row>
  /** A row of this name, where the list is not all that there is. */
  rowOf?: (name: string) => Row
  secretOf?: (row: Row) => ReactNode
}

/** What opens over a list of rows: the sheet of a row, and *Import*. */
export function RowSheets<Row extends Dated>({ resource, shown, rowOf, secretOf }: Props<Row>) {
  const { opened } = useDesk()
  const open = useStore(opened)
  const { list } = shown
  const seenOf = (name: string): Seen<Dated> | undefined => {
    const row = rowOf?.(name)
    return seenIn(list, name) ?? (row && { row, beganAt: list.beganAt })
  }
  const close = () => opened.set(undefined)
  if (open?.is === 'import' && open.resource === resource) return <ImportSheet resource={resource} onClose={close} />
  if ((open?.is !== 'row' && open?.is !== 'new') || open.resource !== resource) return null
  return (
    <RowSheet
      resource={resource}
      opened={open}
      rowOf={seenOf}
      linkTo={(name) => linkTo(resource, name)}
      {...(secretOf && { secretOf: (row: Dated) => secretOf(row as Row) })}
      onClose={(created) => {
        close()
        if (created !== undefined) shown.showNew(created)
      }}
    />
  )
}
