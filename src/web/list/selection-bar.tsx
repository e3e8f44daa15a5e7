import { ChevronDown, Copy, Download, X } from 'lucide-react'
import { useEffect } from 'react'
import { csvFile } from '#contract/csv.ts'
import type { Dated } from '#contract/list/row-store.ts'
import { useDesk } from '#web/jobs/desk.tsx'
import { doAct } from '#web/jobs/do-act.ts'
import { isBlocked } from '#web/session/online.ts'
import type { Resource } from '#web/resource/resource.ts'
import type { World } from '#web/resource/world.ts'
import { copySecrets, downloadSecrets, mostCopied } from '#web/sheet/copy-secrets.ts'
import { useSecretOf } from '#web/sheet/secret.ts'
import { download } from '#web/ui/download.ts'
import { tip } from '#web/ui/icons.tsx'
import { MenuButton } from '#web/ui/menu/menu-button.tsx'
import { keepFocus, lendFocus } from '#web/ui/focus/focus.ts'
import { useSession } from '#web/session/session.ts'
import { count, counted } from '#web/ui/time.ts'
import { total } from './selection.ts'
import type { ShownList } from './use-resource-list.ts'
import '#web/ui/floating.css'
import './selection-bar.css'

interface Props<Row extends Dated> {
  resource: Resource<Row, object, object>
  shown: Pick<ShownList<Row>, 'list' | 'rows' | 'selecting'>
  world: World
  /** Why nothing can be changed now. */
  readOnly: string | undefined
}

/** The bar over a list with selected rows: how many, and what can be done with them. */
export function SelectionBar<Row extends Dated>({ resource, shown, world, readOnly }: Props<Row>) {
  const session = useSession()
  const desk = useDesk()
  const secretOf = useSecretOf()
  const { toasts } = session
  const { list, rows, selecting } = shown
  const { hidden, selectAll } = selecting
  const { name, noun } = resource
  // What a toast says is older than the selection, and the bar needs its place.
  useEffect(() => toasts.set(undefined), [toasts])
  const save = () => {
    const exported = Object.values(resource.fields).flatMap((field) => field.exported ?? [])
    const those = Array.from(selecting.rows, (at) => exported.map(({ cell }) => cell(list.at(at), world)))
    const what = counted(those.length, noun)
    const day = new Date(list.readAt).toISOString().slice(0, 10)
    download(csvFile([exported.map(({ head }) => head), ...those]), `query-admin-${name}-${day}.csv`)
    const says = `exported as last refreshed. The file contains no ${resource.secrets}.`
    desk.jobs.note(name, 'Export', what, `E${says.slice(1)}`)
    toasts.show(`${what} ${says}`)
  }
  const copy = () => {
    const names = new Set(Array.from(selecting.rows, (at) => list.nameAt(at)))
    const secrets = [...names].map((own) => secretOf(name, own))
    const what = counted(secrets.length, 'value')
    const why = `At most ${mostCopied} can be copied at once.`
    if (secrets.length <= mostCopied) void copySecrets(session, secrets)
    else void downloadSecrets(session, desk.questions, { resource: name, secrets, what, why })
  }
  const perform = async (id: string) => {
    if (isBlocked(session, readOnly)) return
    const seen = Array.from(selecting.rows, (at) => ({ row: list.at(at), beganAt: list.beganAt }))
    const job = await doAct(desk, name, id, seen, { hidden })
    // Those that are left to do stay selected.
    if (job !== undefined)
      selecting.keep(job.items.flatMap(({ after, told }) => (told?.result === 'done' ? [] : [after])))
  }
  const waits = list.isWhole ? undefined : 'Available when the whole list has loaded'
  const acts = Object.entries(resource.acts).flatMap(([id, { labelOfMany, label, icon, danger = false }]) =>
    labelOfMany === false ? [] : [{ id, label: labelOfMany ?? label, icon, danger, run: () => void perform(id) }],
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
      ref={lendFocus}
      aria-label={`Selected ${name}`}
      className="selbar floating"
      onKeyDown={({ key }) => {
        if (key === 'Escape') selecting.clear()
      }}
    >
      <span className="sum">
        <b>{`${count(total(selecting))} selected`}</b>
        {hidden > 0 && <small>{`${count(hidden)} not shown`}</small>}
      </span>
      {selecting.shown < rows.length && (
        <button ref={keepFocus} type="button" className="btn ghost all" onClick={() => selectAll(true)}>
          Select all <span className="wide">{count(rows.length)}</span>
        </button>
      )}
      <span className="rule" />
      {all.map(({ id, label, danger, run }) => (
        <button
          key={id}
          type="button"
          className={danger ? 'btn ghost act red' : 'btn ghost act'}
          disabled={!list.isWhole}
          title={waits}
          onClick={run}
        >
          {label}
        </button>
      ))}
      <MenuButton
        className="btn ghost more"
        disabled={!list.isWhole}
        title={waits}
        menu={`Act on selected ${name}`}
        acts={all.map((act) => ({ ...act, apart: act.danger }))}
      >
        More
        <ChevronDown className="icon s14" aria-hidden="true" />
      </MenuButton>
      <span className="rule" />
      <button type="button" className="ib" data-home aria-label="Clear selection" onClick={selecting.clear}>
        {tip('Clear selection', <X className="icon" aria-hidden="true" />)}
      </button>
    </section>
  )
}
