import { useEffect, useId, useRef, type ReactNode, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { Menu as AriaMenu, MenuItem, Popover, Separator } from 'react-aria-components'
import './menu.css'

/** One act of a menu; `apart` draws a line before it. */
export interface Act {
  id: string
  /** What it is called, with the row's name. */
  label: string
  /** What is seen of that, where the menu itself says whose it is. */
  short?: string
  icon?: ReactNode
  danger?: boolean
  apart?: boolean
  run: () => void
}

interface Props {
  /** What it is a menu of, for screen readers. */
  label: string
  acts: readonly Act[]
  trigger: RefObject<HTMLElement | null>
  onClose: () => void
  /** What is said above it. */
  about?: ReactNode
  /** Items before the acts, which leave it open. */
  children?: ReactNode
}

/** A menu under the button that opened it; one exists at a time. */
export function Menu({ label, acts, trigger, onClose, about, children }: Props) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const items = menu.current
    // A button pressed by key counts as a virtual click at React Aria; it then leaves the focus on the menu itself.
    const enter = () => items?.querySelector<HTMLElement>('[role^=menuitem]')?.focus()
    items?.addEventListener('focus', enter, { once: true })
    return () => items?.removeEventListener('focus', enter)
  }, [])
  return (
    <Popover
      className="menu"
      aria-label={label}
      triggerRef={trigger}
      isOpen
      placement="bottom end"
      offset={4}
      onOpenChange={(open) => !open && onClose()}
    >
      {about !== undefined && (
        <p id={id} className="menu-about">
          {about}
        </p>
      )}
      <AriaMenu
        ref={menu}
        aria-label={label}
        {...(about !== undefined && { 'aria-describedby': id })}
        autoFocus="first"
        onAction={(key) => {
          const act = acts.find(({ id }) => id === key)
          if (act === undefined) return
          // What the act opens must find the focus on the trigger, so that it comes back there.
          flushSync(onClose)
          trigger.current?.focus()
          act.run()
        }}
      >
        {children}
        {acts.flatMap((act) => [
          ...(act.apart === true ? [<Separator key={`${act.id}-line`} className="sepr" />] : []),
          <MenuItem
            key={act.id}
            id={act.id}
            textValue={act.label}
            aria-label={act.label}
            className={act.danger === true ? 'item red' : 'item'}
          >
            {act.icon}
            {act.short ?? act.label}
          </MenuItem>,
        ])}
      </AriaMenu>
    </Popover>
  )
}
