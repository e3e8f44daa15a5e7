import { Info } from 'lucide-react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import type { Dated } from '#contract/list/row-store.ts'
import { momentAt, type Unit } from '#contract/wire.ts'
import { Foreign } from '#web/ui/names/foreign.tsx'
import { StatusMark } from '#web/ui/status-mark.tsx'
import { ago, clockOf, plainMoment } from '#web/ui/time.ts'
import { useNow } from '#web/app/clock.ts'
import { compared, type ShownResource } from './shown-resource.ts'
import './conflict.css'

interface Props<Row extends Dated, Change, Context> {
  resource: ShownResource<Row, Change, Context>
  conflict: { seen: Row; row: Row; readAt?: { seen: number; row: number } }
  change: Change
  context: Context & { unit: Unit }
  /** Saves despite the other change: only this change, or every other field as it was when opened. */
  onSave: (change: Change) => void
  onCancel: () => void
}

/** The dialog after somebody else changed the row: as it was when opened, as it is now, and the admin's change. */
export function Conflict<Row extends Dated, Change, Context>(props: Props<Row, Change, Context>) {
  const { resource, conflict, change, context, onSave, onCancel } = props
  const { unit } = context
  const clock = useNow()
  const updated = momentAt(conflict.row.updated_at, unit)
  const name = resource.nameOf(conflict.row)
  const { readAt } = conflict
  const columns = [
    ['When you opened it', readAt && `read ${clockOf(readAt.seen)}`],
    ['Now on the service', readAt && `read ${clockOf(readAt.row)}`],
    ['Yours', 'not sent'],
  ] as const
  return (
    <ModalOverlay className="scrim" isOpen isDismissable onOpenChange={(open) => !open && onCancel()}>
      <Modal className="dialog wide">
        <Dialog role="alertdialog">
          <div className="head">
            <Heading slot="title" level={2}>
              “<Foreign text={name} />” changed while you were editing it
            </Heading>
            <p>
              {updated !== undefined && `It was updated ${ago(updated, clock)}, ${plainMoment(updated)}. `}
              Nothing has been sent yet.
            </p>
          </div>
          <div className="body">
            <table role="table" className="compare">
              <thead role="rowgroup">
                <tr role="row">
                  {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the corner of a table */}
                  <td role="cell" />
                  {columns.map(([column, under]) => (
                    <th key={column} role="columnheader" scope="col">
                      {column}
                      {under !== undefined && <small>{under}</small>}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody role="rowgroup">
                {compared(resource, conflict, context).map(({ label, seen, now, wanted }) => {
                  const asked = wanted === 'by-service' ? undefined : wanted(change, context)
                  return (
                    <tr role="row" key={label}>
                      <th role="rowheader" scope="row">
                        {label}
                      </th>
                      <td role="cell" data-label={columns[0][0]}>
                        <Shown word={seen} />
                      </td>
                      <td role="cell" data-label={columns[1][0]}>
                        <Shown word={now} className={seen === now ? undefined : 'chg now'} />
                      </td>
                      <td role="cell" data-label={columns[2][0]}>
                        {asked === undefined ? (
                          <span className="muted">{wanted === 'by-service' ? 'set by the service' : 'unchanged'}</span>
                        ) : (
                          <Shown word={asked} className="chg you" />
                        )}
                      </td>
                    </tr>
                  )
                })}
              </tbody>
            </table>
            <p className="outcome">
              <Info className="icon" aria-hidden="true" />
              <span>
                <b>Save only my change</b> leaves the other change alone. <b>Overwrite with mine</b> puts everything
                back as you saw it, with your change.
              </span>
            </p>
          </div>
          <div className="foot">
            <button type="button" className="btn raised-bg" autoFocus onClick={onCancel}>
              Cancel
            </button>
            <button type="button" className="btn" onClick={() => onSave(resource.fullChange(conflict.seen, change))}>
              Overwrite with mine
            </button>
            <button type="button" className="btn primary" onClick={() => onSave(change)}>
              Save only my change
            </button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

/** The value of a field in words; a flag also has a mark. */
function Shown({ word, className }: { word: string; className?: string | undefined }) {
  const mark = word === 'on' ? 'active' : word === 'off' ? 'inactive' : undefined
  return (
    <span className={className ?? 'held'}>
      {mark && <StatusMark mark={mark} />}
      {word}
    </span>
  )
}
