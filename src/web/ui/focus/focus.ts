import { useLayoutEffect, useState, type RefObject } from 'react'
import { focusSoon } from './focus-soon.ts'
import { ignoreSecondClick } from './second-click.ts'

/** Where the focus was: an element and what is around it, from the inside out. */
interface Place {
  around: readonly Around[]
  /** Whether the keyboard moved the focus there. Then the next focused element is scrolled into view. */
  isByKeys: boolean
}

/** An element, by a weak reference: once removed, it may hold a revealed value. */
interface Around {
  at: WeakRef<Element>
  /** Of a row: its index. */
  row: number | undefined
  /** A selector for what gets the focus first, from `data-home-of`. */
  first: string | undefined
}

/** Where the focus was before a dialog or a toast got it. */
const before = new WeakMap<Element, Place>()

/** What a dialog is found by. */
export const dialogs = '[role=dialog], [role=alertdialog]'

/** Whether nothing has the focus. */
export const isFree = () => document.activeElement === null || document.activeElement === document.body

function placeOf(element: Element | null): Place {
  const around: Around[] = []
  const isByKeys = element?.matches(':focus-visible') === true
  for (let at = element; at !== null && !at.matches('main, #root, body'); at = at.parentElement) {
    const { index, homeOf: first } = at instanceof HTMLElement ? at.dataset : {}
    around.push({ at: new WeakRef(at), row: index === undefined ? undefined : Number(index), first })
    const earlier = before.get(at)
    if (earlier !== undefined) return { around: [...around, ...earlier.around], isByKeys }
  }
  return { around, isByKeys }
}

/**
 * What can have the focus instead: of a place the element itself; where its row is gone, the next name, or the one
 * before, or *New token*; else the nearest element with `data-home`; else the page’s heading.
 */
function* insteadOf({ around }: Place): Generator<HTMLElement | null> {
  let first: string | undefined
  let row: number | undefined
  for (const { at, ...own } of around) {
    const element = at.deref()
    first ??= own.first
    if (element?.isConnected !== true) {
      row ??= own.row
      continue
    }
    if (element instanceof HTMLElement && (element.tabIndex >= 0 || element.hasAttribute('tabindex'))) yield element
    const find = (selector: string) => element.querySelector<HTMLElement>(selector)
    if (row !== undefined) {
      for (const index of [row, row - 1]) yield find(`[data-index="${index}"] [data-home]`)
      yield document.querySelector<HTMLElement>(':is(.page-head, .blank) .btn.primary')
    }
    if (first !== undefined) yield find(first)
    yield find('[data-home]')
  }
  yield document.querySelector<HTMLElement>('main h1')
}

/** Gives the focus to a place, if nothing else has it. */
function focusPlace(place: Place): void {
  const find = () => (isFree() ? insteadOf(place) : [document.activeElement as HTMLElement])
  focusSoon(find, { preventScroll: !place.isByKeys })
}

/** A ref of what may go while it has the focus: the focus goes to the nearest home instead of the body. */
export function keepFocus(element: HTMLElement | null) {
  return () => {
    const { activeElement: focused } = document
    if (element?.contains(focused) !== true) return
    const place = placeOf(focused)
    // React says that an element goes before it removes it.
    queueMicrotask(() => focusPlace(place))
  }
}

/** The same, of what floats over the page: what had the focus before it gets it back. */
export function lendFocus(element: HTMLElement | null) {
  element?.addEventListener('focusin', ({ relatedTarget: from }) => {
    if (from instanceof Element && !element.contains(from)) before.set(element, placeOf(from))
  })
  return keepFocus(element)
}

/**
 * Of a dialog or a menu: when it closes, what opened it gets the focus back. Returns a function that does so at once,
 * before something else opens. `inside`: an element of the dialog.
 */
export function useOpener(inside?: RefObject<HTMLElement | null>): () => void {
  const [opener] = useState(() => placeOf(document.activeElement))
  useLayoutEffect(() => {
    const dialog = inside?.current?.closest(dialogs)
    if (dialog != null) before.set(dialog, opener)
    const closes = ignoreSecondClick()
    return () => {
      closes()
      queueMicrotask(() => focusPlace(opener))
    }
  }, [inside, opener])
  return () => focusPlace(opener)
}
