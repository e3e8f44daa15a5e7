import { useEffect } from 'react'

/**
 * Where something stood that had the focus. Held weakly: what is gone from the page, a shown value among it, is not to
 * be kept by this.
 */
interface Place {
  element: WeakRef<HTMLElement>
  /** What it stood in, from the inside. */
  around: readonly WeakRef<Element>[]
  /** What takes the focus of its surroundings in the first place, as a selector. */
  first: string | undefined
  /** Its row, and the number of that in its table. */
  row: { body: WeakRef<Element>; table: WeakRef<Element>; index: number } | undefined
  /** What it stood in that lay over the page. */
  over: WeakRef<Element> | undefined
  /** Whether keys brought the focus there: then what has it is scrolled into view. */
  isByKeys: boolean
}

/** The last places that had the focus, the latest first; and the place of each element that had it once. */
let places: readonly Place[] = []
const placeOf = new WeakMap<Element, Place>()

/**
 * The focus never falls to the body. Where what had it goes, it is taken by
 * - the next row's name, or the one before, or *New token*, where a whole row went;
 * - else by what is marked `data-home`, of all that is around it by the nearest, or there by what `data-home-of` names;
 * - else by what had it before: behind a dialog that is what opened it;
 * - else by the page's heading.
 */
export function useFocusKeeper(): void {
  useEffect(() => {
    const ending = new AbortController()
    const { signal } = ending
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) remember(target)
    }
    // Somebody who presses beside everything leaves the place.
    const onBlur = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        if (isFree() && target instanceof Element && target.isConnected) places = []
      })
    document.addEventListener('focusin', onFocus, { signal })
    document.addEventListener('focusout', onBlur, { signal })
    const watch = new MutationObserver(() => {
      if (!isLost()) return
      // Whoever closes a dialog gives the focus back in the next frame.
      const over = places[0]?.over
      if (over !== undefined && connected(over) === undefined)
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
}

/** Gives the focus to something that had it before, or to what takes its place; undefined: as if what has it went. */
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

/** Whether the focus is now at this place, or at what takes it there. */
function settle(place: Place): boolean {
  if (focus(connected(place.element) ?? null)) return true
  if (place.row !== undefined && connected(place.row.body) === undefined) {
    const { table, index } = place.row
    const others = [index, index - 1].map((at) => `[data-index="${at}"] [data-home]`)
    const isBeside = others.some((one) => focus(connected(table)?.querySelector<HTMLElement>(one) ?? null))
    if (isBeside || focus(document.querySelector<HTMLElement>('.page-head .btn.primary'))) return true
  }
  for (const one of place.around) {
    const around = connected(one)
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
    let one = element.parentElement;
    one !== null && one.id !== 'root' && one !== document.body;
    one = one.parentElement
  )
    around.push(new WeakRef(one))
  const body = element.closest<HTMLElement>('tbody[data-index]')
  const table = body?.closest('table')
  const over = element.closest('[role=dialog], [role=alertdialog], [role=menu]')
  const place = {
    element: new WeakRef(element),
    around,
    first: element.closest<HTMLElement>('[data-home-of]')?.dataset['homeOf'],
    row:
      body && table
        ? { body: new WeakRef(body), table: new WeakRef(table), index: Number(body.dataset['index']) }
        : undefined,
    isByKeys: element.matches(':focus-visible'),
    over: over === null ? undefined : new WeakRef(over),
  }
  placeOf.set(element, place)
  places = [place, ...places.slice(0, 7)]
}
