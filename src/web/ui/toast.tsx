import { Check, CircleX, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { restoreFocusOnUnmount, returnFocusOnUnmount } from './focus.ts'
import type { Announcer } from './announcer.tsx'
import { displayText, TextWithNames } from './untrusted-text.tsx'
import { createStore, useStore, type Store } from './store.ts'
import { formatCount } from './format.ts'
import './floating.css'
import './toast.css'

/** A button of a toast. Pressing it also closes the toast. */
export interface ToastAction {
  label: string
  run: () => void
}

interface ToastOptions {
  /** Something failed, or comes with a warning: shown without a tick. */
  mark?: 'failed' | 'caution'
  /** A name from outside that stands in the sentence in “”, or several. */
  name?: string
  names?: readonly string[]
  act?: ToastAction
  /** What it counts, and the number. */
  counts?: { what: string; times: number }
}

interface ShownToast extends ToastOptions {
  says: string
}

/**
 * One toast at a time, about something without a row. It contains no secret and is not a live region. sonner was tried:
 * it writes its styles into the page, which the content security policy forbids; React Aria's toast is marked unstable.
 */
export interface ToastStore extends Store<ShownToast | undefined> {
  /** Shows a toast and announces it, unless it was `announced` in other words. */
  show(says: string, options?: ToastOptions & { announced?: true }): void
}

export function createToastStore(announcer: Pick<Announcer, 'announce' | 'alert'>): ToastStore {
  const store = createStore<ShownToast | undefined>(undefined)
  return {
    ...store,
    show(says, { announced, ...options } = {}) {
      store.set({ says, ...options })
      if (announced !== true) announcer[options.mark === 'failed' ? 'alert' : 'announce'](says)
    },
  }
}

/** In milliseconds; longer with a button: there must be time to reach it. */
const staysFor = { alone: 6000, withAct: 20_000 }

/** What is said now, if anything. */
export function Toast({ toasts }: { toasts: ToastStore }) {
  const toast = useStore(toasts)
  return toast && <Shown toast={toast} toasts={toasts} />
}

/** Disappears after a while, but not while the pointer or the focus is on it. */
function Shown({ toast, toasts }: { toast: ShownToast; toasts: ToastStore }) {
  const { says, mark, name, names = name === undefined ? [] : [name], act } = toast
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const held = pointed || focused
  const dismiss = () => toasts.set(undefined)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => toasts.set(undefined), toast.act ? staysFor.withAct : staysFor.alone)
    return () => clearTimeout(timer)
  }, [toast, held, toasts])
  const Icon = mark === undefined ? Check : mark === 'failed' ? CircleX : TriangleAlert
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it stays while it is looked at
    <section
      ref={returnFocusOnUnmount}
      aria-label="Notifications"
      className="toast floating"
      // A sheet leaves it alone: it can be read and dismissed beside one.
      data-react-aria-top-layer="true"
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <Icon className={`icon ${mark ?? ''}`} aria-hidden="true" />
      <span title={name && displayText(name)}>
        <TextWithNames text={says} names={names} />
      </span>
      {act && (
        <button
          ref={restoreFocusOnUnmount}
          type="button"
          className="btn small"
          onClick={() => {
            dismiss()
            act.run()
          }}
        >
          {act.label}
        </button>
      )}
      <button type="button" className="btn ghost small" data-focus-fallback onClick={dismiss}>
        Dismiss
      </button>
    </section>
  )
}

/**
 * *“X” deleted.*; if one more follows while it is shown, *2 tokens deleted.* The caller announces it. `next`: what comes
 * next for a single row.
 */
export function showCountedToast(
  toasts: ToastStore,
  noun: string,
  did: 'created' | 'deleted',
  name: string,
  next?: ToastAction,
): void {
  const what = `${noun}s ${did}`
  const before = toasts.get()?.counts
  const times = before?.what === what ? before.times + 1 : 1
  const counts = { what, times }
  if (times > 1) toasts.show(`${formatCount(times)} ${what}.`, { announced: true, counts })
  else toasts.show(`“${displayText(name)}” ${did}.`, { announced: true, counts, name, ...(next && { act: next }) })
}
