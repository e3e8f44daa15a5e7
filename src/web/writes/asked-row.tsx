import { Fragment, type ReactNode } from 'react'
import type { Dated } from '#contract/list/row-store.ts'
import { momentAt, type Unit } from '#contract/wire.ts'
import { Arrow } from './note-content.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Foreign } from '#web/ui/names/foreign.tsx'
import { compared, type ShownResource } from './shown-resource.ts'
import type { AskedAct, ReasonToAsk } from './asked-act.ts'
import { recreatedWords, uncheckedWords, type Noun } from './verdict-words.ts'

/** Why the dialog asks again. */
export function Reason({ noun, reason }: { noun: Noun; reason: ReasonToAsk }): ReactNode {
  if (reason.is === 'unchecked') return <p>{uncheckedWords(noun)}</p>
  return (
    <>
      <p>It changed after this list was loaded. Nothing was sent yet.</p>
      <dl className="facts">
        {reason.compared
          .filter(({ seen, now }) => seen !== now)
          .map(({ label, seen, now }) => (
            <Fragment key={label}>
              <dt>{label}</dt>
              <dd>
                {seen}
                <Arrow />
                {now}
              </dd>
            </Fragment>
          ))}
      </dl>
    </>
  )
}

interface Props<Row extends Dated, Change, Context extends { unit: Unit }> {
  resource: ShownResource<Row, Change, Context>
  asked: AskedAct<Row>
  context: Context
  /** The dialog that asks. */
  ask: (reason: ReasonToAsk | undefined) => ReactNode
  onShow: (name: string) => void
  onClose: () => void
}

/** Asks about an act, or asks again. If the name now belongs to another row, only says so. */
export function AskedRow<Row extends Dated, Change, Context extends { unit: Unit }>(
  props: Props<Row, Change, Context>,
) {
  const { resource, asked, context, ask, onShow, onClose } = props
  const { act, seen, interruption } = asked
  if (interruption?.is === 'conflict')
    return ask({ is: 'conflict', compared: compared(resource, interruption, context) })
  if (interruption?.is !== 'recreated') return ask(interruption)
  const { unit } = context
  const name = resource.nameOf(seen.row)
  const did = act === 'delete' ? 'deleted' : 'replaced'
  return (
    <Confirm
      title={
        <>
          “<Foreign text={name} />” was not {did}
        </>
      }
      action="Show it"
      back="Close"
      onConfirm={() => {
        onClose()
        onShow(name)
      }}
      onCancel={onClose}
    >
      <p>{recreatedWords(name, momentAt(seen.row.created_at, unit), did)}</p>
    </Confirm>
  )
}
