import { useEffect } from 'react'
import type { SessionTimer } from './session-timer.ts'
import type { Windows } from './windows.ts'

/** What only a person does. */
const deeds = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart'] as const

/** What a person does, a screen reader for one, or the page itself: it counts only in the window that is looked at. */
const signs = ['focusin', 'scroll', 'selectionchange'] as const

/** Tells `timer` of every input, here and in other windows, and of waking up. */
export function useSessionTimer(timer: SessionTimer | undefined, windows: Windows): void {
  useEffect(() => {
    if (timer === undefined) return
    const input = () => timer.input()
    const sign = () => document.hasFocus() && timer.input()
    const wake = () => timer.wake()
    const options = { capture: true, passive: true }
    for (const deed of deeds) document.addEventListener(deed, input, options)
    for (const one of signs) document.addEventListener(one, sign, options)
    document.addEventListener('visibilitychange', wake)
    for (const woken of ['focus', 'pageshow', 'online'] as const) window.addEventListener(woken, wake)
    const deaf = windows.hear((said) => said === 'input' && timer.refresh())
    return () => {
      for (const deed of deeds) document.removeEventListener(deed, input, options)
      for (const one of signs) document.removeEventListener(one, sign, options)
      document.removeEventListener('visibilitychange', wake)
      for (const woken of ['focus', 'pageshow', 'online'] as const) window.removeEventListener(woken, wake)
      deaf()
    }
  }, [timer, windows])
}
