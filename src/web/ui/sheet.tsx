import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import './sheet.css'

interface Props {
  title: ReactNode
  under?: ReactNode
  /** Escape, the cross and a press beside the sheet; undefined: the sheet cannot be left that way. */
  onClose: (() => void) | undefined
  /** A press beside a sheet that holds changes does nothing. */
  hasChanges?: () => boolean
  children: ReactNode
}

/** A side sheet that leaves the list in sight. The focus goes into it and comes back to what opened it. */
export function Sheet({ title, under, onClose, hasChanges = () => false, children }: Props) {
  return (
    <ModalOverlay
      className="scrim light"
      isOpen
      isDismissable={onClose !== undefined}
      isKeyboardDismissDisabled={onClose === undefined}
      shouldCloseOnInteractOutside={() => !hasChanges()}
      onOpenChange={(open) => {
        if (!open) onClose?.()
      }}
    >
      <Modal className="sheet">
        <Dialog className="sheet-in">
          <div className="head">
            <div>
              <Heading slot="title" level={2}>
                {title}
              </Heading>
              {under !== undefined && <p>{under}</p>}
            </div>
            {onClose !== undefined && (
              <button type="button" className="ib" aria-label="Close" onClick={onClose}>
                <X className="icon" aria-hidden="true" />
              </button>
            )}
          </div>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

interface FootProps {
  /** `Create token`, `Save changes`; while it runs, *Saving…*. */
  action: string
  busy: boolean
  disabled: boolean
  onCancel: () => void
}

/** The buttons of a form in a sheet. */
export function SheetFoot({ action, busy, disabled, onCancel }: FootProps) {
  return (
    <div className="foot">
      <span className="end" />
      <button type="button" className="btn raised-bg" onClick={onCancel}>
        Cancel
      </button>
      <button type="submit" className="btn primary" aria-disabled={busy || undefined} disabled={disabled}>
        {busy ? 'Saving…' : action}
      </button>
    </div>
  )
}
