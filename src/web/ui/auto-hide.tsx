import { useEffect, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useHideLevel } from './hide-level.ts'
import './ring.css'

/** How long a revealed secret stays visible, in seconds, unless it is kept or the time pauses. */
const autoHideSeconds = 30

/** How long the clock may pass without a timer while the computer is awake, in milliseconds. */
const sleepThresholdMs = 5_000

/** The time left for a revealed secret, and what pauses it. */
export interface AutoHide {
  /** Seconds left; undefined: it is not shown, or visible until it is hidden. */
  secondsLeft: number | undefined
  keepVisible: () => void
  /** Props for the element around the secret. The time pauses while the pointer or the focus is inside. */
  containerProps: {
    onPointerEnter: () => void
    onPointerLeave: () => void
    onFocus: () => void
    onBlur: () => void
  }
}

/**
 * Hides a secret while `isShown`: after 30 seconds, when `useHideLevel` asks for it, when the tab is hidden, when the
 * page is left or frozen, and after the computer slept. All but the first at once: a page kept for the back button is
 * frozen before React would render.
 */
export function useAutoHide(isShown: boolean, hide: () => void): AutoHide {
  const [secondsLeft, setSecondsLeft] = useState(autoHideSeconds)
  const [isKept, setIsKept] = useState(false)
  const [isPointerInside, setPointerInside] = useState(false)
  const [isFocusInside, setFocusInside] = useState(false)
  const hideLevel = useHideLevel()

  useLayoutEffect(() => {
    if (hideLevel === 'everything' || (hideLevel === 'secrets' && isShown)) hide()
  }, [hideLevel, isShown, hide])
  useEffect(() => {
    const hideIfHidden = () => {
      if (document.visibilityState === 'hidden') flushSync(hide)
    }
    const hideNow = () => flushSync(hide)
    document.addEventListener('visibilitychange', hideIfHidden)
    document.addEventListener('freeze', hideNow)
    window.addEventListener('pagehide', hideNow)
    return () => {
      document.removeEventListener('visibilitychange', hideIfHidden)
      document.removeEventListener('freeze', hideNow)
      window.removeEventListener('pagehide', hideNow)
    }
  }, [hide])

  const [wasShown, setWasShown] = useState(isShown)
  if (wasShown !== isShown) {
    setWasShown(isShown)
    setSecondsLeft(autoHideSeconds)
    setIsKept(false)
  }
  const isCountingDown = isShown && !isKept && !isPointerInside && !isFocusInside
  useEffect(() => {
    if (!isCountingDown) return
    const timer = setInterval(() => setSecondsLeft((seconds) => Math.max(0, seconds - 1)), 1000)
    return () => clearInterval(timer)
  }, [isCountingDown])
  useEffect(() => (isShown ? watchForSleep(() => flushSync(hide)) : undefined), [isShown, hide])
  useEffect(() => {
    if (isShown && secondsLeft <= 0) hide()
  }, [isShown, secondsLeft, hide])

  return {
    secondsLeft: isShown && !isKept ? secondsLeft : undefined,
    keepVisible: () => setIsKept(true),
    containerProps: {
      onPointerEnter: () => setPointerInside(true),
      onPointerLeave: () => setPointerInside(false),
      onFocus: () => setFocusInside(true),
      onBlur: () => setFocusInside(false),
    },
  }
}

/**
 * Calls `onWake` in the first task after the computer slept. Timers do not run meanwhile: the clock tells. Returns a
 * function that stops watching.
 */
function watchForSleep(onWake: () => void): () => void {
  let lastCheckAt = Date.now()
  const check = () => {
    const elapsed = Date.now() - lastCheckAt
    lastCheckAt = Date.now()
    if (elapsed > sleepThresholdMs) onWake()
  }
  const timer = setInterval(check, 1000)
  const controller = new AbortController()
  const options = { capture: true, passive: true, signal: controller.signal }
  for (const type of ['focus', 'online', 'pageshow', 'pointerover', 'keydown'] as const)
    window.addEventListener(type, check, options)
  return () => {
    clearInterval(timer)
    controller.abort()
  }
}

const circumference = 2 * Math.PI * 6

/** A ring that empties while the time of a revealed secret runs out. */
export function CountdownRing({ seconds }: { seconds: number }) {
  return (
    <svg className="ring" viewBox="0 0 16 16" aria-hidden="true">
      <circle className="bg" cx="8" cy="8" r="6" />
      <circle
        className="fg"
        cx="8"
        cy="8"
        r="6"
        strokeDasharray={circumference}
        strokeDashoffset={circumference * (1 - seconds / autoHideSeconds)}
      />
    </svg>
  )
}
