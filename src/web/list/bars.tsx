import { X } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import type { Bars } from '#web/resource/bars.ts'
import type { World } from '#web/resource/world.ts'
import { keepFocus } from '#web/ui/focus/focus.ts'
import { count } from '#web/ui/time.ts'
import './bars.css'

/** Heights of the bars, in pixels: of the largest, of the smallest that is not empty, and of an empty one. */
const [highest, least, baseline] = [20, 3, 2]

interface Props<Row> {
  bars: Bars<Row>
  world: World
  /** How many rows are in each: of all, and of those that search and chips let through. */
  all: Uint32Array
  found: Uint32Array
  pressed: readonly string[]
  onPress: (pressed: readonly string[]) => void
  /** Clears everything that filters; undefined: nothing does. */
  onClear: (() => void) | undefined
}

/** Bars that filter like chips: a group of buttons, of which several may be pressed. One tab stop; arrows move between them. */
export function BarGroup<Row>({ bars, world, all, found, pressed, onPress, onClear }: Props<Row>) {
  const most = Math.max(1, ...all)
  const [stop, setStop] = useState(0)
  const move = (event: KeyboardEvent<HTMLElement>, at: number) => {
    const last = bars.bars.length - 1
    const to = { ArrowLeft: Math.max(0, at - 1), ArrowRight: Math.min(last, at + 1), Home: 0, End: last }[event.key]
    if (to === undefined) return
    event.preventDefault()
    event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('.bar')[to]?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a group of buttons, not of fields
    <div className="bars" role="group" aria-label={bars.title}>
      {bars.bars.map(({ id, label, short, tone }, at) => {
        const rows = found[at] ?? 0
        const height = rows === 0 ? baseline : Math.max(least, Math.round((highest * rows) / most))
        const isPressed = pressed.includes(id)
        return (
          <button
            key={id}
            type="button"
            className={['bar', tone, rows === 0 && 'is-empty'].filter(Boolean).join(' ')}
            aria-pressed={isPressed}
            aria-label={bars.says(at, rows, world)}
            title={bars.tip(at, world)}
            tabIndex={at === stop ? 0 : -1}
            onFocus={() => setStop(at)}
            onKeyDown={(event) => move(event, at)}
            onClick={() => onPress(isPressed ? pressed.filter((other) => other !== id) : [...pressed, id])}
          >
            <i style={{ height }} />
            <span className="bar-says">
              <b>{count(rows)}</b> <span className="word">{label}</span>
              <span className="short">{short}</span>
            </span>
          </button>
        )
      })}
      {onClear && (
        <button ref={keepFocus} type="button" className="btn ghost small bars-clear" onClick={onClear}>
          <X className="icon s14" aria-hidden="true" />
          Clear
        </button>
      )}
    </div>
  )
}
