import { useEffect, useEffectEvent } from 'react'
import type { SessionTimer } from './session-timer.ts'

/** Events that only a person causes. */
const inputs = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart'] as const

/**
 * Events of a person, a screen reader (which sends no keys) or the page itself. They count only in the focused window.
 */
const signs = ['focusin', 'scroll', 'selectionchange'] as const

/**
 * Reports input in this window, and waking up, to `timer`: of input in others it hears from the console server.
 * `movesByItself`: whether a run moves rows and focus now, so that only what certainly is input counts.
 */
export function useSessionTimer(timer: SessionTimer | undefined, movesByItself: () => boolean): void {
  const isByItself = useEffectEvent(movesByItself)
  useEffect(() => {
    if (timer === undefined) return
    const input = () => timer.input()
    const sign = () => document.hasFocus() && !isByItself() && timer.input()
    const wake = () => timer.wake()
    const ending = new AbortController()
    const { signal } = ending
    const options = { capture: true, passive: true, signal }
    for (const type of inputs) document.addEventListener(type, input, options)
    for (const type of signs) document.addEventListener(type, sign, options)
    document.addEventListener('visibilitychange', wake, { signal })
    for (const woken of ['focus', 'online'] as const) window.addEventListener(woken, wake, { signal })
    // A page that the browser kept for *Back* heard nothing of a sign-out in another window.
    window.addEventListener('pageshow', ({ persisted }) => (persisted ? timer.refresh() : timer.wake()), { signal })
    return () => ending.abort()
  }, [timer])
}
