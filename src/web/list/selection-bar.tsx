import { useEffect } from 'react'
import { Copy, Download, ChevronDown, X } from 'lucide-react'
import type { TimestampedRow } from '#api/list/row-list.ts'
import type { ResourceDefinition } from '#web/resource/resource.ts'
import type { RowContext } from '#web/resource/world.ts'
import { useSession, blockIfReadOnly } from '#web/session/session.ts'
import { useAppContext } from '#web/jobs/app-context.tsx'
import { useCreateSecret } from '#web/secrets/secret.ts'
import { pluralize, formatCount } from '#web/ui/format.ts'
import { downloadFile } from '#web/ui/browser.ts'
import { csvFile } from '#api/csv.ts'
import { maxCopiedSecrets, copySecrets, downloadSecrets } from '#web/secrets/copy-secrets.ts'
import { runAction } from '#web/jobs/run-action.ts'
import { returnFocusOnUnmount, restoreFocusOnUnmount } from '#web/ui/focus.ts'
import { MenuButton } from '#web/ui/menu.tsx'
import { withTooltip } from '#web/ui/icons.tsx'
import type { ListController } from './use-resource-list.ts'
import { selectedCount } from './selection.tsx'
import '#web/ui/floating.css'
import './selection-bar.css'

interface Props<Row extends TimestampedRow> {
  resource: ResourceDefinition<Row, object, object>
  shown: Pick<ListController<Row>, 'list' | 'rows' | 'selection'>
  world: RowContext
  /** Why nothing can be changed now. */
  readOnly: string | undefined
}

/** The bar over a list with selected rows: how many, and what can be done with them. */
export function SelectionBar<Row extends TimestampedRow>({ resource, shown, world, readOnly }: Props<Row>) {
  const session = useSession()
  const desk = useAppContext()
  const secretOf = useCreateSecret()
  const { toasts } = session
  const { list, rows, selection } = shown
  const { hidden, selectAll } = selection
  const { name, noun } = resource
  // What a toast says is older than the selection, and the bar needs its place.
  useEffect(() => toasts.set(undefined), [toasts])
  const save = () => {
    const exported = Object.values(resource.fields).flatMap((field) => field.csv ?? [])
    const those = Array.from(selection.rows, (at) => exported.map(({ cell }) => cell(list.at(at), world)))
    const what = pluralize(those.length, noun)
    const day = new Date(list.readAt).toISOString().slice(0, 10)
    downloadFile(csvFile([exported.map(({ header }) => header), ...those]), `query-admin-${name}-${day}.csv`)
    const says = `exported as last refreshed. The file contains no ${resource.secrets}.`
    desk.jobs.log(name, 'Export', what, `E${says.slice(1)}`)
    toasts.show(`${what} ${says}`)
  }
  const copy = () => {
    const names = new Set(Array.from(selection.rows, (at) => list.nameAt(at)))
    const secrets = [...names].map((own) => secretOf(name, own))
    const what = pluralize(secrets.length, 'value')
    const why = `At most ${maxCopiedSecrets} can be copied at once.`
    if (secrets.length <= maxCopiedSecrets) void copySecrets(session, secrets)
    else void downloadSecrets(session, desk.confirmations, { resource: name, secrets, what, why })
  }
  const perform = async (id: string) => {
    if (blockIfReadOnly(session, readOnly)) return
    const seen = Array.from(selection.rows, (at) => ({ row: list.at(at), readStartedAt: list.readStartedAt }))
    const job = await runAction(desk, name, id, seen, { hidden })
    // Those that are left to do stay selected.
    if (job !== undefined)
      selection.retain(
        job.items.flatMap(({ currentName, message }) => (message?.status === 'success' ? [] : [currentName])),
      )
  }
  const waits = list.isComplete ? undefined : 'Available when the whole list has loaded'
  const acts = Object.entries(resource.acts).flatMap(([id, { bulkLabel, label, icon, danger = false }]) =>
    bulkLabel === false ? [] : [{ id, label: bulkLabel ?? label, icon, danger, run: () => void perform(id) }],
  )
  const all = [
    ...acts.filter(({ danger }) => !danger),
    ...(resource.readValue ? [{ id: 'copy', label: 'Copy values…', icon: Copy, danger: false, run: copy }] : []),
    { id: 'export', label: 'Export CSV', icon: Download, danger: false, run: save },
    ...acts.filter(({ danger }) => danger),
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
      {selection.shown < rows.length && (
        <button ref={restoreFocusOnUnmount} type="button" className="btn ghost all" onClick={() => selectAll(true)}>
          Select all <span className="wide">{formatCount(rows.length)}</span>
        </button>
      )}
      <span className="rule" />
      {all.map(({ id, label, danger, run }) => (
        <button
          key={id}
          type="button"
          className={danger ? 'btn ghost act red' : 'btn ghost act'}
          disabled={!list.isComplete}
          title={waits}
          onClick={run}
        >
          {label}
        </button>
      ))}
      <MenuButton
        className="btn ghost more"
        disabled={!list.isComplete}
        title={waits}
        menu={`Act on selected ${name}`}
        acts={all.map((act) => ({ ...act, apart: act.danger }))}
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
