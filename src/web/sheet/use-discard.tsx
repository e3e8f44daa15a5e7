import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { Confirm } from '#web/ui/confirm.tsx'
import { useUnloadGuard } from '#web/ui/use-unload-guard.ts'

interface Discarding {
  /** Calls `go`, after a confirmation if input would be lost. */
  leave: (go: () => void) => void
  /** The dialog *Discard changes?* while it is open. */
  question: ReactNode
}

/** The page in a hash: a search or a filter after it may change. */
const pageIn = (hash: string) => hash.split('?', 1)[0]

/** Asks before a form loses its input, also when the address changes to another page or the page is closed. */
export function useDiscard(hasChanges: () => boolean): Discarding {
  const [leaving, setLeaving] = useState<{ go: () => void }>()
  const isAgreed = useRef(false)
  useUnloadGuard(hasChanges)
  const stay = useEffectEvent((event: Event, here: string) => {
    const { hash } = window.location
    if (isAgreed.current || pageIn(hash) === pageIn(here) || !hasChanges()) return
    event.stopImmediatePropagation()
    window.history.replaceState(null, '', here)
    setLeaving({ go: () => (window.location.hash = hash) })
  })
  useEffect(() => {
    const here = window.location.hash
    const ending = new AbortController()
    // In the capture phase, before the page's own listeners. After *Back* the page may be drawn anew between the two
    // events, so the first one must be in time.
    for (const type of ['popstate', 'hashchange'])
      window.addEventListener(type, (event) => stay(event, here), { capture: true, signal: ending.signal })
    return () => ending.abort()
  }, [])
  return {
    leave(go) {
      if (hasChanges()) setLeaving({ go })
      else go()
    },
    question: leaving && (
      <Confirm
        title="Discard changes?"
        action="Discard"
        back="Keep editing"
        danger
        onConfirm={() => {
          isAgreed.current = true
          leaving.go()
        }}
        onCancel={() => setLeaving(undefined)}
      >
        <p>Your changes will be lost.</p>
      </Confirm>
    ),
  }
}
