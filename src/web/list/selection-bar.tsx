import { useEffect, useMemo } from 'react'
import { Copy, Download, ChevronDown, ListChecks, X } from 'lucide-react'
import type { TimestampedRow } from '#api/list/row-list.ts'
import type { RowSnapshot } from '#api/write/resource-adapter.ts'
import { copyValues, type ResourceDefinition } from '#web/resource/resource.ts'
import type { RowContext } from '#web/resource/row-context.ts'
import { blockIfReadOnly, useSession } from '#web/session/session.ts'
import { useAppContext } from '#web/jobs/app-context.tsx'
import { useCreateSecret } from '#web/secrets/secret.ts'
import { pluralize, formatCount } from '#web/ui/format.ts'
import { maxCopiedSecrets, copySecrets, downloadSecrets } from '#web/secrets/copy-secrets.ts'
import type { Job, JobItem } from '#web/jobs/job.ts'
import { getAction } from '#web/jobs/action-run.ts'
import { returnFocusOnUnmount, restoreFocusOnUnmount } from '#web/ui/focus.ts'
import { MenuButton, type MenuEntry } from '#web/ui/menu.tsx'
import { useMediaQuery } from '#web/ui/browser.ts'
import { withTooltip } from '#web/ui/icons.tsx'
import { exportCsv } from './export-rows.ts'
import type { ListController } from './use-resource-list.ts'
import { selectedCount } from './selection.tsx'
import '#web/ui/floating.css'
import './selection-bar.css'

interface SelectionBarProps<Row extends TimestampedRow> {
  resource: ResourceDefinition<Row, object, object>
  controller: Pick<ListController<Row>, 'list' | 'rows' | 'selection'>
  context: RowContext
  /** Why nothing can be changed now. */
  readOnly: string | undefined
  /** Runs an action of the resource. `hidden`: how many of the rows the page does not show. */
  run: (
    actionId: string,
    snapshots: readonly RowSnapshot<Row>[],
    options: { hidden: number },
  ) => Promise<Job | undefined>
}

/** The bar over a list with selected rows: how many, and what can be done with them. */
export function SelectionBar<Row extends TimestampedRow>({
  resource,
  controller,
  context,
  readOnly,
  run,
}: SelectionBarProps<Row>) {
  const session = useSession()
  const app = useAppContext()
  const createSecret = useCreateSecret()
  const { toasts } = session
  const { list, rows, selection } = controller
  const { hidden, selectAll } = selection
  const { name } = resource
  // What a toast says is older than the selection, and the bar needs its place.
  useEffect(() => toasts.set(undefined), [toasts])
  const copy = () => {
    const names = new Set(Array.from(selection.rows, (index) => list.nameAt(index)))
    const secrets = [...names].map((rowName) => createSecret(name, rowName))
    const subject = pluralize(secrets.length, 'value')
    const why = `At most ${maxCopiedSecrets} can be copied at once.`
    if (secrets.length <= maxCopiedSecrets) void copySecrets(session, secrets)
    else void downloadSecrets(session, app.confirmations, { resource: name, secrets, what: subject, why })
  }
  const perform = async (id: string) => {
    if (blockIfReadOnly(session, readOnly)) return undefined
    const snapshots = Array.from(selection.rows, (index) => ({
      row: list.at(index),
      readStartedAt: list.readStartedAt,
    }))
    const job = await run(id, snapshots, { hidden })
    // Those that are left to do stay selected, and those that were selected meanwhile.
    const isDone = ({ facts }: JobItem) => facts?.status === 'success'
    if (job !== undefined) selection.release([...job.items.filter(isDone), ...job.skipped].map(({ name }) => name))
  }
  const loadingReason = list.isComplete ? undefined : 'Available when the whole list has loaded'
  /** What changes something. During a job the list changes with each batch: many rows are gone through once for all. */
  const offered = useMemo(() => {
    const actionContext = { ...app.actionContext(name), ...context }
    const selected = Array.from(selection.rows, (index) => list.at(index))
    const offer = (ids: readonly string[]): BulkAction[] =>
      ids.flatMap((id) => {
        if (id === copyValues) return [{ id, label: 'Copy values…', icon: Copy }]
        const { icon, label, bulkLabel, danger = false, unavailableReason } = getAction(app.resources[name], id)
        const isAvailable = (row: Row) => unavailableReason?.(row, actionContext) === undefined
        if (!selected.some(isAvailable)) return []
        const action = { id, icon, danger, hasSeparatorBefore: danger }
        return [{ ...action, label: bulkLabel?.(selected.filter(isAvailable).length) ?? label }]
      })
    return { bar: offer(resource.bulkActions.bar), menu: offer(resource.bulkActions.menu) }
  }, [app, name, list, context, selection.rows, resource.bulkActions])
  const room = useRoom()
  const selectAllLabel = `Select all ${formatCount(rows.length)}`
  const canSelectAll = selection.visible < rows.length
  const inMenu: BulkAction[] = [
    ...(canSelectAll && room === 1 ? [{ id: 'select-all', label: selectAllLabel, icon: ListChecks }] : []),
    ...offered.bar.slice(room),
    ...offered.menu,
    { id: 'export', label: 'Export CSV', icon: Download },
  ]
  const onSelect = (id: string) => {
    if (id === 'select-all') selectAll(true)
    else if (id === 'export') exportCsv(app, session, { resource, list, rows: selection.rows, context })
    else if (id === copyValues) copy()
    else void perform(id)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape anywhere in it
    <section
      ref={returnFocusOnUnmount}
      aria-label={`Selected ${name}`}
      className="selbar floating"
      onKeyDown={({ key }) => {
        if (key === 'Escape') selection.clear()
      }}
    >
      <span className="sum">
        <b>{`${formatCount(selectedCount(selection))} selected`}</b>
        {hidden > 0 && <small>{`${formatCount(hidden)} not shown`}</small>}
      </span>
      {canSelectAll && room > 1 && (
        <button ref={restoreFocusOnUnmount} type="button" className="btn ghost all" onClick={() => selectAll(true)}>
          {selectAllLabel}
        </button>
      )}
      <span className="end" />
      {offered.bar.slice(0, room).map(({ id, label, danger }) => (
        <button
          key={id}
          ref={restoreFocusOnUnmount}
          type="button"
          className={danger ? 'btn ghost red' : 'btn ghost'}
          disabled={!list.isComplete}
          title={loadingReason}
          onClick={() => onSelect(id)}
        >
          {label}
        </button>
      ))}
      <MenuButton
        className="btn ghost"
        disabled={!list.isComplete}
        title={loadingReason}
        menuLabel={`More for selected ${name}`}
        // What is dangerous stands apart, at the end.
        acts={inMenu
          .toSorted((a, b) => Number(a.danger === true) - Number(b.danger === true))
          .map((action) => ({ ...action, onSelect: () => onSelect(action.id) }))}
      >
        More
        <ChevronDown className="icon s14" aria-hidden="true" />
      </MenuButton>
      <button type="button" className="ib" data-focus-fallback aria-label="Clear selection" onClick={selection.clear}>
        {withTooltip('Clear selection', <X className="icon" aria-hidden="true" />)}
      </button>
    </section>
  )
}

type BulkAction = Omit<MenuEntry, 'onSelect'>

/** For how many actions the bar has room; its menu has the others. */
function useRoom(): number {
  const isTablet = useMediaQuery('(min-width: 45rem)')
  const isWide = useMediaQuery('(min-width: 60rem)')
  return isWide ? 5 : isTablet ? 3 : 1
}
