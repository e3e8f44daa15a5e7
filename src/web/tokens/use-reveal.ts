import { useEffect, useRef, useState } from 'react'
import type { RowStore } from '#contract/row-store.ts'
import type { Token } from '#contract/token.ts'
import { useConsole } from '#web/service/console.tsx'
import { later } from '#web/ui/later.tsx'
import { asked, type Handed } from './secret.ts'
import { isSpoiled, type Sight } from './token-status.ts'

/** The one value that is open under its row; `count` tells two openings apart. */
export interface Opened {
  name: string
  handed: Handed
  selected: boolean
  count: number
  /** The row as it was read when this was opened: once it is read again, the value may be another one. */
  row: Token | undefined
}

/** Revealing and copying values: one click, one GET; at most one value is open on the page. */
export interface Reveal {
  opened: Opened | undefined
  toggle(name: string): void
  close: () => void
  /** Closes the value of this name, if it is the one that is open. */
  hide(name: string): void
  copy(name: string): Promise<void>
}

/** Any fresh read of its row closes what is open. */
export function useReveal(list: RowStore<Token>, sight: Sight): Reveal {
  const context = useConsole()
  const { service } = context
  const [held, setHeld] = useState<Opened>()
  const count = useRef(0)
  const now = useRef(list)
  now.current = list
  const open = (name: string, handed: Handed, selected: boolean) => {
    count.current += 1
    setHeld({ name, handed, selected, count: count.current, row: rowOf(now.current, name) })
  }
  const end = () => {
    held?.handed.end()
    if (held !== undefined) setHeld(undefined)
  }
  const close = () => {
    const lost = focusIsLost()
    end()
    if (held !== undefined && lost) focusReveal(held.name)
  }
  const steady = useRef({ close, end })
  steady.current = { close, end }
  const [onHide] = useState(() => () => steady.current.close())

  // Not shown from the first render on in which its row is another, and ended right after.
  const stale = held !== undefined && rowOf(list, held.name) !== held.row
  const opened = stale ? undefined : held
  useEffect(() => {
    if (stale) steady.current.close()
  }, [stale])
  useEffect(() => () => steady.current.end(), [])

  return {
    opened,
    close: onHide,
    hide(name) {
      if (held?.name === name) end()
    },
    toggle(name) {
      if (opened?.name === name) return close()
      held?.handed.end()
      open(
        name,
        asked((signal) => service.tokens.value(name, { signal })),
        false,
      )
    },
    copy(name) {
      const row = list.find(name)
      const spoiled = row >= 0 && isSpoiled(list.at(row), sight)
      const copying = { name, spoiled, open: (handed: Handed) => open(name, handed, true) }
      // Without a promise in between, where it can be: the clipboard is open only inside a click.
      const code = copyCode.here()
      if (code !== undefined) return code(context, copying)
      return copyCode.fetch().then(
        (copy) => copy(context, copying),
        (missing: Error) => context.toasts.show(missing.message, { failed: true }),
      )
    },
  }
}

const copyCode = later(async () => (await import('./copy-value.ts')).copyValue)

function rowOf(list: RowStore<Token>, name: string): Token | undefined {
  const at = list.find(name)
  return at < 0 ? undefined : list.at(at)
}

/** Whether the focus goes with what is closed, or is nowhere: what the admin is at elsewhere keeps it. */
function focusIsLost(): boolean {
  const { activeElement: at } = document
  return at === null || at === document.body || at.closest('.secret') !== null
}

function focusReveal(name: string): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-reveal]')) {
    if (button.dataset['reveal'] === name) button.focus({ preventScroll: true })
  }
}
