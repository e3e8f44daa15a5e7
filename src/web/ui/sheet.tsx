import { X } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { useHideLevel } from './auto-hide.ts'
import { useDialogFocus } from './focus.ts'
import './sheet.css'

interface Props {
  title: ReactNode
  under?: ReactNode
  /** The id of a sentence that screen readers read with the title. */
  describedBy?: string
  /** Called on Escape, on *Close* and on a click outside; undefined: the sheet cannot be closed these ways. */
  onClose: (() => void) | undefined
  /** A broad sheet, for a list of results. */
  wide?: boolean
  /** What closing does to it, if it is not lost. */
  closes?: 'Close' | 'Hide'
  /** A click outside does not close a sheet with changes. */
  hasChanges?: () => boolean
  children: ReactNode
}

/**
 * A side sheet that leaves the list visible. It takes the focus, and returns it to the element that opened it. Behind the
 * curtain nobody sees it, but it keeps its fields.
 */
export function Sheet({
  title,
  under,
  describedBy,
  wide = false,
  closes = 'Close',
  onClose,
  hasChanges = () => false,
  children,
}: Props) {
  const head = useRef<HTMLDivElement>(null)
  useDialogFocus(head)
  return (
    <ModalOverlay
      className="scrim light"
      hidden={useHideLevel() === 'everything'}
      isOpen
      isDismissable={onClose !== undefined}
      isKeyboardDismissDisabled={onClose === undefined}
      shouldCloseOnInteractOutside={() => !hasChanges()}
      onOpenChange={(open) => {
        if (!open) onClose?.()
      }}
    >
      <Modal className={wide ? 'sheet wide' : 'sheet'}>
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
            <button type="button" className="ib close" aria-label={closes} onClick={onClose}>
              <X className="icon" aria-hidden="true" />
            </button>
          )}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
