import { Search, X } from 'lucide-react'
import { useRef } from 'react'

interface Props {
  /** `Search tokens`. */
  label: string
  value: string
  onChange: (value: string) => void
  /** ArrowDown: into the list. */
  onDown: () => void
}

/** Filters while it is typed into. */
export function SearchBox({ label, value, onChange, onDown }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="input slim">
      <Search className="icon" aria-hidden="true" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
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
            onChange('')
            input.current?.focus()
          }}
        >
          <X className="icon" aria-hidden="true" />
        </button>
      )}
    </div>
  )
}
