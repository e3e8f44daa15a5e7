import { type ReactNode, useEffectEvent, useLayoutEffect, useState, useRef } from 'react'
import { ModalOverlay, Modal, Dialog, Heading } from 'react-aria-components'
import { useAnnounceFieldErrors } from './announcer.tsx'
import { useDialogFocus } from './focus.ts'
import { useHideLevel } from './auto-hide.ts'
import { NameField } from './fields.tsx'
import './confirm-dialog.css'

interface ConfirmDialogProps {
  /** Names the thing: *Delete “X”?* */
  title: ReactNode
  /** More about the title, under it. */
  under?: ReactNode
  /** Has a table: the dialog is wider, and the focus starts on Cancel, so that the table is in view. */
  wide?: boolean
  /** Says the consequence. */
  children: ReactNode
  /** The verb on the button. */
  action: string
  danger?: boolean
  /** Another button is the primary one. */
  plain?: boolean
  /** The button waits, as for a typed name. */
  disabled?: boolean
  /** Stands right above the buttons, always in view. */
  aboveButtons?: ReactNode
  /** Another button, at the beginning of the foot. */
  left?: ReactNode
  /** Another button, between the one that cancels and the one that confirms. */
  other?: ReactNode
  /** The label of the button that cancels, if not *Cancel*. */
  back?: string
  onConfirm: () => void
  onCancel: () => void
}

/**
 * A small dialog before something that cannot be taken back. The focus starts on its first field, else on Cancel. Behind
 * the curtain it is cancelled.
 */
export function ConfirmDialog({
  title,
  under,
  wide = false,
  children,
  action,
  danger = false,
  plain = false,
  disabled = false,
  aboveButtons,
  left,
  other,
  back = 'Cancel',
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const inDialog = useAnnounceFieldErrors<HTMLDivElement>()
  useDialogFocus(inDialog)
  const isWithdrawn = useHideLevel() === 'everything'
  const withdraw = useEffectEvent(onCancel)
  useLayoutEffect(() => {
    if (isWithdrawn) withdraw()
  }, [isWithdrawn])
  if (isWithdrawn) return null
  return (
    <ModalOverlay className="scrim" isOpen isDismissable onOpenChange={(open) => !open && onCancel()}>
      <Modal className={wide ? 'dialog wide' : 'dialog'}>
        <Dialog role="alertdialog">
          <div className="head">
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            {under !== undefined && <p>{under}</p>}
          </div>
          <div ref={inDialog} className="body">
            {children}
          </div>
          <div className="foot">
            {aboveButtons !== undefined && <div className="foot-note">{aboveButtons}</div>}
            {left}
            <span className="end" />
            <button type="button" className="btn raised-bg" data-initial-focus autoFocus={wide} onClick={onCancel}>
              {back}
            </button>
            {other}
            <button
              type="button"
              className={danger ? 'btn danger' : plain ? 'btn' : 'btn primary'}
              disabled={disabled}
              // The second half of a double click: it was meant for the dialog before this one.
              onClick={({ detail }) => detail < 2 && onConfirm()}
            >
              {action}
            </button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

/** What is typed: a name, or how many rows an act is about. */
export type TypedConfirmation = 'name' | 'email' | 'count'

interface TypeToConfirmProps {
  what: TypedConfirmation
  /** Each of them is right. */
  names: readonly string[]
  onTyped: (right: boolean) => void
}

/** Has the admin type a name before an act that may lock them out, or a number before one that nobody can undo. */
export function TypeToConfirm({ what, names, onTyped }: TypeToConfirmProps) {
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const type = (typed: string) => {
    setText(typed)
    onTyped(names.includes(typed))
  }
  return (
    <div className="dialog-field">
      <NameField
        label={what === 'count' ? `Type ${names[0]} to continue` : `Type the ${what} to continue`}
        inputMode={what === 'count' ? 'numeric' : undefined}
        what={what}
        typed={text}
        value={text}
        inputRef={input}
        onChange={(event) => type(event.target.value)}
        onReplace={(typed) => {
          type(typed)
          input.current?.focus()
        }}
      />
    </div>
  )
}
