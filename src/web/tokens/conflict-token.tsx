import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import type { Token } from '#contract/token.ts'
import type { TokenChange } from '#contract/token-writing.ts'
import { momentAt, type Unit } from '#contract/wire.ts'
import { useNow } from '#web/service/clock.ts'
import { onOff } from '#web/service/verdict-words.ts'
import { Foreign } from '#web/ui/foreign.tsx'
import { localMoment, relative } from '#web/ui/time.ts'
import { expiryOf, type Sight } from './token-status.ts'

interface Props {
  seen: Token
  now: Token
  change: TokenChange
  unit: Unit
  onSaveMine: () => void
  /** Every field as it was seen, with the change in it. */
  onOverwrite: () => void
  onCancel: () => void
}

const fields = ['expires', 'write', 'active', 'updated'] as const
type Field = (typeof fields)[number]
const labels: Record<Field, string> = { expires: 'Expires', write: 'Write', active: 'Active', updated: 'Updated' }

/** Somebody else changed the token: what you saw, what it is now, what you want. Nothing has been sent. */
export function ConflictToken({ seen, now, change, unit, onSaveMine, onOverwrite, onCancel }: Props) {
  const clock = useNow()
  const sight = { now: clock, unit }
  const updated = momentAt(now.updated_at, unit)
  return (
    <ModalOverlay className="scrim" isOpen isDismissable onOpenChange={(open) => !open && onCancel()}>
      <Modal className="dialog wide">
        <Dialog role="alertdialog">
          <div className="head">
            <Heading slot="title" level={2}>
              “<Foreign text={now.name} />” changed while you were editing it
            </Heading>
            <p>
              {updated !== undefined && `It was updated ${relative(updated, sight.now)}, ${localMoment(updated)}. `}
              Nothing has been sent yet.
            </p>
          </div>
          <div className="body">
            <table role="table" className="compare">
              <thead role="rowgroup">
                <tr role="row">
                  <td role="cell" />
                  <th role="columnheader" scope="col">
                    What you saw
                  </th>
                  <th role="columnheader" scope="col">
                    What it is now
                  </th>
                  <th role="columnheader" scope="col">
                    What you want<small>not sent</small>
                  </th>
                </tr>
              </thead>
              <tbody role="rowgroup">
                {fields.map((field) => {
                  const [before, after] = [shown(seen, field, sight), shown(now, field, sight)]
                  const wanted = wish(change, field, sight)
                  return (
                    <tr role="row" key={field}>
                      <th role="rowheader" scope="row">
                        {labels[field]}
                      </th>
                      <td role="cell">{before}</td>
                      <td role="cell">{before === after ? after : <span className="chg now">{after}</span>}</td>
                      <td role="cell">{wanted}</td>
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
            <button type="button" className="btn" onClick={onOverwrite}>
              Overwrite with mine
            </button>
            <button type="button" className="btn primary" onClick={onSaveMine}>
              Save only my change
            </button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

function shown(token: Token, field: Field, { unit }: Sight): string {
  switch (field) {
    case 'write':
    case 'active':
      return onOff(token[field])
    case 'updated': {
      const at = momentAt(token.updated_at, unit)
      return at === undefined ? 'unknown' : localMoment(at)
    }
    case 'expires': {
      const expiry = expiryOf(token, unit)
      return expiry === undefined ? 'unreadable' : expiry === 'none' ? 'not given' : localMoment(expiry)
    }
  }
}

function wish(change: TokenChange, field: Field, { now }: Sight): ReactNode {
  const untouched = <span className="muted">not touched</span>
  if (field === 'updated') return <span className="muted">set by the service</span>
  if (field !== 'expires') {
    return change[field] === undefined ? untouched : <span className="chg you">{onOff(change[field])}</span>
  }
  const { expires } = change
  if (expires === undefined) return untouched
  if (expires === 'not-given') return <span className="chg you">not given</span>
  if ('integer' in expires) return <span className="chg you">{String(expires.integer)}</span>
  return <span className="chg you">{localMoment('at' in expires ? expires.at : now + expires.after)}</span>
}
