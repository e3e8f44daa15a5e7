import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Dated } from '#contract/list/row-store.ts'
import type { ResourceName } from '#contract/problem.ts'
import { unreadable } from '#contract/wire.ts'
import type { Seen } from '#contract/write/kind.ts'
import { useDesk } from '#web/jobs/desk.tsx'
import { actOf, doAct } from '#web/jobs/do-act.ts'
import { ToneBox } from '#web/jobs/note.tsx'
import { keysOf } from '#web/resource/resource.ts'
import type { World } from '#web/resource/world.ts'
import { copyText } from '#web/ui/clipboard.ts'
import { useSession } from '#web/session/session.ts'
import '#web/ui/deflist.css'

interface Props {
  resource: ResourceName
  row: Dated
  world: World
  secret: ReactNode
}

/** What the form of a row does not set: its secret, its dates, and its fields as JSON. */
export function RowFacts({ resource, row, world, secret }: Props) {
  const { fields } = useDesk().resources[resource]
  return (
    <>
      <hr />
      {secret}
      <dl className="deflist row-facts">
        {keysOf(fields)
          .filter((name) => name !== 'status' && name in row && fields[name]?.set === undefined)
          .map((name) => (
            <div key={name}>
              <dt>{fields[name]?.label}</dt>
              <dd translate="no">{fields[name]?.show(row, world)}</dd>
            </div>
          ))}
      </dl>
      <FieldsAsJson resource={resource} row={row} unit={world.unit} />
    </>
  )
}

/** What is wrong with a row, and the act that helps. */
export function Wrong({ resource, seen, world }: { resource: ResourceName; seen: Seen<Dated>; world: World }) {
  const desk = useDesk()
  const of = desk.resources[resource]
  const wrong = of.wrong?.(seen.row, world)
  if (wrong === undefined) return null
  const { says, act, label } = wrong
  const name = actOf(of, act).labelFor?.(of.nameOf(seen.row))
  return (
    <ToneBox tone="repair" text={says}>
      <button
        type="button"
        className="btn small"
        aria-label={name}
        onClick={() => void doAct(desk, resource, act, [seen])}
      >
        {label}
      </button>
    </ToneBox>
  )
}

/** The fields of a row as JSON. A flag may be stored in another spelling, such as 1. */
function FieldsAsJson({ resource, row, unit }: { resource: ResourceName; row: Dated; unit: World['unit'] }) {
  const { resources } = useDesk()
  const { toasts } = useSession()
  const json = fieldsAsJson(row, keysOf(resources[resource].fields))
  const copy = async () => {
    if (await copyText(json)) toasts.show('JSON copied.')
    else toasts.show('This browser refused to copy. Select the text and copy it with the keyboard.', { mark: 'failed' })
  }
  return (
    <details className="row-raw">
      <summary>Fields as JSON</summary>
      <pre translate="no">{json}</pre>
      <p className="hint">{`Numbers of dates count ${unit}. Switches are true or false, however the service stores them.`}</p>
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
    (_, value: unknown) => (value === unreadable ? undefined : value),
    2,
  )
}
