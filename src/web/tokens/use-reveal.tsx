import { useEffect, useState } from 'react'
import type { RowStore } from '#contract/list/row-store.ts'
import type { Token } from '#contract/token.ts'
import { useDesk, useRowsOfJobs } from '#web/jobs/desk.tsx'
import { sameProps } from '#web/list/row-state.tsx'
import { isBlocked } from '#web/session/online.ts'
import { useSession } from '#web/session/session.ts'
import { readOnce, type ReadOnce } from '#web/sheet/read-once.ts'
import { SecretBox } from '#web/sheet/secret-box.tsx'
import { useStore } from '#web/ui/store.ts'
import { useCopyTokenValue } from './hooks.ts'
import { readValue } from './read-value.ts'

/** The value that is open under its row. */
interface Opened {
  name: string
  /** Differs for each opening. */
  count: number
  once: ReadOnce
  /** Copying was refused: the value that was read then is shown, selected. */
  isSelected: boolean
  /** Its row at the time of opening; undefined: not in the list. */
  row: Token | undefined
  /** It was opened while its row was being written. */
  isDuringSave: boolean
}

/** Reveals and copies values: one GET per click. At most one value is open on the page. */
export interface Reveal {
  opened: Opened | undefined
  toggle: (name: string) => void
  /** Reads a value again after a failure. */
  again: (name: string) => void
  close: () => void
  copy: (name: string) => void
}

/** A value closes when a write of its row begins or ends, or when a list shows the row differently. */
export function useReveal(list: RowStore<Token>): Reveal {
  const session = useSession()
  const copy = useCopyTokenValue()
  const [latest, setLatest] = useState<Opened>()
  const { pending } = useRowsOfJobs('tokens')
  const rowOf = (name: string) => {
    const at = list.find(name)
    return at < 0 ? undefined : list.at(at)
  }
  const open = (name: string, atHand?: string) => {
    const once = readOnce((ending) => readValue(session.service, name, AbortSignal.any([ending, session.over])), atHand)
    setLatest((before) => ({
      name,
      count: (before?.count ?? 0) + 1,
      once,
      isSelected: atHand !== undefined,
      row: rowOf(name),
      isDuringSave: pending.has(name),
    }))
  }
  const isStale =
    latest !== undefined &&
    (latest.isDuringSave !== pending.has(latest.name) || isAnother(latest.row, rowOf(latest.name)))
  useEffect(() => () => latest?.once.end(), [latest?.once])
  // The value may have changed with its row: it is hidden in this very render.
  if (isStale) setLatest(undefined)
  const opened = isStale ? undefined : latest
  const again = (name: string) => {
    if (!isBlocked(session)) open(name)
  }
  return {
    opened,
    close: () => setLatest(undefined),
    again,
    toggle(name) {
      if (opened?.name === name) setLatest(undefined)
      else again(name)
    },
    copy(name) {
      if (isBlocked(session)) return
      const show = (value: string) => {
        // Without its row nothing would take the value, and it would wait here.
        const isShown = isDrawn(name)
        if (isShown) open(name, value)
        return isShown
      }
      void copy({ name, token: rowOf(name), show })
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

interface RevealedValueProps {
  name: string
  reveal: Reveal
  isInSheet?: boolean
}

/** The value of a token, while it is open: in the sheet of its row, else under the row. */
export function RevealedValue({ name, reveal, isInSheet = false }: RevealedValueProps) {
  const { opened } = reveal
  const hasSheet = useStore(useDesk().opened)?.is === 'row'
  if (opened?.name !== name || hasSheet !== isInSheet) return null
  return (
    <SecretBox
      key={opened.count}
      what="value"
      name={name}
      once={opened.once}
      isSelected={opened.isSelected}
      onCopy={() => reveal.copy(name)}
      onAgain={() => reveal.again(name)}
      onHide={reveal.close}
    />
  )
}
