import { type RefObject, useEffect, useState, useLayoutEffect } from 'react'

/** For how many frames an element may still come that is to be focused: its code may be on the way. */
const framesToWait = 600

/**
 * Focuses the first of these that takes the focus, now or soon: it may not be mounted yet, or a closing dialog may still
 * hold the focus. What the admin does meanwhile counts more.
 */
export function focusSoon(find: () => Iterable<HTMLElement | null | undefined>, options?: FocusOptions): void {
  const controller = new AbortController()
  for (const type of ['keydown', 'pointerdown'])
    window.addEventListener(type, () => controller.abort(), { capture: true, signal: controller.signal })
  const focus = (frames: number) => {
    if (controller.signal.aborted) return
    for (const element of find()) {
      element?.focus(options)
      if (element != null && document.activeElement === element) return controller.abort()
    }
    if (frames === 0) return controller.abort()
    requestAnimationFrame(() => focus(frames - 1))
  }
  focus(framesToWait)
}

/** How long, in milliseconds, and how near, in pixels, a click is taken for the second one of a double click. */
const doubleClickMs = 400

const doubleClickPx = 12

const clickEvents = ['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'click'] as const

/**
 * Of something over the page: the second click on the button that closed it is not meant for what lies under it, such as
 * the button that reveals a value. To be called when it opens; the function returned, when it closes. Clicks by keyboard
 * and by scripts are never ignored.
 */
export function ignoreSecondClick(): () => void {
  const open = new AbortController()
  let lastPress: PointerEvent | undefined
  window.addEventListener('pointerdown', (event) => (lastPress = event), { capture: true, signal: open.signal })
  return () => {
    open.abort()
    if (lastPress === undefined) return
    const { clientX: x, clientY: y } = lastPress
    const closed = new AbortController()
    const ignore = (event: MouseEvent) => {
      if (!event.isTrusted || (event.type === 'click' && event.detail === 0)) return
      // A press elsewhere in between: what follows is another click.
      if (event.detail < 2 && Math.hypot(event.clientX - x, event.clientY - y) > doubleClickPx) return closed.abort()
      event.preventDefault()
      event.stopPropagation()
    }
    for (const type of clickEvents) window.addEventListener(type, ignore, { capture: true, signal: closed.signal })
    setTimeout(() => closed.abort(), doubleClickMs)
  }
}

/** Where the focus was: an element and what is around it, from the inside out. */
interface FocusOrigin {
  ancestors: readonly Ancestor[]
  /** Whether the keyboard moved the focus there. Then the next focused element is scrolled into view. */
  isFromKeyboard: boolean
}

/** An element, by a weak reference: once removed, it may hold a revealed value. */
interface Ancestor {
  ref: WeakRef<Element>
  /** Of a row: its index. */
  rowIndex: number | undefined
  /** A selector for what gets the focus first, from `data-focus-fallback-for`. */
  preferredSelector: string | undefined
}

/** Where the focus was before a dialog or a toast got it. */
const origins = new WeakMap<Element, FocusOrigin>()

/** What a dialog is found by. */
export const dialogSelector = '[role=dialog], [role=alertdialog]'

/** Whether nothing has the focus. */
export const isFocusLost = () => document.activeElement === null || document.activeElement === document.body

function captureOrigin(element: Element | null): FocusOrigin {
  const around: Ancestor[] = []
  const isByKeys = element?.matches(':focus-visible') === true
  for (
    let ancestor = element;
    ancestor !== null && !ancestor.matches('main, #root, body');
    ancestor = ancestor.parentElement
  ) {
    const { index, focusFallbackFor: first } = ancestor instanceof HTMLElement ? ancestor.dataset : {}
    around.push({
      ref: new WeakRef(ancestor),
      rowIndex: index === undefined ? undefined : Number(index),
      preferredSelector: first,
    })
    const earlier = origins.get(ancestor)
    if (earlier !== undefined) return { ancestors: [...around, ...earlier.ancestors], isFromKeyboard: isByKeys }
  }
  return { ancestors: around, isFromKeyboard: isByKeys }
}

/**
 * What can have the focus instead: of a place the element itself; where its row is gone, the next name, or the one
 * before, or *New token*; else the nearest element with `data-focus-fallback`; else the page’s heading.
 */
function* fallbackTargets({ ancestors: around }: FocusOrigin): Generator<HTMLElement | null> {
  let first: string | undefined
  let row: number | undefined
  for (const { ref, ...ancestor } of around) {
    const element = ref.deref()
    first ??= ancestor.preferredSelector
    if (element?.isConnected !== true) {
      row ??= ancestor.rowIndex
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
function restoreFocus(origin: FocusOrigin): void {
  const find = () => (isFocusLost() ? fallbackTargets(origin) : [document.activeElement as HTMLElement])
  focusSoon(find, { preventScroll: !origin.isFromKeyboard })
}

/** A ref of what may go while it has the focus: the focus goes to the nearest home instead of the body. */
export function restoreFocusOnUnmount(element: HTMLElement | null) {
  return () => {
    const { activeElement: focused } = document
    if (element?.contains(focused) !== true) return
    const origin = captureOrigin(focused)
    // React says that an element goes before it removes it.
    queueMicrotask(() => restoreFocus(origin))
  }
}

/** The same, of what floats over the page: what had the focus before it gets it back. */
export function returnFocusOnUnmount(element: HTMLElement | null) {
  element?.addEventListener('focusin', ({ relatedTarget: from }) => {
    if (from instanceof Element && !element.contains(from)) origins.set(element, captureOrigin(from))
  })
  return restoreFocusOnUnmount(element)
}

/**
 * Of a dialog or a menu: when it closes, what opened it gets the focus back. Returns a function that does so at once,
 * before something else opens. `containerRef`: an element of the dialog.
 */
export function useReturnFocus(containerRef?: RefObject<HTMLElement | null>): () => void {
  const [origin] = useState(() => captureOrigin(document.activeElement))
  useLayoutEffect(() => {
    const dialog = containerRef?.current?.closest(dialogSelector)
    if (dialog != null) origins.set(dialog, origin)
    const ignoreNextClick = ignoreSecondClick()
    return () => {
      ignoreNextClick()
      queueMicrotask(() => restoreFocus(origin))
    }
  }, [containerRef, origin])
  return () => restoreFocus(origin)
}

const fieldSelector = 'input:not([type=checkbox]:not([role=switch]), [type=file]), textarea, [role=spinbutton]'

/**
 * The focus of the dialog around this element. It begins on the first field, else on the safe button (`onDialog`: on the
 * dialog itself, which is there to be read first), and comes back there when what had it is gone: not every browser tells.
 * When the dialog closes, what opened it gets the focus; the function returned does that at once.
 */
export function useDialogFocus(containerRef: RefObject<HTMLElement | null>, onDialog = false): () => void {
  const returnFocus = useReturnFocus(containerRef)
  useEffect(() => {
    const dialog = containerRef.current?.closest<HTMLElement>(dialogSelector)
    if (dialog == null) return
    const { activeElement: focused } = document
    const focusStart = () => (onDialog ? dialog.focus() : focusInitial(dialog))
    if (focused === dialog || !dialog.contains(focused)) focusStart()
    // What went may have a home: it comes first.
    const observer = new MutationObserver(() => queueMicrotask(() => isFocusLost() && focusStart()))
    observer.observe(dialog, { subtree: true, childList: true })
    return () => observer.disconnect()
  }, [containerRef, onDialog])
  return returnFocus
}

/** Focuses the field that it names, else its first one, else its safe button. */
function focusInitial(dialog: HTMLElement): void {
  const namedField = dialog.querySelector<HTMLElement>('input[data-initial-focus]')
  const firstField = dialog.querySelector<HTMLElement>(fieldSelector)
  const checkedRadio = firstField?.closest('fieldset')?.querySelector<HTMLElement>('input[type=radio]:checked')
  const [safeButton] = ['[data-initial-focus]', '.foot button:enabled', '.close'].flatMap((selector) => [
    ...dialog.querySelectorAll<HTMLElement>(selector),
  ])
  ;(namedField ?? checkedRadio ?? firstField ?? safeButton)?.focus()
}

/**
 * Gives the focus to what the pointer pressed, where the browser gives it to what is around instead: Safari on a Mac focuses
 * neither buttons nor boxes, so that nothing would remember what opened a dialog. Returns a function that stops.
 */
export function focusClickedElement(page: Pick<Document, 'addEventListener' | 'activeElement'>): () => void {
  const controller = new AbortController()
  const focus = ({ target, detail }: MouseEvent) => {
    const pressed = target instanceof Element ? target.closest<HTMLElement>('button, input, a[href]') : null
    // Of a click by keyboard or script; or the press left the focus elsewhere on purpose.
    if (pressed === null || detail === 0 || pressed === page.activeElement) return
    if (page.activeElement?.contains(pressed) !== false) pressed.focus({ preventScroll: true })
  }
  page.addEventListener('click', focus, { capture: true, signal: controller.signal })
  return () => controller.abort()
}

/** React Aria leaves what has this attribute usable beside a dialog: neither inert, nor outside of it. */
const topLayerAttribute = 'data-react-aria-top-layer'

/** Elements that the page makes itself: those of React, and what `index.html` has. */
const isOwnElement = (element: Element) =>
  element.matches('#root, head, body, script') || Object.keys(element).some((key) => key.startsWith('__react'))

/**
 * Keeps what browser extensions add beside the page usable while a dialog is open, as the menu of a password manager.
 * Returns a function that stops.
 */
export function keepExtensionsUsable({
  documentElement,
  body,
}: Pick<Document, 'documentElement' | 'body'>): () => void {
  const markExtensionNodes = (nodes: Iterable<Node>) => {
    for (const node of nodes)
      if (node instanceof Element && !isOwnElement(node)) node.setAttribute(topLayerAttribute, 'true')
  }
  markExtensionNodes(documentElement.children)
  markExtensionNodes(body.children)
  const observer = new MutationObserver((changes) =>
    changes.forEach(({ addedNodes }) => markExtensionNodes(addedNodes)),
  )
  // Before React Aria’s own observer, which is told later and then finds the mark.
  observer.observe(body, { childList: true })
  observer.observe(documentElement, { childList: true })
  return () => observer.disconnect()
}
