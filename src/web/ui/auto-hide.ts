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
 * What must not be seen now. `secrets`: values and passwords. `all`: questions and forms as well; forms keep their
 * fields. Whatever shows one of these asks for it, so that no reason for hiding needs a list of what to hide.
 */
export type HideLevel = 'nothing' | 'secrets' | 'everything'

const CurtainContext = createContext<HideLevel>('nothing')

export const HideLevelProvider = CurtainContext.Provider

export const useHideLevel = () => useContext(CurtainContext)

/** How long a revealed secret stays visible, in seconds, unless it is kept or the time pauses. */
export const autoHideSeconds = 30

/** How long the clock may pass without a timer while the computer is awake, in milliseconds. */
const asleep = 5_000

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
 * Hides what is `shown` after 30 seconds, behind the curtain, when the tab is hidden, when the page is left or frozen,
 * and after the computer slept. All but the first at once: a page kept for the back button is frozen before React would
 * render.
 */
export function useAutoHide(shown: boolean, hide: () => void): AutoHide {
  const [left, setLeft] = useState(autoHideSeconds)
  const [kept, setKept] = useState(false)
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const curtain = useHideLevel()

  useLayoutEffect(() => {
    if (curtain === 'everything' || (curtain === 'secrets' && shown)) hide()
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
    setLeft(autoHideSeconds)
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
    secondsLeft: kept ? undefined : left,
    keepVisible: () => setKept(true),
    containerProps: {
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
export function useHideOnEscape(inside: RefObject<HTMLElement | null>, isOpen: boolean, hide: () => void): void {
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
export function useContainedSelection(inside: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const hold = () => {
      const { current: at } = inside
      const selection = document.getSelection()
      if (at === null || selection === null) return
      const { anchorNode, focusNode, focusOffset } = selection
      if (focusNode === null || at.contains(focusNode) || !at.contains(anchorNode)) return
      const own = document.createRange()
      own.selectNodeContents(at)
      selection.extend(at, own.comparePoint(focusNode, focusOffset) < 0 ? 0 : at.childNodes.length)
    }
    document.addEventListener('selectionchange', hold)
    return () => document.removeEventListener('selectionchange', hold)
  }, [inside])
}
