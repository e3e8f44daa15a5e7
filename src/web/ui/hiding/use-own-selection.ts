import { useEffect, type RefObject } from 'react'

/**
 * A selection that begins in an element ends in it. Styles alone don’t do it: Firefox selects what cannot be selected
 * where a drag ends on a button, and a line break where it ends below.
 */
export function useOwnSelection(inside: RefObject<HTMLElement | null>): void {
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
