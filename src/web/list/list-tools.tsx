import { Search, X } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
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
  /** Called on ArrowDown, to move into the list. */
  onDown: () => void
  /** The number of rows if only the visible ones are rendered; undefined: all are rendered. */
  rows: number | undefined
}

/** Filters the list as the admin types. */
export function SearchBox({ label, onChange, finds, onDown, rows }: SearchProps) {
  const { announcer } = useSession()
  const value = useSearchText()
  const input = useRef<HTMLInputElement>(null)
  const [isInstead, setInstead] = useState(false)
  const [isRefused, setRefused] = useState(false)
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

  const search = (text: string) => {
    const isSecret = looksSecret(text) && !finds(text)
    setRefused(isSecret)
    if (isSecret) announcer.say(secretWords)
    onChange(isSecret ? '' : text)
  }

  return (
    <div className="input slim">
      <Search className="icon" aria-hidden="true" />
      <input
        ref={input}
        type="search"
        data-home
        aria-label={label}
        aria-describedby={isInstead || isRefused ? hint : undefined}
        onBlur={() => {
          setInstead(false)
          setRefused(false)
        }}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => search(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') {
            event.preventDefault()
            onDown()
          }
        }}
      />
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
        <p id={hint} className="find-hint">
          {secretWords}
        </p>
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
