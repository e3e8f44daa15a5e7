/**
 * Gives the focus to what the pointer pressed, where the browser gives it to what is around instead: Safari on a Mac focuses
 * neither buttons nor boxes, so that nothing would remember what opened a dialog. Returns a function that stops.
 */
export function focusPressed(page: Pick<Document, 'addEventListener' | 'activeElement'>): () => void {
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
