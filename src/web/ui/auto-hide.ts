import {
  createContext,
  useContext,
  useState,
  useLayoutEffect,
  useEffect,
  type RefObject,
  type SyntheticEvent,
} from 'react'
import { flushSync } from 'react-dom'

/**
 * What must not be seen now. `secrets`: values and passwords. `everything`: dialogs and forms as well; forms keep their
 * fields. Whatever shows one of these asks for the level, so that no reason for hiding needs a list of what to hide.
 */
export type HideLevel = 'nothing' | 'secrets' | 'everything'

const HideLevelContext = createContext<HideLevel>('nothing')

export const HideLevelProvider = HideLevelContext.Provider

export const useHideLevel = () => useContext(HideLevelContext)

/** How long a revealed secret stays visible, in seconds, unless it is kept or the time pauses. */
export const autoHideSeconds = 30

/** How long the clock may pass without a timer while the computer is awake, in milliseconds. */
const sleepThresholdMs = 5_000

/** The time left for a revealed secret, and what pauses it. */
export interface AutoHide {
  /** Seconds left; undefined: visible until it is hidden. */
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
    secondsLeft: isKept ? undefined : secondsLeft,
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

/**
 * Hides a secret on Escape anywhere in its row, or in the element itself where no row is around it. While `isOpen`, the
 * key does nothing else in the table: the selection stays. The listener is on the row because a row knows nothing of
 * what opens under it; what opens over it, as a menu, has its own Escape.
 */
export function useHideOnEscape(containerRef: RefObject<HTMLElement | null>, isOpen: boolean, hide: () => void): void {
  useEffect(() => {
    const { current: container } = containerRef
    const row = container?.closest('tbody') ?? container
    if (!isOpen || row == null) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      hide()
    }
    row.addEventListener('keydown', onKey)
    return () => row.removeEventListener('keydown', onKey)
  }, [containerRef, isOpen, hide])
}

/** Selects what an element shows, and nothing around it. Browsers add a line break, or select the whole page. */
export function selectContents(event: SyntheticEvent<HTMLElement>): void {
  event.preventDefault()
  event.currentTarget.focus()
  window.getSelection()?.selectAllChildren(event.currentTarget)
}

/**
 * A selection that begins in an element ends in it. Styles alone don’t do it: Firefox selects what cannot be selected
 * where a drag ends on a button, and a line break where it ends below.
 */
export function useContainedSelection(containerRef: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const clampSelection = () => {
      const { current: container } = containerRef
      const selection = document.getSelection()
      if (container === null || selection === null) return
      const { anchorNode, focusNode, focusOffset } = selection
      if (focusNode === null || container.contains(focusNode) || !container.contains(anchorNode)) return
      const range = document.createRange()
      range.selectNodeContents(container)
      selection.extend(container, range.comparePoint(focusNode, focusOffset) < 0 ? 0 : container.childNodes.length)
    }
    document.addEventListener('selectionchange', clampSelection)
    return () => document.removeEventListener('selectionchange', clampSelection)
  }, [containerRef])
}
