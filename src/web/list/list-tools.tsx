import { Search, X } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useSingleKeys } from '#web/ui/keys/single-keys.ts'
import { useSession } from '#web/ui/session.ts'
import { looksSecret } from './route.ts'
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
  onSecret?: { label: string; run: (secret: string) => void } | undefined
  /** Called on ArrowDown, to move into the list. */
  onDown: () => void
  /** The number of rows if only the visible ones are rendered; undefined: all are rendered. */
  rows: number | undefined
}

/** Filters the list as the admin types. */
export function SearchBox({ label, onChange, finds, onSecret, onDown, rows }: SearchProps) {
  const { announcer } = useSession()
  const value = useSearchText()
  const hasKeys = useSingleKeys()
  const input = useRef<HTMLInputElement>(null)
  const [isInstead, setInstead] = useState(false)
  const [isRefused, setRefused] = useState(false)
  /** What looked like a secret, as long as the hint about it is there. */
  const refused = useRef('')
  const hint = useId()

  // The browser's own search would miss rows that are not rendered. Pressed again, its key opens the browser's search.
  const onFind = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'f' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    if (rows === undefined || document.activeElement === input.current || input.current?.closest('[inert]')) return
    event.preventDefault()
    setInstead(true)
    input.current?.select()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onFind(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])

  const isSecret = (text: string) => looksSecret(text) && !finds(text)
  const refuse = (text: string) => {
    refused.current = text
    setRefused(text !== '')
    if (text !== '') announcer.say(secretWords)
  }
  const search = (text: string) => {
    refuse(isSecret(text) ? text : '')
    onChange(isSecret(text) ? '' : text)
  }

  return (
    <div
      className="input slim"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (currentTarget.contains(relatedTarget)) return
        setInstead(false)
        refuse('')
      }}
    >
      <Search className="icon" aria-hidden="true" />
      <input
        ref={input}
        type="search"
        data-home
        aria-label={label}
        aria-keyshortcuts={hasKeys ? '/' : undefined}
        aria-describedby={isInstead || isRefused ? hint : undefined}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => search(event.target.value)}
        // Alone: what was typed before is no part of the secret.
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text/plain')
          if (!isSecret(pasted)) return
          event.preventDefault()
          search(pasted)
        }}
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
            search('')
            input.current?.focus()
          }}
        >
          <X className="icon" aria-hidden="true" />
        </button>
      )}
      {isRefused && (
        <div className="find-hint">
          <p id={hint}>{secretWords}</p>
          {onSecret && (
            <button
              type="button"
              className="btn small"
              // The field keeps the focus, and so the hint: some browsers do not focus a pressed button.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => {
                const secret = refused.current
                input.current?.focus() // what opens returns the focus here
                refuse('')
                onSecret.run(secret)
              }}
            >
              {onSecret.label}
            </button>
          )}
        </div>
      )}
      {isInstead && !isRefused && rows !== undefined && (
        <p id={hint} className="find-hint">
          {`Searches all ${count(rows)} names; the browser’s own search sees only the rows on screen. Press again to use that.`}
        </p>
      )}
    </div>
  )
}

const secretWords = 'This looks like a token value, so it isn’t searched or kept.'

/** A filter with the number of rows that pass it. */
export interface Chip<Id extends string> {
  id: Id
  label: string
  title?: string | undefined
  count: number
  mark?: Mark
}

interface ChipsProps<Id extends string> {
  chips: readonly Chip<Id>[]
  pressed: Id
  onPress: (id: Id) => void
}

/** Filters, of which exactly one is active. */
export function Chips<Id extends string>({ chips, pressed, onPress }: ChipsProps<Id>) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a group of buttons, not of fields
    <div className="chips" role="group" aria-label="Show">
      {chips.map((chip) => (
        <button
          key={chip.id}
          type="button"
          className="chip"
          title={chip.title}
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
