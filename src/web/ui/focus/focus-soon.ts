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
