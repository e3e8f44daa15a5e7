import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import type { RowStore } from '#contract/list/row-store.ts'
import type { Token } from '#contract/token.ts'
import { useSession } from '#web/ui/session.ts'
import { usePending } from '#web/writes/write.ts'
import { isBlocked } from '#web/list/online.ts'
import { useCopyTokenValue } from '#web/tokens/token-hooks.ts'
import type { ViewContext } from '#web/tokens/token-status.ts'
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
  /** The list at the time of opening. */
  list: RowStore<Token>
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

/** A value closes when its row is written or when a fresh list shows the row differently. */
export function useReveal(list: RowStore<Token>, context: ViewContext): Reveal {
  const session = useSession()
  const copy = useCopyTokenValue()
  const [latest, setLatest] = useState<Opened>()
  const pending = usePending('tokens')
  const isBeingWritten = (name: string) => pending.get(name)?.isCheck === false
  const open = (next: Pick<Opened, 'name' | 'once' | 'selected'>) =>
    setLatest((before) => ({
      ...next,
      list,
      isDuringSave: isBeingWritten(next.name),
      isOver: false,
      count: (before?.count ?? 0) + 1,
    }))
  const close = useCallback(() => {
    latest?.once.end()
    setLatest(undefined)
  }, [latest])

  // The value may have changed with its row: hidden in this render, and ended right after it.
  if (latest?.isOver === false && !latest.isDuringSave && isBeingWritten(latest.name))
    setLatest({ ...latest, isOver: true })
  const stale = latest !== undefined && (latest.isOver || isRowReadAgain(latest.list, list, latest.name))
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
      const row = list.find(name)
      const token = row < 0 ? undefined : list.at(row)
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

/**
 * Whether the row of this name may have changed between two lists: a fresh list shows it differently, or one of the
 * patches that led to `now` was about it, even if nothing visible changed.
 */
export function isRowReadAgain(before: RowStore<Token>, now: RowStore<Token>, name: string): boolean {
  let list = now
  while (list !== before) {
    const { patch } = list
    const previous = patch?.of.deref()
    if (patch === undefined || previous === undefined) return hasChanged(before, now, name)
    const { did, index } = patch
    if ((did === 'removed' || did === 'replaced') && previous.find(name) === index) return true
    if ((did === 'added' || did === 'replaced') && list.find(name) === index) return true
    list = previous
  }
  return false
}

function hasChanged(before: RowStore<Token>, now: RowStore<Token>, name: string): boolean {
  const [was, is] = [before.find(name), now.find(name)]
  return was < 0 || is < 0 || !sameProps(before.at(was), now.at(is))
}
