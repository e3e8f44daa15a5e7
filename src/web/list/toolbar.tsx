import type { Column } from '#web/resource/columns.ts'
import { useState, type KeyboardEvent, type ReactNode, useRef, useId } from 'react'
import { X, Search, Funnel, ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import type { Histogram } from '#web/resource/resource.ts'
import type { RowContext } from '#web/resource/row-context.ts'
import { formatCount } from '#web/ui/format.ts'
import { restoreFocusOnUnmount } from '#web/ui/focus.ts'
import { useSearchText } from '#web/router/use-search-params.ts'
import { useSingleKeyShortcuts } from '#web/ui/keyboard.ts'
import { useSecretGuard, secretInSearchMessage } from '#web/secrets/secret-guard.ts'
import { type StatusIconName, StatusIcon } from '#web/ui/icons.tsx'
import { MenuButton } from '#web/ui/menu.tsx'
import './chips.css'
import './toolbar.css'
import './bars.css'
import './sort-header.css'

interface SearchBoxProps {
  /** `Search tokens`. */
  label: string
  onChange: (value: string) => void
  /** Whether a text is in the name of a row: then it is no secret, whatever it looks like. */
  isInName: (value: string) => boolean
  /** What to do with a secret in the search; undefined: nothing. */
  onSecret?: { label: string; run: (takeSecret: () => string) => void } | undefined
  /** Called on ArrowDown, to move into the list. */
  onDown: () => void
  /** Whether it has a button that clears it. */
  isClearable: boolean
  /** At its end. */
  children?: ReactNode
}

/** Filters the list as the admin types. */
export function SearchBox({ label, onChange, isInName, onSecret, onDown, isClearable, children }: SearchBoxProps) {
  const value = useSearchText()
  const hasKeys = useSingleKeyShortcuts()
  const input = useRef<HTMLInputElement>(null)
  const secret = useSecretGuard(isInName, onChange)
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
        data-focus-fallback
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
      {value !== '' && isClearable && (
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
          <p id={hint}>{secretInSearchMessage}</p>
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
export interface FilterChip {
  id: string
  label: string
  count: number
  /** How many rows pass it in all: the number never needs more room. */
  total: number
  mark: StatusIconName | undefined
}

interface FilterChipsProps {
  chips: readonly FilterChip[]
  /** Undefined: none. */
  pressed: string | undefined
  /** Whether a chip or a bar filters. */
  isFiltered: boolean
  onPress: (id: string) => void
  /** Clears search, chips and bars; undefined: nothing filters. */
  onClear: (() => void) | undefined
}

/** The same as one button with a menu, where there is no room for chips. */
export function FilterMenu({ chips, pressed, isFiltered, onPress, onClear }: FilterChipsProps) {
  const pressedChip = chips.find(({ id }) => id === pressed)
  return (
    <MenuButton
      className="ib filter-choice"
      aria-label={isFiltered && pressedChip ? `Filter: ${pressedChip.label}` : 'Filter'}
      data-is-on={isFiltered || undefined}
      menuLabel="Filter"
      acts={[
        ...chips.map((chip) => ({
          id: chip.id,
          label: `${chip.label} ${formatCount(chip.count)}`,
          isChosen: chip.id === pressed,
          onSelect: () => onPress(chip.id),
        })),
        ...(onClear ? [{ id: 'clear', label: 'Clear', icon: X, hasSeparatorBefore: true, onSelect: onClear }] : []),
      ]}
    >
      <Funnel className="icon" aria-hidden="true" />
    </MenuButton>
  )
}

/** Filters, of which at most one is active, and at the end of their line the place of *Clear*. */
export function FilterChips({ chips, pressed, onPress, onClear }: FilterChipsProps) {
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a group of buttons, not of fields */}
      <div className="chips" role="group" aria-label="Show">
        {chips.map((chip) => (
          <button
            key={chip.id}
            ref={restoreFocusOnUnmount}
            type="button"
            className="chip"
            aria-pressed={chip.id === pressed}
            onClick={() => onPress(chip.id)}
          >
            {chip.mark && <StatusIcon mark={chip.mark} />}
            <b>{chip.label}</b>{' '}
            <span style={{ minInlineSize: `${formatCount(chip.total).length}ch` }}>{formatCount(chip.count)}</span>
          </button>
        ))}
      </div>
      <div className="clear-place">
        {onClear && (
          <button ref={restoreFocusOnUnmount} type="button" className="btn ghost small" onClick={onClear}>
            <X className="icon s14" aria-hidden="true" />
            Clear
          </button>
        )}
      </div>
    </>
  )
}

// Heights of the bars, in pixels: of the largest, of the smallest that is not empty, and of an empty one.
const highest = 14
const least = 3
const baseline = 2

interface HistogramFilterProps<Row> {
  histogram: Histogram<Row>
  context: RowContext
  /** How many rows are in each: of all, and of those that search and chips let through. */
  allCounts: Uint32Array
  visibleCounts: Uint32Array
  pressed: readonly string[]
  onPress: (pressed: readonly string[]) => void
}

/** Bars that filter like chips: a group of buttons, of which several may be pressed. One tab stop; arrows move between them. */
export function HistogramFilter<Row>({
  histogram,
  context,
  allCounts,
  visibleCounts,
  pressed,
  onPress,
}: HistogramFilterProps<Row>) {
  const maxCount = Math.max(1, ...allCounts)
  const [tabStop, setTabStop] = useState(0)
  const move = (event: KeyboardEvent<HTMLElement>, index: number) => {
    const last = histogram.buckets.length - 1
    const target = { ArrowLeft: Math.max(0, index - 1), ArrowRight: Math.min(last, index + 1), Home: 0, End: last }[
      event.key
    ]
    if (target === undefined) return
    event.preventDefault()
    event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('.bar')[target]?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a group of buttons, not of fields
    <div className="bars" role="group" aria-label={histogram.title}>
      {histogram.buckets.map(({ id, label, shortLabel, tone }, index) => {
        const rows = visibleCounts[index] ?? 0
        const height = rows === 0 ? baseline : Math.max(least, Math.round((highest * rows) / maxCount))
        const isPressed = pressed.includes(id)
        return (
          <button
            key={id}
            type="button"
            className={['bar', tone, rows === 0 && 'is-empty'].filter(Boolean).join(' ')}
            aria-pressed={isPressed}
            aria-label={histogram.accessibleLabel(index, rows, context)}
            title={histogram.tooltip(index, context)}
            tabIndex={index === tabStop ? 0 : -1}
            onFocus={() => setTabStop(index)}
            onKeyDown={(event) => move(event, index)}
            onClick={() => onPress(isPressed ? pressed.filter((other) => other !== id) : [...pressed, id])}
          >
            {/* Moved, not resized: nothing is laid out again. */}
            <i>
              <i style={{ translate: `0 ${highest - height}px` }} />
            </i>
            <span className="word">{label}</span>
            <span className="short">{shortLabel}</span>
            <b style={{ minInlineSize: `${formatCount(allCounts[index] ?? 0).length}ch` }}>{formatCount(rows)}</b>
            {isPressed && <X className="icon s14" aria-hidden="true" />}
          </button>
        )
      })}
    </div>
  )
}

/** A column and its direction. */
export interface Sort {
  column: string
  isDescending: boolean
}

interface SortHeaderProps {
  column: Column
  sort: Sort
  onSort: (sort: Sort) => void
}

/** A column heading that sorts. Pressed again, it reverses the order. */
export function SortHeader({ column: { name, label, className }, sort, onSort }: SortHeaderProps) {
  const isSorted = sort.column === name
  const Arrow = sort.isDescending ? ArrowDown : ArrowUp
  return (
    <th
      role="columnheader"
      scope="col"
      className={className}
      aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" onClick={() => onSort({ column: name, isDescending: isSorted && !sort.isDescending })}>
        {label}
        {isSorted && <Arrow className="icon s14" aria-hidden="true" />}
      </button>
    </th>
  )
}

interface SortMenuProps {
  columns: readonly Column[]
  sort: Sort
  onSort: (sort: Sort) => void
}

/** The same where rows are cards, which have no head. */
export function SortMenu({ columns, sort, onSort }: SortMenuProps) {
  const entries = columns.flatMap(({ name: column, label: columnLabel, sortLabels }) =>
    (['ascending', 'descending'] as const).map((direction) => {
      const isDescending = direction === 'descending'
      const offeredLabel = sortLabels?.[direction]
      const label = offeredLabel ?? `${columnLabel}, ${direction}`
      return {
        id: label,
        label,
        isOffered: offeredLabel !== undefined,
        isChosen: column === sort.column && isDescending === sort.isDescending,
        onSelect: () => onSort({ column, isDescending }),
      }
    }),
  )
  return (
    <MenuButton
      className="btn sort-choice"
      aria-label={`Sort by: ${entries.find(({ isChosen }) => isChosen)?.label}`}
      menuLabel="Sort by"
      acts={entries.filter(({ isOffered }) => isOffered)}
    >
      <ArrowUpDown className="icon" aria-hidden="true" />
    </MenuButton>
  )
}
