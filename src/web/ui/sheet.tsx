import { X } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { useHideLevel } from './hide-level.ts'
import { useDialogFocus } from './focus.ts'
import './sheet.css'

interface SheetProps {
  title: ReactNode
  subtitle?: ReactNode
  /** The id of a sentence that screen readers read with the title. */
  describedBy?: string
  /** Called on Escape, on *Close* and on a click outside; undefined: the sheet cannot be closed these ways. */
  onClose: (() => void) | undefined
  /** A broad sheet, for a list of results. */
  wide?: boolean
  /** What closing does to it, if it is not lost. */
  closeLabel?: 'Close' | 'Hide'
  /** It is read before anything is typed: the focus begins on the sheet itself, not in its first field. */
  isReadFirst?: boolean
  /** A click outside does not close a sheet with changes. */
  hasChanges?: () => boolean
  children: ReactNode
}

/**
 * A side sheet that leaves the list visible. It takes the focus, and returns it to the element that opened it. Where
 * the hide level is `everything`, nobody sees it, but it keeps its fields.
 */
export function Sheet({
  title,
  subtitle,
  describedBy,
  wide = false,
  closeLabel = 'Close',
  onClose,
  isReadFirst = false,
  hasChanges = () => false,
  children,
}: SheetProps) {
  const headerRef = useRef<HTMLDivElement>(null)
  useDialogFocus(headerRef, isReadFirst)
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
          <div ref={headerRef} className="head">
            <div>
              <Heading slot="title" level={2}>
                {title}
              </Heading>
              {subtitle !== undefined && <p>{subtitle}</p>}
            </div>
          </div>
          {children}
          {onClose !== undefined && (
            <button type="button" className="ib close" aria-label={closeLabel} onClick={onClose}>
              <X className="icon" aria-hidden="true" />
            </button>
          )}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
