import { useEffect, useRef, useState } from 'react'
import { problemOf } from '#contract/problem.ts'
import type { RowStore } from '#contract/row-store.ts'
import type { Token } from '#contract/token.ts'
import { useConsole } from '#web/service/console.tsx'
import { problemWords } from '#web/service/problem-words.ts'
import { clearClipboard, clipboardWords } from '#web/ui/clipboard.ts'
import { asked, copySecret, type Handed } from './secret.ts'
import { isSpoiled, type Sight } from './token-status.ts'
import { words } from './words.ts'

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
  const { service, notes, toasts, announcer, activity } = useConsole()
  const did = (name: string, asked: string, outcome: string) => activity.add({ kind: 'Token', name, asked, outcome })
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

  const clear = async () => {
    const says = await clearClipboard()
    toasts.show(says)
    announcer.say(says)
  }

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
    async copy(name) {
      try {
        const copied = await copySecret(() => service.tokens.value(name))
        if (copied.is === 'copied') {
          notes.tokens.dismiss(name)
          const row = list.find(name)
          const says = row >= 0 && isSpoiled(list.at(row), sight) ? words.copiedSpoiled : words.copied(name)
          toasts.show(says, { act: { label: clipboardWords.clear, run: () => void clear() } })
          announcer.say(says)
          did(name, 'copy value', 'copied')
        } else if (copied.is === 'no-value') {
          toasts.show(words.noValue, { failed: true })
          announcer.alert(words.noValue)
        } else {
          open(name, copied.handed, true)
          toasts.show(words.notCopied, { failed: true })
          announcer.alert(words.notCopied)
        }
      } catch (error) {
        const problem = problemOf(error)
        if (problem === undefined) throw error
        const says = `Not copied. ${problemWords(problem)}`
        toasts.show(says, { failed: true })
        announcer.alert(says)
      }
    },
  }
}

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
