import { Check, type LucideIcon } from 'lucide-react'
import { useEffectEvent, useId, useLayoutEffect, type ReactNode, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { Menu as AriaMenu, MenuItem, Popover, Separator } from 'react-aria-components'
import { useReturnFocus } from './focus.ts'
import { useHideLevel } from './hide-level.ts'
import { useSingleKeyShortcuts } from './keyboard.ts'
import './menu-popover.css'

/** An entry of a menu. */
export interface MenuEntry {
  id: string
  /** Its accessible name, which includes the row's name. */
  label: string
  /** Its visible label, if the menu itself names the row. */
  visibleLabel?: string
  /** Undefined: its place is empty. */
  icon?: LucideIcon
  /** It is the one that applies now: it has a tick. */
  isChosen?: boolean
  danger?: boolean
  hasSeparatorBefore?: boolean
  /** A single key that does the same, while these are on. */
  shortcut?: string | undefined
  onSelect: () => void
}

/** What a menu needs. */
export interface MenuPopoverProps {
  /** The name of the menu, for screen readers. */
  label: string
  entries: readonly MenuEntry[]
  trigger: RefObject<HTMLElement | null>
  onClose: () => void
  /** What is said above it. */
  header?: ReactNode
  /** Items before the others, which leave it open. */
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

/**
 * A menu under the button that opened it. Only one is open at a time. It is closed where the hide level is
 * `everything`.
 */
export function MenuPopover({ label, entries, trigger, onClose, header, children }: MenuPopoverProps) {
  const id = useId()
  const hasShortcuts = useSingleKeyShortcuts()
  useReturnFocus()
  const isHidden = useHideLevel() === 'everything'
  const close = useEffectEvent(onClose)
  useLayoutEffect(() => {
    if (isHidden) close()
  }, [isHidden])
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
      {header !== undefined && (
        <p id={id} className="menu-about">
          {header}
        </p>
      )}
      <AriaMenu
        ref={enterMenu}
        aria-label={label}
        {...(header !== undefined && { 'aria-describedby': id })}
        autoFocus="first"
        onAction={(key) => {
          const entry = entries.find(({ id }) => id === key)
          if (entry === undefined) return
          // Focus the trigger first: what the item opens returns the focus to it later.
          flushSync(onClose)
          trigger.current?.focus()
          entry.onSelect()
        }}
      >
        {children}
        {entries.flatMap(({ icon, isChosen = false, ...entry }) => {
          const Icon = isChosen ? Check : icon
          return [
            ...(entry.hasSeparatorBefore === true ? [<Separator key={`${entry.id}-line`} className="sepr" />] : []),
            <MenuItem
              key={entry.id}
              id={entry.id}
              textValue={entry.label}
              aria-label={isChosen ? `${entry.label}, chosen` : entry.label}
              className={entry.danger === true ? 'item red' : 'item'}
            >
              {Icon ? <Icon className="icon" aria-hidden="true" /> : <span className="icon" />}
              {entry.visibleLabel ?? entry.label}
              {hasShortcuts && entry.shortcut !== undefined && <kbd aria-hidden="true">{entry.shortcut}</kbd>}
            </MenuItem>,
          ]
        })}
      </AriaMenu>
    </Popover>
  )
}
