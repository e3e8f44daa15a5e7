import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Seconds for which a secret is shown, unless it is kept or somebody is at it. */
export const showFor = 30

/** How long a shown secret still stands, and what holds it. */
export interface ShortlyShown {
  /** Seconds left; undefined: it stands until it is hidden. */
  left: number | undefined
  keep: () => void
  /** For the element around the secret: while the pointer or the focus is inside, the time does not run. */
  inside: {
    onPointerEnter: () => void
    onPointerLeave: () => void
    onFocus: () => void
    onBlur: () => void
  }
}

/**
 * Hides what is `shown` after 30 seconds, when the tab goes out of sight, and when the page is left: then at once, since
 * a page that is kept for the back button is frozen before React would get to it.
 */
export function useShortlyShown(shown: boolean, hide: () => void): ShortlyShown {
  const [left, setLeft] = useState(showFor)
  const [kept, setKept] = useState(false)
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)

  useEffect(() => {
    const hideUnseen = () => {
      if (document.visibilityState === 'hidden') flushSync(hide)
    }
    const hideLeft = () => flushSync(hide)
    document.addEventListener('visibilitychange', hideUnseen)
    window.addEventListener('pagehide', hideLeft)
    return () => {
      document.removeEventListener('visibilitychange', hideUnseen)
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
    let last = Date.now()
    const timer = setInterval(() => {
      // A machine that slept had no ticks: the clock tells how long it was.
      const passed = Math.max(1, Math.floor((Date.now() - last) / 1000))
      last = Date.now()
      setLeft((before) => Math.max(0, before - passed))
    }, 1000)
    return () => clearInterval(timer)
  }, [runs])
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
