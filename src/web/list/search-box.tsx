import { Search, X } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { count } from '#web/ui/time.ts'
import { whenPainted } from './painted.ts'

interface Props {
  /** `Search tokens`. */
  label: string
  value: string
  onChange: (value: string) => void
  /** ArrowDown: into the list. */
  onDown: () => void
  /** How many rows there are, where most of them exist only while they are in sight; undefined: all of them exist. */
  rows: number | undefined
}

/** Filters while it is typed into. */
export function SearchBox({ label, value, onChange, onDown, rows }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [isInstead, setInstead] = useState(false)
  const hint = useId()
  const typed = useTyped(value, onChange)

  // The browser's own search would miss every row that is out of sight. Pressed again its key is the browser's.
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

  return (
    <div className="input slim">
      <Search className="icon" aria-hidden="true" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        aria-describedby={isInstead ? hint : undefined}
        onBlur={() => {
          typed.now()
          setInstead(false)
        }}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        value={typed.text}
        onChange={(event) => typed.type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') {
            event.preventDefault()
            flushSync(typed.now)
            onDown()
          }
        }}
      />
      {typed.text !== '' && (
        <button
          type="button"
          className="ib"
          aria-label="Clear search"
          onClick={() => {
            typed.type('')
            input.current?.focus()
          }}
        >
          <X className="icon" aria-hidden="true" />
        </button>
      )}
      {isInstead && rows !== undefined && (
        <p id={hint} className="find-hint">
          Searches all {count(rows)} names; the browser’s own search sees only the rows on screen. Press again for it.
        </p>
      )}
    </div>
  )
}

/**
 * The text of a field whose answer takes long to draw. One text at a time is told: what is typed until the answer to it
 * is painted stands in the field, and is told as one then. Keys come before frames, so that on a slow machine each key
 * would put off what the former one asked for. `now` tells what was not told yet. Whatever else changes `value` meanwhile
 * has the last word.
 */
export function useTyped(value: string, tell: (text: string) => void) {
  const [typed, setTyped] = useState<{ text: string; over: string }>()
  /** Counts the answers that are being drawn one after the other; 0: none is. */
  const [drawing, setDrawing] = useState(0)
  const waiting = typed?.over === value ? typed.text : undefined
  const told = (text = waiting) => {
    setTyped(undefined)
    setDrawing(text === undefined ? 0 : drawing + 1)
    if (text !== undefined) tell(text)
  }
  const onPainted = useEffectEvent(() => flushSync(() => told()))
  useEffect(() => (drawing === 0 ? undefined : whenPainted(() => onPainted())), [drawing])
  return {
    text: waiting ?? value,
    type: (text: string) => (drawing === 0 ? told(text) : setTyped({ text, over: value })),
    now: () => told(),
  }
}
