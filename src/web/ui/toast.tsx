import { Check, CircleX, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { restoreFocusOnUnmount, returnFocusOnUnmount } from './focus.ts'
import type { Announcer } from './announcer.tsx'
import { Notice } from './notice.tsx'
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
  severity?: 'error' | 'warning'
  /** A name from outside that stands in the sentence in “”, or several. */
  name?: string
  names?: readonly string[]
  action?: ToastAction
  /** What it counts. */
  deleted?: { noun: string; count: number }
}

interface ShownToast extends ToastOptions {
  text: string
}

/**
 * One toast at a time, about something without a row. It contains no secret and is not a live region. sonner was tried:
 * it writes its styles into the page, which the content security policy forbids; React Aria's toast is marked unstable.
 */
export interface ToastStore extends Store<ShownToast | undefined> {
  /** Shows a toast and announces it, unless it was `announced` in other words. */
  show(text: string, options?: ToastOptions & { announced?: true }): void
}

export function createToastStore(announcer: Pick<Announcer, 'announce' | 'alert'>): ToastStore {
  const store = createStore<ShownToast | undefined>(undefined)
  return {
    ...store,
    show(text, { announced, ...options } = {}) {
      store.set({ text, ...options })
      if (announced !== true) announcer[options.severity === 'error' ? 'alert' : 'announce'](text)
    },
  }
}

/** In milliseconds; longer with a button: there must be time to reach it. */
const durationsMs = { alone: 6000, withAct: 20_000 }

/** What is said now, if anything. */
export function Toast({ toasts }: { toasts: ToastStore }) {
  const toast = useStore(toasts)
  return toast && <ToastView toast={toast} toasts={toasts} />
}

/** Disappears after a while, but not while the pointer or the focus is on it. */
function ToastView({ toast, toasts }: { toast: ShownToast; toasts: ToastStore }) {
  const { text, severity, name, names = name === undefined ? [] : [name], action } = toast
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocusInside] = useState(false)
  const isPaused = isHovered || isFocused
  const dismiss = () => toasts.set(undefined)
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => toasts.set(undefined), toast.action ? durationsMs.withAct : durationsMs.alone)
    return () => clearTimeout(timer)
  }, [toast, isPaused, toasts])
  const Icon = severity === undefined ? Check : severity === 'error' ? CircleX : TriangleAlert
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it stays while it is looked at
    <section
      ref={returnFocusOnUnmount}
      aria-label="Notifications"
      className="toast floating notice"
      // A sheet leaves it alone: it can be read and dismissed beside one.
      data-react-aria-top-layer="true"
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocusInside(true)}
      onBlur={() => setFocusInside(false)}
    >
      <Notice
        icon={<Icon className={`icon ${severity ?? ''}`} aria-hidden="true" />}
        text={
          <span title={name && displayText(name)}>
            <TextWithNames text={text} names={names} />
          </span>
        }
        actions={
          action && (
            <button
              ref={restoreFocusOnUnmount}
              type="button"
              className="btn small"
              onClick={() => {
                dismiss()
                action.run()
              }}
            >
              {action.label}
            </button>
          )
        }
        onDismiss={dismiss}
      />
    </section>
  )
}

/** *“X” deleted.*; if one more follows while it is shown, *2 tokens deleted.* The caller announces it. */
export function showDeletionToast(toasts: ToastStore, noun: string, name: string): void {
  const previous = toasts.get()?.deleted
  const count = previous?.noun === noun ? previous.count + 1 : 1
  const deleted = { noun, count }
  if (count > 1) toasts.show(`${formatCount(count)} ${noun}s deleted.`, { announced: true, deleted })
  else toasts.show(`“${displayText(name)}” deleted.`, { announced: true, deleted, name })
}
