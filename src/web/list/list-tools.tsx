import { Check, ListFilter, Search, X } from 'lucide-react'
import { useId, useRef, type ReactNode } from 'react'
import { MenuButton } from '#web/ui/menu/menu-button.tsx'
import { useSingleKeys } from '#web/ui/keys/single-keys.ts'
import { secretWords, useSecretGuard } from '#web/list/search/secret-guard.ts'
import { keepFocus } from '#web/ui/focus/focus.ts'
import { useSearchText } from './use-route.ts'
import { StatusMark, type Mark } from '#web/ui/status-mark.tsx'
import { count } from '#web/ui/time.ts'
import './chips.css'
import './list-tools.css'

interface SearchProps {
  /** `Search tokens`. */
  label: string
  onChange: (value: string) => void
  /** Whether a text is in the name of a row: then it is no secret, whatever it looks like. */
  finds: (value: string) => boolean
  /** What to do with a secret in the search; undefined: nothing. */
  onSecret?: { label: string; run: (takeSecret: () => string) => void } | undefined
  /** Called on ArrowDown, to move into the list. */
  onDown: () => void
  /** At its end. */
  children?: ReactNode
}

/** Filters the list as the admin types. */
export function SearchBox({ label, onChange, finds, onSecret, onDown, children }: SearchProps) {
  const value = useSearchText()
  const hasKeys = useSingleKeys()
  const input = useRef<HTMLInputElement>(null)
  const secret = useSecretGuard(finds, onChange)
  const hint = useId()

  return (
    <div
      className="input slim"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) secret.forget()
      }}
    >
      <Search className="icon" aria-hidden="true" />
      <input
        ref={input}
        type="search"
        data-home
        aria-label={label}
        aria-keyshortcuts={hasKeys ? '/' : undefined}
        aria-describedby={secret.isHeld ? hint : undefined}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => secret.type(event.target.value)}
        onPaste={secret.onPaste}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') {
            event.preventDefault()
            onDown()
          }
        }}
      />
      {value === '' && hasKeys && <kbd aria-hidden="true">/</kbd>}
      {value !== '' && (
        <button
          type="button"
          className="ib"
          aria-label="Clear search"
          onClick={() => {
            secret.type('')
            input.current?.focus()
          }}
        >
          <X className="icon" aria-hidden="true" />
        </button>
      )}
      {children}
      {secret.isHeld && (
        <div className="secret-hint">
          <p id={hint}>{secretWords}</p>
          {onSecret && (
            <button
              type="button"
              className="btn small"
              // The field keeps the focus, and so the hint: some browsers do not focus a pressed button.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => {
                input.current?.focus() // what opens returns the focus here
                onSecret.run(secret.take())
              }}
            >
              {onSecret.label}
            </button>
          )}
        </div>
      )}
    </div>
  )
}

/** A filter with the number of rows that pass it. */
export interface Chip {
  id: string
  label: string
  count: number
  mark?: Mark
}

interface ChipsProps {
  chips: readonly Chip[]
  pressed: string
  onPress: (id: string) => void
}

/** The same as one button with a menu, where there is no room for chips. */
export function FilterChoice({ chips, pressed, onPress }: ChipsProps) {
  const [first] = chips
  const chosen = chips.find(({ id }) => id === pressed)
  return (
    <MenuButton
      className="ib filter-choice"
      aria-label={chosen === undefined || chosen === first ? 'Filter' : `Filter: ${chosen.label}`}
      data-is-on={chosen !== first || undefined}
      menu="Filter"
      acts={chips.map((chip) => ({
        id: chip.id,
        label: `${chip.label}, ${count(chip.count)}${chip.id === pressed ? ', chosen' : ''}`,
        short: `${chip.label} ${count(chip.count)}`,
        icon: chip.id === pressed ? Check : undefined,
        run: () => onPress(chip.id),
      }))}
    >
      <ListFilter className="icon" aria-hidden="true" />
    </MenuButton>
  )
}

/** Filters, of which exactly one is active. */
export function Chips({ chips, pressed, onPress }: ChipsProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a group of buttons, not of fields
    <div className="chips" role="group" aria-label="Show">
      {chips.map((chip) => (
        <button
          key={chip.id}
          ref={keepFocus}
          type="button"
          className="chip"
          aria-pressed={chip.id === pressed}
          onClick={() => onPress(chip.id)}
        >
          {chip.mark && <StatusMark mark={chip.mark} />}
          <b>{chip.label}</b> <span>{count(chip.count)}</span>
        </button>
      ))}
    </div>
  )
}
