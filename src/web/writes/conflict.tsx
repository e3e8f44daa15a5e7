import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { Foreign } from '#web/ui/names/foreign.tsx'
import { ago, localMoment } from '#web/ui/time.ts'
import { useNow } from '#web/app/clock.ts'
import './conflict.css'

/** One field of a comparison: what was seen, what it is now, and what is wanted; undefined: not touched. */
export interface Compared {
  label: string
  seen: string
  now: string
  wanted: ReactNode | undefined
  /** The service sets it. */
  fixed?: boolean
}

interface Props {
  name: string
  /** When it was changed, in milliseconds since 1970. */
  updated: number | undefined
  fields: readonly Compared[]
  onSaveMine: () => void
  /** Every field as it was seen, with the change in it. */
  onOverwrite: () => void
  onCancel: () => void
}

const columns = ['What you saw', 'What it is now'] as const

/** Somebody else changed the row: what you saw, what it is now, what you want. Nothing has been sent. */
export function Conflict({ name, updated, fields, onSaveMine, onOverwrite, onCancel }: Props) {
  const clock = useNow()
  return (
    <ModalOverlay className="scrim" isOpen isDismissable onOpenChange={(open) => !open && onCancel()}>
      <Modal className="dialog wide">
        <Dialog role="alertdialog">
          <div className="head">
            <Heading slot="title" level={2}>
              “<Foreign text={name} />” changed while you were editing it
            </Heading>
            <p>
              {updated !== undefined && `It was updated ${ago(updated, clock)}, ${localMoment(updated)}. `}
              Nothing has been sent yet.
            </p>
          </div>
          <div className="body">
            <table role="table" className="compare">
              <thead role="rowgroup">
                <tr role="row">
                  <td role="cell" />
                  {columns.map((column) => (
                    <th key={column} role="columnheader" scope="col">
                      {column}
                    </th>
                  ))}
                  <th role="columnheader" scope="col">
                    What you want<small>not sent</small>
                  </th>
                </tr>
              </thead>
              <tbody role="rowgroup">
                {fields.map(({ label, seen, now, wanted, fixed }) => (
                  <tr role="row" key={label}>
                    <th role="rowheader" scope="row">
                      {label}
                    </th>
                    <td role="cell">{seen}</td>
                    <td role="cell">{seen === now ? now : <span className="chg now">{now}</span>}</td>
                    <td role="cell">
                      {fixed === true ? (
                        <span className="muted">set by the service</span>
                      ) : wanted === undefined ? (
                        <span className="muted">not touched</span>
                      ) : (
                        <span className="chg you">{wanted}</span>
                      )}
                    </td>
                  </tr>
                ))}
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

/** A moment of the comparison in words. */
export function momentWords(at: number | undefined): string {
  return at === undefined ? 'unknown' : localMoment(at)
}
