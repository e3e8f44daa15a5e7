import { useEffect, useLayoutEffect, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { useCurtain } from './curtain.ts'

/** How long a revealed secret stays visible, in seconds, unless it is kept or the time pauses. */
export const showFor = 30

/** How long the clock may pass without a timer while the computer is awake, in milliseconds. */
const asleep = 5_000

/** The time left for a revealed secret, and what pauses it. */
export interface AutoHide {
  /** Seconds left; undefined: visible until it is hidden. */
  left: number | undefined
  keep: () => void
  /** Props for the element around the secret. The time pauses while the pointer or the focus is inside. */
  inside: {
    onPointerEnter: () => void
    onPointerLeave: () => void
    onFocus: () => void
    onBlur: () => void
  }
}

/**
 * Hides what is `shown` after 30 seconds, behind the curtain, when the tab is hidden, when the page is left or frozen,
 * and after the computer slept. All but the first at once: a page kept for the back button is frozen before React would
 * render.
 */
export function useAutoHide(shown: boolean, hide: () => void): AutoHide {
  const [left, setLeft] = useState(showFor)
  const [kept, setKept] = useState(false)
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const curtain = useCurtain()

  useLayoutEffect(() => {
    if (curtain === 'all' || (curtain === 'secrets' && shown)) hide()
  }, [curtain, shown, hide])
  useEffect(() => {
    const hideUnseen = () => {
      if (document.visibilityState === 'hidden') flushSync(hide)
    }
    const hideLeft = () => flushSync(hide)
    document.addEventListener('visibilitychange', hideUnseen)
    document.addEventListener('freeze', hideLeft)
    window.addEventListener('pagehide', hideLeft)
    return () => {
      document.removeEventListener('visibilitychange', hideUnseen)
      document.removeEventListener('freeze', hideLeft)
      window.removeEventListener('pagehide', hideLeft)
    }
  }, [hide])

  const [was, setWas] = useState(shown)
  if (was !== shown) {
    setWas(shown)
    setLeft(showFor)
    setKept(false)
  }
  const runs = shown && !kept && !pointed && !focused
  useEffect(() => {
    if (!runs) return
    const timer = setInterval(() => setLeft((before) => Math.max(0, before - 1)), 1000)
    return () => clearInterval(timer)
  }, [runs])
  useEffect(() => (shown ? afterSleep(() => flushSync(hide)) : undefined), [shown, hide])
  useEffect(() => {
    if (shown && left <= 0) hide()
  }, [shown, left, hide])

  return {
    left: kept ? undefined : left,
    keep: () => setKept(true),
    inside: {
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    },
  }
}

/**
 * Calls `awake` in the first task after the computer slept. Timers do not run meanwhile: the clock tells. Returns a
 * function that stops watching.
 */
function afterSleep(awake: () => void): () => void {
  let last = Date.now()
  const look = () => {
    const passed = Date.now() - last
    last = Date.now()
    if (passed > asleep) awake()
  }
  const timer = setInterval(look, 1000)
  const ending = new AbortController()
  const options = { capture: true, passive: true, signal: ending.signal }
  for (const type of ['focus', 'online', 'pageshow', 'pointerover', 'keydown'] as const)
    window.addEventListener(type, look, options)
  return () => {
    clearInterval(timer)
    ending.abort()
  }
}

/**
 * Hides a secret on Escape anywhere in its row, or in the element itself where no row is around it. While `isOpen`, the
 * key does nothing else in the table: the selection stays. The listener is on the row because a row knows nothing of
 * what opens under it; what opens over it, as a menu, has its own Escape.
 */
export function useEscapeInRow(inside: RefObject<HTMLElement | null>, isOpen: boolean, hide: () => void): void {
  useEffect(() => {
    const { current: at } = inside
    const row = at?.closest('tbody') ?? at
    if (!isOpen || row == null) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      hide()
    }
    row.addEventListener('keydown', onKey)
    return () => row.removeEventListener('keydown', onKey)
  }, [inside, isOpen, hide])
}
