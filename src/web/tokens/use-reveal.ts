import { useEffect, useRef, useState } from 'react'
import type { RowStore } from '#contract/list/row-store.ts'
import type { Token } from '#contract/token.ts'
import { worthOf } from '#contract/saving/value-worth.ts'
import { useConsole } from '#web/app/console.tsx'
import { isOffline } from '#web/app/online.ts'
import { later } from '#web/ui/later.tsx'
import { isReadAnew } from './read-anew.ts'
import { asked, type Handed } from './secret.ts'
import type { Sight } from './token-status.ts'

/** The one value that is open under its row; `count` tells two openings apart. */
export interface Opened {
  name: string
  handed: Handed
  selected: boolean
  count: number
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

/** Any fresh read of its row closes what is open; so does a list that shows the row differently. */
export function useReveal(list: RowStore<Token>, sight: Sight): Reveal {
  const context = useConsole()
  const { service } = context
  const [held, setHeld] = useState<Opened>()
  const count = useRef(0)
  const open = (name: string, handed: Handed, selected: boolean) => {
    count.current += 1
    setHeld({ name, handed, selected, count: count.current })
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

  // Its row was read again, so the value may be another: not shown from that render on, and ended right after.
  const before = useRef(list)
  const stale = held !== undefined && isReadAnew(before.current, list, held.name)
  const opened = stale ? undefined : held
  useEffect(() => {
    before.current = list
    if (stale) steady.current.close()
  }, [list, stale])
  useEffect(() => () => steady.current.end(), [])

  return {
    opened,
    close: onHide,
    hide(name) {
      if (held?.name === name) end()
    },
    toggle(name) {
      if (opened?.name === name) return close()
      if (isOffline(context)) return
      held?.handed.end()
      open(
        name,
        asked((signal) => service.tokens.value(name, { signal })),
        false,
      )
    },
    copy(name) {
      if (isOffline(context)) return Promise.resolve()
      const row = list.find(name)
      const worth = row < 0 ? undefined : worthOf(list.at(row), sight)
      const copying = { name, worth, open: (handed: Handed) => open(name, handed, true) }
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
