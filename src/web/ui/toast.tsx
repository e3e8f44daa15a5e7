import { Check } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'

/** One line at a time about something that has no row of its own. It holds no secret and is no live region. */
export interface ToastStore {
  show(sentence: string): void
  clear(): void
  subscribe(listener: () => void): () => void
  current(): { sentence: string } | undefined
}

/** An empty store. */
export function createToasts(): ToastStore {
  let current: { sentence: string } | undefined
  const listeners = new Set<() => void>()
  const set = (next: typeof current) => {
    current = next
    for (const listener of listeners) listener()
  }
  return {
    show: (sentence) => set({ sentence }),
    clear: () => set(undefined),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    current: () => current,
  }
}

const staysFor = 6000

/** Goes by itself after six seconds, or stays while the pointer is on it. */
export function Toast({ toasts }: { toasts: ToastStore }) {
  const toast = useSyncExternalStore(toasts.subscribe, toasts.current)
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (toast === undefined || held) return
    const timer = setTimeout(() => toasts.clear(), staysFor)
    return () => clearTimeout(timer)
  }, [toast, held, toasts])
  if (toast === undefined) return null
  return (
    <div className="toast" onPointerEnter={() => setHeld(true)} onPointerLeave={() => setHeld(false)}>
      <Check className="icon" aria-hidden="true" />
      <span>{toast.sentence}</span>
      <button type="button" className="btn ghost small" onClick={() => toasts.clear()}>
        Dismiss
      </button>
    </div>
  )
}
