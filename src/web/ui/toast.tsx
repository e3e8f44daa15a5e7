import { Check, CircleX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { returnFocus } from './focus/focus-keeper.ts'
import { useStore } from './store.ts'
import type { ToastStore } from './toasts.ts'
import './floating.css'
import './toast.css'

const staysFor = 6000
/** With something to press, there must be time to get to it. */
const staysWithAct = 20_000

/** Goes by itself after a while, or stays while the pointer or the focus is on it. */
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
  const { sentence, failed, act } = toast
  const dismiss = () => {
    // What is unmounted under pointer or focus tells nobody that they left.
    setPointed(false)
    setFocused(false)
    toasts.set(undefined)
    returnFocus(toast.from?.deref())
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it stays while it is looked at
    <section
      aria-label="Notifications"
      className="toast floating"
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      {failed === true ? (
        <CircleX className="icon err-icon" aria-hidden="true" />
      ) : (
        <Check className="icon" aria-hidden="true" />
      )}
      <span>{sentence}</span>
      {act !== undefined && (
        <button
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
      <button type="button" className="btn ghost small" onClick={dismiss}>
        Dismiss
      </button>
    </section>
  )
}
