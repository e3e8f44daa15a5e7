import { type RefObject, useEffect, useState, useLayoutEffect } from 'react'

/** For how many frames an element may still come that is to be focused: its code may be on the way. */
const framesToWait = 600

/**
 * Focuses the first of these that takes the focus, now or soon: it may not be mounted yet, or a closing dialog may still
 * hold the focus. What the admin does meanwhile counts more.
 */
export function focusSoon(find: () => Iterable<HTMLElement | null | undefined>, options?: FocusOptions): void {
  const busy = new AbortController()
  for (const type of ['keydown', 'pointerdown'])
    window.addEventListener(type, () => busy.abort(), { capture: true, signal: busy.signal })
  const focus = (frames: number) => {
    if (busy.signal.aborted) return
    for (const element of find()) {
      element?.focus(options)
      if (element != null && document.activeElement === element) return busy.abort()
    }
    if (frames === 0) return busy.abort()
    requestAnimationFrame(() => focus(frames - 1))
  }
  focus(framesToWait)
}

/** How long, in milliseconds, and how near, in pixels, a click is taken for the second one of a double click. */
const soon = 400

const near = 12

const types = ['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'click'] as const

/**
 * Of something over the page: the second click on the button that closed it is not meant for what lies under it, such as
 * the button that reveals a value. To be called when it opens; the function returned, when it closes. Clicks by keyboard
 * and by scripts are never ignored.
 */
export function ignoreSecondClick(): () => void {
  const open = new AbortController()
  let last: PointerEvent | undefined
  window.addEventListener('pointerdown', (event) => (last = event), { capture: true, signal: open.signal })
  return () => {
    open.abort()
    if (last === undefined) return
    const { clientX: x, clientY: y } = last
    const closed = new AbortController()
    const ignore = (event: MouseEvent) => {
      if (!event.isTrusted || (event.type === 'click' && event.detail === 0)) return
      // A press elsewhere in between: what follows is another click.
      if (event.detail < 2 && Math.hypot(event.clientX - x, event.clientY - y) > near) return closed.abort()
      event.preventDefault()
      event.stopPropagation()
    }
    for (const type of types) window.addEventListener(type, ignore, { capture: true, signal: closed.signal })
    setTimeout(() => closed.abort(), soon)
  }
}

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
  /** A selector for what gets the focus first, from `data-focus-fallback-for`. */
  first: string | undefined
}

/** Where the focus was before a dialog or a toast got it. */
const before = new WeakMap<Element, Place>()

/** What a dialog is found by. */
export const dialogSelector = '[role=dialog], [role=alertdialog]'

/** Whether nothing has the focus. */
export const isFocusLost = () => document.activeElement === null || document.activeElement === document.body

function placeOf(element: Element | null): Place {
  const around: Around[] = []
  const isByKeys = element?.matches(':focus-visible') === true
  for (let at = element; at !== null && !at.matches('main, #root, body'); at = at.parentElement) {
    const { index, focusFallbackFor: first } = at instanceof HTMLElement ? at.dataset : {}
    around.push({ at: new WeakRef(at), row: index === undefined ? undefined : Number(index), first })
    const earlier = before.get(at)
    if (earlier !== undefined) return { around: [...around, ...earlier.around], isByKeys }
  }
  return { around, isByKeys }
}

/**
 * What can have the focus instead: of a place the element itself; where its row is gone, the next name, or the one
 * before, or *New token*; else the nearest element with `data-focus-fallback`; else the page’s heading.
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
      for (const index of [row, row - 1]) yield find(`[data-index="${index}"] [data-focus-fallback]`)
      yield document.querySelector<HTMLElement>(':is(.page-head, .blank) .btn.primary')
    }
    if (first !== undefined) yield find(first)
    yield find('[data-focus-fallback]')
  }
  yield document.querySelector<HTMLElement>('main h1')
}

/** Gives the focus to a place, if nothing else has it. */
function focusPlace(place: Place): void {
  const find = () => (isFocusLost() ? insteadOf(place) : [document.activeElement as HTMLElement])
  focusSoon(find, { preventScroll: !place.isByKeys })
}

/** A ref of what may go while it has the focus: the focus goes to the nearest home instead of the body. */
export function restoreFocusOnUnmount(element: HTMLElement | null) {
  return () => {
    const { activeElement: focused } = document
    if (element?.contains(focused) !== true) return
    const place = placeOf(focused)
    // React says that an element goes before it removes it.
    queueMicrotask(() => focusPlace(place))
  }
}

/** The same, of what floats over the page: what had the focus before it gets it back. */
export function returnFocusOnUnmount(element: HTMLElement | null) {
  element?.addEventListener('focusin', ({ relatedTarget: from }) => {
    if (from instanceof Element && !element.contains(from)) before.set(element, placeOf(from))
  })
  return restoreFocusOnUnmount(element)
}

/**
 * Of a dialog or a menu: when it closes, what opened it gets the focus back. Returns a function that does so at once,
 * before something else opens. `inside`: an element of the dialog.
 */
export function useReturnFocus(inside?: RefObject<HTMLElement | null>): () => void {
  const [opener] = useState(() => placeOf(document.activeElement))
  useLayoutEffect(() => {
    const dialog = inside?.current?.closest(dialogSelector)
    if (dialog != null) before.set(dialog, opener)
    const closes = ignoreSecondClick()
    return () => {
      closes()
      queueMicrotask(() => focusPlace(opener))
    }
  }, [inside, opener])
  return () => focusPlace(opener)
}

const fields = 'input:not([type=checkbox]:not([role=switch]), [type=file]), textarea, [role=spinbutton]'

/**
 * The focus of the dialog around this element. It begins on the first field, else on the safe button, and comes back there
 * when what had it is gone: not every browser tells. When the dialog closes, what opened it gets the focus; the function
 * returned does that at once.
 */
export function useDialogFocus(inside: RefObject<HTMLElement | null>): () => void {
  const giveBack = useReturnFocus(inside)
  useEffect(() => {
    const dialog = inside.current?.closest<HTMLElement>(dialogSelector)
    if (dialog == null) return
    const { activeElement: at } = document
    if (at === dialog || !dialog.contains(at)) enter(dialog)
    // What went may have a home: it comes first.
    const watch = new MutationObserver(() => queueMicrotask(() => isFocusLost() && enter(dialog)))
    watch.observe(dialog, { subtree: true, childList: true })
    return () => watch.disconnect()
  }, [inside])
  return giveBack
}

/** Focuses its first field, else its safe button, but never the dialog itself. */
function enter(dialog: HTMLElement): void {
  const first = dialog.querySelector<HTMLElement>(fields)
  const chosen = first?.closest('fieldset')?.querySelector<HTMLElement>('input[type=radio]:checked')
  const [out] = ['[data-initial-focus]', '.foot button:enabled', '.close'].flatMap((selector) => [
    ...dialog.querySelectorAll<HTMLElement>(selector),
  ])
  ;(chosen ?? first ?? out)?.focus()
}

/**
 * Gives the focus to what the pointer pressed, where the browser gives it to what is around instead: Safari on a Mac focuses
 * neither buttons nor boxes, so that nothing would remember what opened a dialog. Returns a function that stops.
 */
export function focusClickedElement(page: Pick<Document, 'addEventListener' | 'activeElement'>): () => void {
  const ending = new AbortController()
  const focus = ({ target, detail }: MouseEvent) => {
    const pressed = target instanceof Element ? target.closest<HTMLElement>('button, input, a[href]') : null
    // Of a click by keyboard or script; or the press left the focus elsewhere on purpose.
    if (pressed === null || detail === 0 || pressed === page.activeElement) return
    if (page.activeElement?.contains(pressed) !== false) pressed.focus({ preventScroll: true })
  }
  page.addEventListener('click', focus, { capture: true, signal: ending.signal })
  return () => ending.abort()
}

/** React Aria leaves what has this attribute usable beside a dialog: neither inert, nor outside of it. */
const usable = 'data-react-aria-top-layer'

/** Elements that the page makes itself: those of React, and what `index.html` has. */
const isOurs = (element: Element) =>
  element.matches('#root, head, body, script') || Object.keys(element).some((key) => key.startsWith('__react'))

/**
 * Keeps what browser extensions add beside the page usable while a dialog is open, as the menu of a password manager.
 * Returns a function that stops.
 */
export function keepExtensionsUsable({
  documentElement,
  body,
}: Pick<Document, 'documentElement' | 'body'>): () => void {
  const mark = (nodes: Iterable<Node>) => {
    for (const node of nodes) if (node instanceof Element && !isOurs(node)) node.setAttribute(usable, 'true')
  }
  mark(documentElement.children)
  mark(body.children)
  const watch = new MutationObserver((changes) => changes.forEach(({ addedNodes }) => mark(addedNodes)))
  // Before React Aria’s own observer, which is told later and then finds the mark.
  watch.observe(body, { childList: true })
  watch.observe(documentElement, { childList: true })
  return () => watch.disconnect()
}
