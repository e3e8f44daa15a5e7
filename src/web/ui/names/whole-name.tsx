import { useEffect, useLayoutEffect, useRef, useState, type CSSProperties } from 'react'
import './whole-name.css'

/** A name that is cut off, and its place on the screen in pixels. */
interface CutOff {
  text: string
  place: CSSProperties
}

/**
 * Shows the name that has the keyboard focus whole, over the page, when its row cuts it off. The pointer has the browser's
 * own tooltip, which no key opens. Screen readers know the name already.
 */
export function WholeName() {
  const [cutOff, setCutOff] = useState<CutOff>()
  const label = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const ending = new AbortController()
    const listen = (type: string, listener: (event: Event) => void) =>
      window.addEventListener(type, listener, { signal: ending.signal, capture: true, passive: true })
    const hide = () => setCutOff(undefined)
    const look = () => {
      const { activeElement } = document
      const isName = activeElement instanceof HTMLElement && activeElement.matches('[data-name]:focus-visible')
      setCutOff(isName ? cutOffIn(activeElement) : undefined)
    }
    for (const type of ['focusin', 'scroll', 'resize']) listen(type, look)
    listen('focusout', hide)
    listen('keydown', (event) => {
      if (event instanceof KeyboardEvent && event.key === 'Escape') hide()
    })
    return () => ending.abort()
  }, [])
  const isShown = cutOff !== undefined
  // In the top layer, where no table clips it.
  useLayoutEffect(() => {
    if (isShown) label.current?.showPopover()
  }, [isShown])
  return (
    cutOff && (
      <div ref={label} popover="manual" className="whole-name" aria-hidden="true" style={cutOff.place}>
        <bdi>{cutOff.text}</bdi>
      </div>
    )
  )
}

/** Below the name, or above it in the lower half of the window. */
function cutOffIn(name: HTMLElement): CutOff | undefined {
  const text = name.querySelector('bdi')
  const isCutOff = [name, text].some(
    (box) => box !== null && (box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1),
  )
  if (!isCutOff || text === null) return undefined
  const { left, top, bottom } = name.getBoundingClientRect()
  const place =
    top > window.innerHeight / 2 ? { left, bottom: window.innerHeight - top + 4 } : { left, top: bottom + 4 }
  return { text: text.textContent, place }
}
