import { useEffect, type RefObject } from 'react'
import { dialogs, isFree, useOpener } from './focus.ts'

const fields = 'input:not([type=checkbox]:not([role=switch]), [type=file]), textarea, [role=spinbutton]'

/**
 * The focus of the dialog around this element. It begins on the first field, else on the safe button, and comes back there
 * when what had it is gone: not every browser tells. When the dialog closes, what opened it gets the focus; the function
 * returned does that at once.
 */
export function useDialogFocus(inside: RefObject<HTMLElement | null>): () => void {
  const giveBack = useOpener(inside)
  useEffect(() => {
    const dialog = inside.current?.closest<HTMLElement>(dialogs)
    if (dialog == null) return
    const { activeElement: at } = document
    if (at === dialog || !dialog.contains(at)) enter(dialog)
    // What went may have a home: it comes first.
    const watch = new MutationObserver(() => queueMicrotask(() => isFree() && enter(dialog)))
    watch.observe(dialog, { subtree: true, childList: true })
    return () => watch.disconnect()
  }, [inside])
  return giveBack
}

/** Focuses its first field, else its safe button, but never the dialog itself. */
function enter(dialog: HTMLElement): void {
  const first = dialog.querySelector<HTMLElement>(fields)
  const chosen = first?.closest('fieldset')?.querySelector<HTMLElement>('input[type=radio]:checked')
  const [out] = ['[data-safe]', '.foot button:enabled', '.close'].flatMap((selector) => [
    ...dialog.querySelectorAll<HTMLElement>(selector),
  ])
  ;(chosen ?? first ?? out)?.focus()
}
