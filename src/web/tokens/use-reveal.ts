import { useEffect, useRef, useState } from 'react'
import { problemOf } from '#contract/problem.ts'
import type { RowStore } from '#contract/row-store.ts'
import type { Token } from '#contract/token.ts'
import { useConsole } from '#web/service/console.tsx'
import { problemWords } from '#web/service/problem-words.ts'
import { asked, copySecret, type Handed } from './secret.ts'
import { isSpoiled, type Sight } from './token-status.ts'
import { words } from './words.ts'

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

/** A fresh read of the list closes what is open: the value may be another one by now. */
export function useReveal(list: RowStore<Token>, sight: Sight): Reveal {
  const { service, notes, toasts, announcer, activity } = useConsole()
  const did = (name: string, asked: string, outcome: string) => activity.add({ kind: 'Token', name, asked, outcome })
  const [opened, setOpened] = useState<Opened>()
  const count = useRef(0)
  const open = (name: string, handed: Handed, selected: boolean) => {
    count.current += 1
    setOpened({ name, handed, selected, count: count.current })
  }
  const close = () => {
    opened?.handed.end()
    setOpened(undefined)
    if (opened !== undefined) focusReveal(opened.name)
  }
  const steadyClose = useRef(close)
  steadyClose.current = close
  const [onHide] = useState(() => () => steadyClose.current())

  useEffect(() => () => setOpened(undefined), [list.readAt])

  return {
    opened,
    close: onHide,
    hide(name) {
      if (opened?.name === name) {
        opened.handed.end()
        setOpened(undefined)
      }
    },
    toggle(name) {
      if (opened?.name === name) return close()
      opened?.handed.end()
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
          toasts.show(says)
          announcer.say(says)
          did(name, 'copy value', 'copied')
        } else if (copied.is === 'no-value') {
          toasts.show(words.noValue)
          announcer.alert(words.noValue)
        } else {
          open(name, copied.handed, true)
          toasts.show(words.notCopied)
          announcer.alert(words.notCopied)
        }
      } catch (error) {
        const problem = problemOf(error)
        if (problem === undefined) throw error
        const says = `Not copied. ${problemWords(problem)}`
        toasts.show(says)
        announcer.alert(says)
      }
    },
  }
}

function focusReveal(name: string): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-reveal]')) {
    if (button.dataset['reveal'] === name) button.focus()
  }
}
