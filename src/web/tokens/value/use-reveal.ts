import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import type { RowStore } from '#contract/list/row-store.ts'
import type { Token } from '#contract/token.ts'
import { useSession } from '#web/ui/session.ts'
import { usePending } from '#web/writes/write.ts'
import { isBlocked } from '#web/list/online.ts'
import { useCopyTokenValue } from '#web/tokens/token-hooks.ts'
import type { ViewContext } from '#web/tokens/token-status.ts'
import { rowIn } from '#contract/saving/settling.ts'
import { valueOnce, type ValueOnce } from './value-once.ts'
import { sameProps } from '#web/list/row-state.tsx'

/** The value that is open under its row. `count` differs for each opening. */
export interface Opened {
  name: string
  once: ValueOnce
  selected: boolean
  count: number
  /** It was opened while its row was being written. */
  isDuringSave: boolean
  /** Its row has been written since. */
  isOver: boolean
  /** Its row at the time of opening; undefined: not in the list. */
  row: Token | undefined
}

/** Reveals and copies values: one GET per click. At most one value is open on the page. */
export interface Reveal {
  opened: Opened | undefined
  toggle(name: string): void
  /** Reads a value again after a failure. */
  again(name: string): void
  close: () => void
  copy(name: string): void
}

/** A value closes when a write of its row begins or ends, or when a list shows the row differently. */
export function useReveal(list: RowStore<Token>, context: ViewContext): Reveal {
  const session = useSession()
  const copy = useCopyTokenValue()
  const [latest, setLatest] = useState<Opened>()
  const pending = usePending('tokens')
  const isBeingWritten = (name: string) => pending.has(name)
  const open = (next: Pick<Opened, 'name' | 'once' | 'selected'>) =>
    setLatest((before) => ({
      ...next,
      row: rowIn(list, next.name),
      isDuringSave: isBeingWritten(next.name),
      isOver: false,
      count: (before?.count ?? 0) + 1,
    }))
  const close = useCallback(() => {
    latest?.once.end()
    setLatest(undefined)
  }, [latest])

  // The value may have changed with its row: hidden in this render, and ended right after it.
  if (latest?.isOver === false && latest.isDuringSave !== isBeingWritten(latest.name))
    setLatest({ ...latest, isOver: true })
  const stale = latest !== undefined && (latest.isOver || isAnother(latest.row, rowIn(list, latest.name)))
  const opened = stale ? undefined : latest
  const end = useEffectEvent(() => latest?.once.end())
  useEffect(() => {
    if (stale) end()
  }, [stale])
  useEffect(() => () => end(), [])

  const again = (name: string) => {
    if (isBlocked(session)) return
    latest?.once.end()
    open({ name, once: valueOnce(), selected: false })
  }
  return {
    opened,
    close,
    again,
    toggle(name) {
      if (opened?.name === name) close()
      else again(name)
    },
    copy(name) {
      if (isBlocked(session)) return
      const token = rowIn(list, name)
      const show = (value: string) => {
        // Without its row nothing would take the value, and it would wait here.
        const isShown = isDrawn(name)
        if (isShown) open({ name, once: valueOnce(value), selected: true })
        return isShown
      }
      void copy({ name, token, context, show })
    },
  }
}

/** Whether the row of this name is in the page: it may be filtered away, or another page may be open. */
function isDrawn(name: string): boolean {
  return [...document.querySelectorAll<HTMLElement>('[data-reveal]')].some(({ dataset }) => dataset['reveal'] === name)
}

/** Whether a row shows anything else than it did. */
function isAnother(before: Token | undefined, now: Token | undefined): boolean {
  return before !== now && (before === undefined || now === undefined || !sameProps(before, now))
}
