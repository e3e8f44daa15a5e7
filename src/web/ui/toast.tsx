import { Check, CircleX, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { keepFocus, lendFocus } from './focus/focus.ts'
import { Foreign, visible } from './names/foreign.tsx'
import { useStore } from './store.ts'
import { count } from './time.ts'
import type { ToastAct, ToastStore } from './toasts.ts'
import './floating.css'
import './toast.css'

const staysFor = 6000
/** Longer with a button, in milliseconds: there must be time to reach it. */
const staysWithAct = 20_000

/** Disappears after a while, but not while the pointer or the focus is on it. */
export function Toast({ toasts }: { toasts: ToastStore }) {
  const toast = useStore(toasts)
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const held = pointed || focused
  useEffect(() => {
    if (toast === undefined || held) return
    const timer = setTimeout(() => toasts.set(undefined), toast.act === undefined ? staysFor : staysWithAct)
    return () => clearTimeout(timer)
  }, [toast, held, toasts])
  if (toast === undefined) return null
  const { message, mark, act } = toast
  const Icon = mark === undefined ? Check : mark === 'failed' ? CircleX : TriangleAlert
  const dismiss = () => {
    // When an element is unmounted under the pointer or the focus, there is no event that they left.
    setPointed(false)
    setFocused(false)
    toasts.set(undefined)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it stays while it is looked at
    <section
      ref={lendFocus}
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
      <span>
        {typeof message === 'string' ? (
          message
        ) : (
          <>
            <span>{message.before}</span>
            <span className="thing">
              <Foreign text={message.name} title={visible(message.name)} />
            </span>
            <span>{message.after}</span>
          </>
        )}
      </span>
      {act !== undefined && (
        <button
          type="button"
          ref={keepFocus}
          className="btn small"
          onClick={() => {
            dismiss()
            act.run()
          }}
        >
          {act.label}
        </button>
      )}
      <button type="button" className="btn ghost small" data-home onClick={dismiss}>
        Dismiss
      </button>
    </section>
  )
}

/**
 * *“X” deleted.*; if one more follows while it is shown, *2 tokens deleted.* The caller announces it. `next`: what comes
 * next for a single row.
 */
export function toastDone(
  toasts: ToastStore,
  noun: string,
  did: 'created' | 'deleted',
  name: string,
  next?: ToastAct,
): void {
  const what = `${noun}s ${did}`
  const before = toasts.get()?.counts
  const times = before?.what === what ? before.times + 1 : 1
  const message = times === 1 ? { before: '“', name, after: `” ${did}.` } : `${count(times)} ${what}.`
  toasts.show(message, { announced: true, counts: { what, times }, ...(times === 1 && next && { act: next }) })
}
