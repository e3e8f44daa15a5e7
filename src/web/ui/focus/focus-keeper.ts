import { useEffect } from 'react'

/**
 * Where a focused element was. The references are weak: this must not keep removed elements in memory, which may
 * contain a revealed value.
 */
interface Place {
  element: WeakRef<HTMLElement>
  /** Its ancestors, from the inside out. */
  around: readonly WeakRef<Element>[]
  /** A selector for the element that gets the focus first, from `data-home-of`. */
  first: string | undefined
  /** Its row, and the index of the row in its table. */
  row: { body: WeakRef<Element>; table: WeakRef<Element>; index: number } | undefined
  /** The dialog or menu around it. */
  overlay: WeakRef<Element> | undefined
  /** Whether the keyboard moved the focus there. Then the next focused element is scrolled into view. */
  isByKeys: boolean
}

/** The last focused places, the latest first, and the place of each element that ever had the focus. */
let places: readonly Place[] = []
const placeOf = new WeakMap<Element, Place>()

/**
 * Keeps the focus from falling to the body. When the focused element is removed, the focus goes to
 * - the name of the next row, or of the one before, or *New token*, if a whole row was removed;
 * - else the nearest element with `data-home` in an ancestor, or the one that `data-home-of` names;
 * - else the element that had the focus before; after a dialog this is the one that opened it;
 * - else the page's heading.
 */
export function FocusKeeper() {
  useEffect(() => {
    const ending = new AbortController()
    const { signal } = ending
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) remember(target)
    }
    // A click on empty space gives up the place. One on another element only passes the body.
    const onBlur = ({ target, relatedTarget }: FocusEvent) =>
      queueMicrotask(() => {
        if (relatedTarget === null && isFree() && target instanceof Element && target.isConnected) places = []
      })
    // It is loaded late: something may have the focus already.
    if (!isFree() && document.activeElement instanceof HTMLElement) remember(document.activeElement)
    document.addEventListener('focusin', onFocus, { signal })
    document.addEventListener('focusout', onBlur, { signal })
    const watch = new MutationObserver(() => {
      if (!isLost()) return
      // A closing dialog returns the focus itself in the next frame.
      const overlay = places[0]?.overlay
      if (overlay !== undefined && connected(overlay) === undefined)
        requestAnimationFrame(() => requestAnimationFrame(() => isLost() && restore()))
      else restore()
    })
    watch.observe(document.body, { subtree: true, childList: true })
    return () => {
      ending.abort()
      watch.disconnect()
      places = []
    }
  }, [])
  return null
}

/**
 * Returns the focus to an element that had it, or to its substitute; undefined: as if the focused element was removed.
 */
export function returnFocus(to: Element | undefined): void {
  const place = to && placeOf.get(to)
  if (place === undefined || !settle(place)) restore()
}

const isFree = () => document.activeElement === null || document.activeElement === document.body

const isLost = () => isFree() && places[0] !== undefined && connected(places[0].element) === undefined

function restore(): void {
  if (places.some(settle)) return
  focus(document.querySelector<HTMLElement>('main h1'))
}

/** Focuses this place or its substitute. Returns whether that worked. */
function settle(place: Place): boolean {
  if (focus(connected(place.element) ?? null)) return true
  if (place.row !== undefined && connected(place.row.body) === undefined) {
    const { table, index } = place.row
    const others = [index, index - 1].map((at) => `[data-index="${at}"] [data-home]`)
    const isBeside = others.some((selector) => focus(connected(table)?.querySelector<HTMLElement>(selector) ?? null))
    if (isBeside || focus(document.querySelector<HTMLElement>(':is(.page-head, .blank) .btn.primary'))) return true
  }
  for (const reference of place.around) {
    const around = connected(reference)
    if (around === undefined) continue
    const first = place.first === undefined ? null : around.querySelector<HTMLElement>(place.first)
    if (focus(first ?? around.querySelector<HTMLElement>('[data-home]'))) return true
  }
  return false
}

function connected<Node extends Element>(held: WeakRef<Node>): Node | undefined {
  const node = held.deref()
  return node?.isConnected === true ? node : undefined
}

function focus(element: HTMLElement | null): boolean {
  element?.focus({ preventScroll: places[0]?.isByKeys === false })
  return element !== null && document.activeElement === element
}

function remember(element: HTMLElement): void {
  const around: WeakRef<Element>[] = []
  for (
    let parent = element.parentElement;
    parent !== null && parent.id !== 'root' && parent !== document.body;
    parent = parent.parentElement
  )
    around.push(new WeakRef(parent))
  const body = element.closest<HTMLElement>('tbody[data-index]')
  const table = body?.closest('table')
  const overlay = element.closest('[role=dialog], [role=alertdialog], [role=menu]')
  const place = {
    element: new WeakRef(element),
    around,
    first: element.closest<HTMLElement>('[data-home-of]')?.dataset['homeOf'],
    row:
      body && table
        ? { body: new WeakRef(body), table: new WeakRef(table), index: Number(body.dataset['index']) }
        : undefined,
    isByKeys: element.matches(':focus-visible'),
    overlay: overlay === null ? undefined : new WeakRef(overlay),
  }
  placeOf.set(element, place)
  places = [place, ...places.slice(0, 7)]
}
