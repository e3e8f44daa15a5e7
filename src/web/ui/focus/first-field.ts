import { useEffect, type RefObject } from 'react'

const fields = 'input:not([type=checkbox]:not([role=switch])), [role=spinbutton]'

/**
 * Gives the dialog around this element, when it opens, the focus at its first field, else at its safe way out, and never
 * at the whole of it; not where the focus is inside already.
 */
export function useFirstField(inside: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const dialog = inside.current?.closest<HTMLElement>('[role=dialog], [role=alertdialog]')
    const { activeElement: at } = document
    if (dialog == null || (at !== dialog && dialog.contains(at))) return
    const first = dialog.querySelector<HTMLElement>(fields)
    const chosen = first?.closest('fieldset')?.querySelector<HTMLElement>('input[type=radio]:checked')
    const [out] = ['[data-safe]', '.foot button:enabled', '.close'].flatMap((one) => [
      ...dialog.querySelectorAll<HTMLElement>(one),
    ])
    ;(chosen ?? first ?? out)?.focus()
  }, [inside])
}
