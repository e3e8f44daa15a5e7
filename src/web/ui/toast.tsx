import { Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createStore, useStore, type Store } from './store.ts'

/** One line at a time about something that has no row of its own. It holds no secret and is no live region. */
export interface ToastStore extends Store<{ sentence: string } | undefined> {
  show(sentence: string): void
}

/** An empty store. */
export function createToasts(): ToastStore {
  const store = createStore<{ sentence: string } | undefined>(undefined)
  return { ...store, show: (sentence) => store.set({ sentence }) }
}

const staysFor = 6000

/** Goes by itself after six seconds, or stays while the pointer is on it. */
export function Toast({ toasts }: { toasts: ToastStore }) {
  const toast = useStore(toasts)
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (toast === undefined || held) return
    const timer = setTimeout(() => toasts.set(undefined), staysFor)
    return () => clearTimeout(timer)
  }, [toast, held, toasts])
  if (toast === undefined) return null
  return (
    <div className="toast" onPointerEnter={() => setHeld(true)} onPointerLeave={() => setHeld(false)}>
      <Check className="icon" aria-hidden="true" />
      <span>{toast.sentence}</span>
      <button type="button" className="btn ghost small" onClick={() => toasts.set(undefined)}>
        Dismiss
      </button>
    </div>
  )
}
