import { type ReactNode, useEffectEvent, useLayoutEffect, useState, useRef } from 'react'
import { ModalOverlay, Modal, Dialog, Heading } from 'react-aria-components'
import { flushSync } from 'react-dom'
import { useAnnounceFieldErrors } from './announcer.tsx'
import { useDialogFocus } from './focus.ts'
import { useHideLevel } from './hide-level.ts'
import { useBeforeUnload, useLeaveGuard } from './browser.ts'
import { NameField } from './fields.tsx'
import './confirm-dialog.css'

interface ConfirmDialogProps {
  /** Names the thing: *Delete “X”?* */
  title: ReactNode
  /** More about the title, under it. */
  subtitle?: ReactNode
  /** Has a table: the dialog is wider, and the focus starts on Cancel, so that the table is in view. */
  wide?: boolean
  /** Says the consequence. */
  children: ReactNode
  /** The verb on the button. */
  confirmLabel: string
  danger?: boolean
  /** Another button is the primary one: a red one is plain. */
  isSecondary?: boolean
  /** The button waits, as for a typed name. */
  disabled?: boolean
  /** Stands right above the buttons, always in view. */
  footerNote?: ReactNode
  /** Another button, at the beginning of the foot. */
  footerStart?: ReactNode
  /** A safer one than what is confirmed, at the end of the foot. */
  saferAction?: ReactNode
  /** The label of the button that cancels, if not *Cancel*. */
  cancelLabel?: string
  onConfirm: () => void
  onCancel: () => void
}

/**
 * A small dialog before something that cannot be taken back. The focus starts on its first field, else on Cancel. It is
 * cancelled where the hide level is `everything`.
 */
export function ConfirmDialog({
  title,
  subtitle,
  wide = false,
  children,
  confirmLabel,
  danger = false,
  isSecondary = false,
  disabled = false,
  footerNote,
  footerStart,
  saferAction,
  cancelLabel = 'Cancel',
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const bodyRef = useAnnounceFieldErrors<HTMLDivElement>()
  useDialogFocus(bodyRef)
  const isHidden = useHideLevel() === 'everything'
  const cancel = useEffectEvent(onCancel)
  useLayoutEffect(() => {
    if (isHidden) cancel()
  }, [isHidden])
  useLeaveGuard(() => {
    onCancel()
    return true
  })
  if (isHidden) return null
  return (
    <ModalOverlay className="scrim" isOpen isDismissable onOpenChange={(open) => !open && onCancel()}>
      <Modal className={wide ? 'dialog wide' : 'dialog'}>
        <Dialog role="alertdialog">
          <div className="head">
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            {subtitle !== undefined && <p>{subtitle}</p>}
          </div>
          <div ref={bodyRef} className="body">
            {children}
          </div>
          <div className="foot">
            {footerNote !== undefined && <div className="foot-note">{footerNote}</div>}
            {footerStart}
            <span className="end" />
            <button type="button" className="btn raised-bg" data-initial-focus autoFocus={wide} onClick={onCancel}>
              {cancelLabel}
            </button>
            <button
              type="button"
              className={isSecondary ? `btn${danger ? ' red' : ''}` : danger ? 'btn danger' : 'btn primary'}
              disabled={disabled}
              // The second half of a double click: it was meant for the dialog before this one.
              onClick={({ detail }) => detail < 2 && onConfirm()}
            >
              {confirmLabel}
            </button>
            {saferAction}
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

interface DiscardGuard {
  /** Calls `proceed`, after a confirmation if input would be lost. */
  leave: (proceed: () => void) => void
  /** The dialog *Discard changes?*, or *Close while saving?*, while it is open. */
  dialog: ReactNode
}

/**
 * Asks before a form loses its input, also by the browser’s Back, another address, or when the page is closed. `isSending`:
 * nothing is lost, but closing does not stop it either.
 */
export function useDiscardGuard(hasChanges: () => boolean, isSending: boolean): DiscardGuard {
  const [leaving, setLeaving] = useState<{ proceed: () => void; isSending: boolean }>()
  // Another question under the pointer would be answered without being read.
  if (leaving !== undefined && leaving.isSending !== isSending) setLeaving(undefined)
  const isConfirmed = useRef(false)
  const mustAsk = () => isSending || hasChanges()
  useBeforeUnload(hasChanges)
  useLeaveGuard((proceed) => {
    if (isConfirmed.current || !mustAsk()) return false
    setLeaving({ proceed, isSending })
    return true
  })
  return {
    leave(proceed) {
      if (mustAsk()) setLeaving({ proceed, isSending })
      else proceed()
    },
    dialog: leaving && (
      <ConfirmDialog
        {...(isSending
          ? { title: 'Close while saving?', confirmLabel: 'Close', cancelLabel: 'Stay' }
          : { title: 'Discard changes?', confirmLabel: 'Discard', cancelLabel: 'Keep editing', danger: true })}
        onConfirm={() => {
          isConfirmed.current = true
          flushSync(() => setLeaving(undefined)) // it would keep its place, as every dialog does
          leaving.proceed()
        }}
        onCancel={() => setLeaving(undefined)}
      >
        <p>
          {isSending
            ? 'Your changes are already sent. Closing doesn’t stop the save. Its result appears in the list.'
            : 'Your changes will be lost.'}
        </p>
      </ConfirmDialog>
    ),
  }
}

/** What is typed: a name, or how many rows an action is about. */
export type TypedConfirmation = 'name' | 'email' | 'count'

interface TypeToConfirmProps {
  noun: TypedConfirmation
  /** Each of them is right. */
  names: readonly string[]
  onTyped: (matches: boolean) => void
}

/** Has the admin type a name before an action that may lock them out, or a number before one that nobody can undo. */
export function TypeToConfirm({ noun, names, onTyped }: TypeToConfirmProps) {
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const changeText = (typed: string) => {
    setText(typed)
    onTyped(names.includes(typed))
  }
  return (
    <div className="dialog-field">
      <NameField
        label={noun === 'count' ? `Type ${names[0]} to continue` : `Type the ${noun} to continue`}
        inputMode={noun === 'count' ? 'numeric' : undefined}
        noun={noun}
        currentText={text}
        value={text}
        inputRef={input}
        onChange={(event) => changeText(event.target.value)}
        onReplace={(typed) => {
          changeText(typed)
          input.current?.focus()
        }}
      />
    </div>
  )
}
