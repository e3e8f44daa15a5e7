import { useRef, type KeyboardEvent, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { focusSoon } from '#web/ui/focus.ts'
import { rowMoveKeys, rowShortcuts, singleKeyShortcut } from '#web/ui/keyboard.ts'
import { typedKeys } from '#web/resource/resource.ts'
import { selectionBarKey, type SelectionState } from './selection.tsx'

/**
 * What a press on a part of a row does, by the name in its `data-action`; `from`: the pressed element. One listener serves
 * all rows: a row that is drawn is only elements.
 */
export type RowHandlers<Row> = Readonly<Record<string, (row: Row, from: HTMLElement) => void>>

interface RowKeyboardOptions<Row> {
  tableRef: RefObject<HTMLTableElement | null>
  /** Which row stands where, by its index among those shown. */
  layout: {
    lastIndex: number
    nameAt: (index: number) => string
    rowAt: (index: number) => Row
    /** Draws a row in any case: it is to get the focus. */
    activate: (index: number) => void
  }
  selection: Pick<SelectionState, 'clear' | 'isSelected' | 'toggle' | 'extendRange'>
  handlers: RowHandlers<Row>
  /** Called on ArrowUp in the first row. */
  onExitTop: () => void
}

/**
 * What keys in a table do. Escape gives up the selection, and F6 goes to what can be done with it, and back. Keys on a name
 * or a checkbox move to the one above or below, a screenful away, and to the first and last one; with Shift they select the
 * rows between.
 */
export function useRowKeyboard<Row>({ tableRef, layout, selection, handlers, onExitTop }: RowKeyboardOptions<Row>) {
  /** What had the focus before the selection bar. */
  const focusBeforeBar = useRef<HTMLElement>(undefined)

  const switchToBar = (event: KeyboardEvent, from: HTMLElement) => {
    const firstOfBar = tableRef.current?.querySelector<HTMLElement>('tfoot button')
    if (firstOfBar == null) return
    event.preventDefault()
    const isInBar = from.closest('tfoot') !== null
    if (!isInBar) focusBeforeBar.current = from
    ;(isInBar ? focusBeforeBar.current : firstOfBar)?.focus()
  }

  /** Presses what a single key stands for, in the row around `target`. Returns whether there is such a thing. */
  const runShortcut = (key: string | undefined, target: HTMLElement) => {
    const name = typedKeys(rowShortcuts).find((action) => rowShortcuts[action] === key)
    const index = rowIndexOf(target)
    if (name === undefined || index === undefined) return false
    if (name === 'select') selection.toggle(index, !selection.isSelected(layout.nameAt(index)), false)
    else handlers[name]?.(layout.rowAt(index), target)
    return name === 'select' || name in handlers
  }

  /** Moves from a row to the one that a key stands for; −1: above the first. Returns whether it stands for one. */
  const move = (from: number, key: string, kind: 'name' | 'box', isRange: boolean) => {
    const targetIndex = targetOf(key, from, layout.lastIndex)
    if (targetIndex === undefined) return false
    if (targetIndex < 0) {
      if (!isRange) onExitTop()
      return true
    }
    if (isRange) selection.extendRange(from, targetIndex)
    flushSync(() => layout.activate(targetIndex)) // a row that is not rendered must be mounted before it can get the focus
    focusRow(tableRef.current, layout.nameAt(targetIndex), kind)
    return true
  }

  return (event: KeyboardEvent) => {
    const { target, shiftKey } = event
    const isInOverlay = target instanceof Node && !event.currentTarget.contains(target)
    if (!(target instanceof HTMLElement) || isInOverlay) return
    const shortcut = singleKeyShortcut(event.nativeEvent)
    const moveKey = shortcut === undefined ? undefined : rowMoveKeys[shortcut]
    const key = moveKey ?? event.key
    if (key === 'Escape') selection.clear()
    if (key === selectionBarKey) switchToBar(event, target)
    if (!event.repeat && runShortcut(shortcut, target)) return event.preventDefault()
    const kind = 'box' in target.dataset ? 'box' : 'name'
    const from = kind in target.dataset || moveKey !== undefined ? rowIndexOf(target) : undefined
    if (from === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    if (move(from, key, kind, shiftKey)) event.preventDefault()
  }
}

/** The index to which a key moves; undefined: none. */
function targetOf(key: string, from: number, lastIndex: number): number | undefined {
  const rowsPerScreen = Math.max(1, Math.floor(window.innerHeight / 60))
  const targets: Partial<Record<string, number>> = {
    ArrowDown: Math.min(from + 1, lastIndex),
    ArrowUp: from - 1,
    PageDown: Math.min(from + rowsPerScreen, lastIndex),
    PageUp: Math.max(from - rowsPerScreen, 0),
    Home: 0,
    End: lastIndex,
  }
  return targets[key]
}

/** Focuses the name button or the checkbox of a row. */
export function focusRow(container: HTMLElement | null, name: string, target: 'name' | 'box' = 'name'): void {
  focusSoon(() => [
    [...(container ?? document).querySelectorAll<HTMLElement>(`[data-${target}]`)].find(
      ({ dataset }) => dataset[target] === name,
    ),
  ])
}

/** Focuses the name button of the first row, if there is one. */
export function focusFirstRow(container: HTMLElement | null): void {
  focusSoon(() => [container?.querySelector<HTMLElement>('[data-index="0"] [data-name]')])
}

/** The index of the row around an element; undefined: it is in none. */
export function rowIndexOf(target: EventTarget): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('tbody[data-index]') : null
  return row === null ? undefined : Number(row.dataset['index'])
}
