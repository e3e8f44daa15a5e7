import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TimestampedRow } from '#api/list/row-list.ts'
import type { ResourceName } from '#api/problem.ts'
import { unreadableTimestamp } from '#api/wire.ts'
import type { RowSnapshot } from '#api/write/resource-adapter.ts'
import { useAppContext } from '#web/jobs/app-context.tsx'
import { getAction } from '#web/jobs/action-run.ts'
import { runAction } from '#web/jobs/run-action.ts'
import { Callout } from '#web/jobs/result-note.tsx'
import { typedKeys } from '#web/resource/resource.ts'
import type { RowContext } from '#web/resource/row-context.ts'
import { copyText } from '#web/ui/clipboard.ts'
import { useSession } from '#web/session/session.ts'
import '#web/ui/deflist.css'

interface RowDetailsProps {
  resource: ResourceName
  row: TimestampedRow
  context: RowContext
  secret: ReactNode
}

/** What the form of a row does not set: its secret, its dates, and its fields as JSON. */
export function RowDetails({ resource, row, context, secret }: RowDetailsProps) {
  const { fields } = useAppContext().resources[resource]
  return (
    <>
      <hr />
      {secret}
      <dl className="deflist row-facts">
        {typedKeys(fields)
          .filter((name) => name !== 'status' && name in row && fields[name]?.input === undefined)
          .map((name) => (
            <div key={name}>
              <dt>{fields[name]?.label}</dt>
              <dd translate="no">{fields[name]?.format(row, context)}</dd>
            </div>
          ))}
      </dl>
      <FieldsAsJson resource={resource} row={row} timeUnit={context.timeUnit} />
    </>
  )
}

/** What is wrong with a row, and the action that helps. */
export function RowProblem({
  resource,
  snapshot,
  context,
}: {
  resource: ResourceName
  snapshot: RowSnapshot<TimestampedRow>
  context: RowContext
}) {
  const app = useAppContext()
  const definition = app.resources[resource]
  const rowProblem = definition.problemOf?.(snapshot.row, context)
  if (rowProblem === undefined) return null
  const { text, action, label } = rowProblem
  const name = getAction(definition, action).accessibleLabel?.(definition.nameOf(snapshot.row))
  return (
    <Callout tone="needs-repair" text={text}>
      <button
        type="button"
        className="btn small"
        aria-label={name}
        onClick={() => void runAction(app, resource, action, [snapshot])}
      >
        {label}
      </button>
    </Callout>
  )
}

/** The fields of a row as JSON. A flag may be stored in another spelling, such as 1. */
function FieldsAsJson({
  resource,
  row,
  timeUnit,
}: {
  resource: ResourceName
  row: TimestampedRow
  timeUnit: RowContext['timeUnit']
}) {
  const { resources } = useAppContext()
  const { toasts } = useSession()
  const json = fieldsAsJson(row, typedKeys(resources[resource].fields))
  const copy = async () => {
    if (await copyText(json)) toasts.show('JSON copied.')
    else
      toasts.show('This browser refused to copy. Select the text and copy it with the keyboard.', { severity: 'error' })
  }
  return (
    <details className="row-raw">
      <summary>Raw data</summary>
      <pre translate="no">{json}</pre>
      <p className="hint">{`Dates are in ${timeUnit}.`}</p>
      <button type="button" className="btn small" onClick={() => void copy()}>
        <Copy className="icon" aria-hidden="true" />
        Copy JSON
      </button>
    </details>
  )
}

/** These fields of a row as JSON, a line each, and nothing of what could not be read. */
export function fieldsAsJson(row: object, names: readonly string[]): string {
  const stored = new Map<string, unknown>(Object.entries(row))
  return JSON.stringify(
    Object.fromEntries(names.map((name) => [name, stored.get(name)])),
    (_, value: unknown) => (value === unreadableTimestamp ? undefined : value),
    2,
  )
}
