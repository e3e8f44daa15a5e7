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
