import { useEffect } from 'react'
import type { SessionTimer } from './session-timer.ts'
import type { Windows } from './windows.ts'

/** Events that only a person causes. */
const inputs = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart'] as const

/**
 * Events of a person, a screen reader (which sends no keys) or the page itself. They count only in the focused window.
 */
const signs = ['focusin', 'scroll', 'selectionchange'] as const

/** Reports input in this and other windows, and waking up, to `timer`. */
export function useSessionTimer(timer: SessionTimer | undefined, windows: Windows): void {
  useEffect(() => {
    if (timer === undefined) return
    const input = () => timer.input()
    const sign = () => document.hasFocus() && timer.input()
    const wake = () => timer.wake()
    const options = { capture: true, passive: true }
    for (const one of inputs) document.addEventListener(one, input, options)
    for (const one of signs) document.addEventListener(one, sign, options)
    document.addEventListener('visibilitychange', wake)
    for (const woken of ['focus', 'pageshow', 'online'] as const) window.addEventListener(woken, wake)
    const stopListening = windows.listen((event) => event === 'input' && timer.refresh())
    return () => {
      for (const one of inputs) document.removeEventListener(one, input, options)
      for (const one of signs) document.removeEventListener(one, sign, options)
      document.removeEventListener('visibilitychange', wake)
      for (const woken of ['focus', 'pageshow', 'online'] as const) window.removeEventListener(woken, wake)
      stopListening()
    }
  }, [timer, windows])
}
