import type { LucideIcon } from 'lucide-react'
import { useEffectEvent, useId, useLayoutEffect, type ReactNode, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { Menu as AriaMenu, MenuItem, Popover, Separator } from 'react-aria-components'
import { useReturnFocus } from './focus.ts'
import { useHideLevel } from './auto-hide.ts'
import './menu-popover.css'

/** An entry of a menu. `apart`: with a line before it. */
export interface MenuEntry {
  id: string
  /** Its accessible name, which includes the row's name. */
  label: string
  /** Its visible label, if the menu itself names the row. */
  short?: string
  /** Undefined: its place is empty. */
  icon: LucideIcon | undefined
  danger?: boolean
  apart?: boolean
  run: () => void
}

/** What a menu needs. */
export interface MenuPopoverProps {
  /** The name of the menu, for screen readers. */
  label: string
  acts: readonly MenuEntry[]
  trigger: RefObject<HTMLElement | null>
  onClose: () => void
  /** What is said above it. */
  about?: ReactNode
  /** Items before the acts, which leave it open. */
  children?: ReactNode
}

/**
 * Gives the first item the focus. React Aria treats a key press on the button as a virtual click, and then leaves the
 * focus on the menu itself or, if its items came late, on the popover around it.
 */
function enterMenu(menu: HTMLElement | null): (() => void) | undefined {
  const popover = menu?.closest<HTMLElement>('.menu')
  const enter = ({ target }: Event) => {
    if (target === menu || target === popover) menu?.querySelector<HTMLElement>('[role^=menuitem]')?.focus()
  }
  popover?.addEventListener('focusin', enter)
  return () => popover?.removeEventListener('focusin', enter)
}

/** A menu under the button that opened it. Only one is open at a time. Behind the curtain it is closed. */
export function MenuPopover({ label, acts, trigger, onClose, about, children }: MenuPopoverProps) {
  const id = useId()
  useReturnFocus()
  const isCovered = useHideLevel() === 'everything'
  const close = useEffectEvent(onClose)
  useLayoutEffect(() => {
    if (isCovered) close()
  }, [isCovered])
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
        ref={enterMenu}
        aria-label={label}
        {...(about !== undefined && { 'aria-describedby': id })}
        autoFocus="first"
        onAction={(key) => {
          const act = acts.find(({ id }) => id === key)
          if (act === undefined) return
          // Focus the trigger first: what the act opens returns the focus to it later.
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
            {act.icon ? <act.icon className="icon" aria-hidden="true" /> : <span className="icon" />}
            {act.short ?? act.label}
          </MenuItem>,
        ])}
      </AriaMenu>
    </Popover>
  )
}
