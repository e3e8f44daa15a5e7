import { useEffect } from 'react'
import { Copy, Download, ChevronDown, X } from 'lucide-react'
import type { TimestampedRow } from '#api/list/row-list.ts'
import type { RowSnapshot } from '#api/write/resource-adapter.ts'
import type { ResourceDefinition } from '#web/resource/resource.ts'
import type { RowContext } from '#web/resource/row-context.ts'
import { isReadOnly, showReadOnlyReason, useSession } from '#web/session/session.ts'
import { useAppContext } from '#web/jobs/app-context.tsx'
import { useCreateSecret } from '#web/secrets/secret.ts'
import { pluralize, formatCount } from '#web/ui/format.ts'
import { maxCopiedSecrets, copySecrets, downloadSecrets } from '#web/secrets/copy-secrets.ts'
import type { Job } from '#web/jobs/job.ts'
import { returnFocusOnUnmount, restoreFocusOnUnmount } from '#web/ui/focus.ts'
import { MenuButton } from '#web/ui/menu.tsx'
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
  const exportSelected = () => exportCsv(app, session, { resource, list, rows: selection.rows, context })
  const copy = () => {
    const names = new Set(Array.from(selection.rows, (index) => list.nameAt(index)))
    const secrets = [...names].map((rowName) => createSecret(name, rowName))
    const subject = pluralize(secrets.length, 'value')
    const why = `At most ${maxCopiedSecrets} can be copied at once.`
    if (secrets.length <= maxCopiedSecrets) void copySecrets(session, secrets)
    else void downloadSecrets(session, app.confirmations, { resource: name, secrets, what: subject, why })
  }
  const perform = async (id: string) => {
    if (isReadOnly(readOnly)) return showReadOnlyReason(session, readOnly)
    const snapshots = Array.from(selection.rows, (index) => ({
      row: list.at(index),
      readStartedAt: list.readStartedAt,
    }))
    const job = await run(id, snapshots, { hidden })
    // Those that are left to do stay selected.
    if (job !== undefined)
      selection.retain(
        job.items.flatMap(({ currentName, facts }) => (facts?.status === 'success' ? [] : [currentName])),
      )
  }
  const loadingReason = list.isComplete ? undefined : 'Available when the whole list has loaded'
  const actions = Object.entries(resource.actions).flatMap(([id, { bulkLabel, label, icon, danger = false }]) =>
    bulkLabel === false ? [] : [{ id, label: bulkLabel ?? label, icon, danger, run: () => void perform(id) }],
  )
  const buttons = [
    ...actions.filter(({ danger }) => !danger),
    ...(resource.readValue ? [{ id: 'copy', label: 'Copy values…', icon: Copy, danger: false, run: copy }] : []),
    { id: 'export', label: 'Export CSV', icon: Download, danger: false, run: exportSelected },
    ...actions.filter(({ danger }) => danger),
  ]
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
      {selection.visible < rows.length && (
        <button ref={restoreFocusOnUnmount} type="button" className="btn ghost all" onClick={() => selectAll(true)}>
          Select all <span className="wide">{formatCount(rows.length)}</span>
        </button>
      )}
      <span className="rule" />
      {buttons.map(({ id, label, danger, run }) => (
        <button
          key={id}
          type="button"
          className={danger ? 'btn ghost act red' : 'btn ghost act'}
          disabled={!list.isComplete}
          title={loadingReason}
          onClick={run}
        >
          {label}
        </button>
      ))}
      <MenuButton
        className="btn ghost more"
        disabled={!list.isComplete}
        title={loadingReason}
        menuLabel={`Act on selected ${name}`}
        acts={buttons.map((item) => ({
          id: item.id,
          label: item.label,
          icon: item.icon,
          danger: item.danger,
          hasSeparatorBefore: item.danger,
          onSelect: item.run,
        }))}
      >
        More
        <ChevronDown className="icon s14" aria-hidden="true" />
      </MenuButton>
      <span className="rule" />
      <button type="button" className="ib" data-focus-fallback aria-label="Clear selection" onClick={selection.clear}>
        {withTooltip('Clear selection', <X className="icon" aria-hidden="true" />)}
      </button>
    </section>
  )
}
