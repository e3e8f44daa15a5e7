import { X } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { useFirstField } from './focus/first-field.ts'
import { useFieldErrors } from './live.tsx'
import './sheet.css'

interface Props {
  title: ReactNode
  under?: ReactNode
  /** The id of the sentence that is read with its title. */
  describedBy?: string
  /** Escape, the cross and a press beside the sheet; undefined: the sheet cannot be left that way. */
  onClose: (() => void) | undefined
  /** A press beside a sheet that holds changes does nothing. */
  hasChanges?: () => boolean
  children: ReactNode
}

/** A side sheet that leaves the list in sight. The focus goes into it and comes back to what opened it. */
export function Sheet({ title, under, describedBy, onClose, hasChanges = () => false, children }: Props) {
  const head = useRef<HTMLDivElement>(null)
  useFirstField(head)
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
        <Dialog className="sheet-in" {...(describedBy !== undefined && { 'aria-describedby': describedBy })}>
          <div ref={head} className="head">
            <div>
              <Heading slot="title" level={2}>
                {title}
              </Heading>
              {under !== undefined && <p>{under}</p>}
            </div>
          </div>
          {children}
          {onClose !== undefined && (
            <button type="button" className="ib close" aria-label="Close" onClick={onClose}>
              <X className="icon" aria-hidden="true" />
            </button>
          )}
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
  /** Nothing can be sent now; a press says why. */
  isBlocked: boolean
  onCancel: () => void
}

/** The buttons of a form in a sheet. */
export function SheetFoot({ action, busy, disabled, isBlocked, onCancel }: FootProps) {
  const inForm = useFieldErrors<HTMLDivElement>()
  return (
    <div ref={inForm} className="foot">
      <span className="end" />
      <button type="button" className="btn raised-bg" onClick={onCancel}>
        Cancel
      </button>
      <button type="submit" className="btn primary" aria-disabled={busy || isBlocked || undefined} disabled={disabled}>
        {busy ? 'Saving…' : action}
      </button>
    </div>
  )
}
