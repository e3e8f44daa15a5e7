import { useEffect, type RefObject } from 'react'

const fields = 'input:not([type=checkbox]:not([role=switch])), [role=spinbutton]'

/**
 * When the dialog around this element opens, focuses its first field, else its safe button, but never the dialog
 * itself. Does nothing if the focus is already inside.
 */
export function useFirstField(inside: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const dialog = inside.current?.closest<HTMLElement>('[role=dialog], [role=alertdialog]')
    const { activeElement: at } = document
    if (dialog == null || (at !== dialog && dialog.contains(at))) return
    const first = dialog.querySelector<HTMLElement>(fields)
    const chosen = first?.closest('fieldset')?.querySelector<HTMLElement>('input[type=radio]:checked')
    const [out] = ['[data-safe]', '.foot button:enabled', '.close'].flatMap((selector) => [
      ...dialog.querySelectorAll<HTMLElement>(selector),
    ])
    ;(chosen ?? first ?? out)?.focus()
  }, [inside])
}
