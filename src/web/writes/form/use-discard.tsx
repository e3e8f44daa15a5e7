import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { routeOf } from '#web/app/route.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { useUnloadGuard } from '#web/app/use-unload-guard.ts'

interface Discarding {
  /** Calls `go`, after a confirmation if input would be lost. */
  leave: (go: () => void) => void
  /** The dialog *Discard changes?* while it is open. */
  question: ReactNode
}

/** Asks before a form loses its input, also when the address changes to another page or the page is closed. */
export function useDiscard(hasChanges: () => boolean): Discarding {
  const [leaving, setLeaving] = useState<{ go: () => void }>()
  const isAgreed = useRef(false)
  useUnloadGuard(hasChanges)
  const stay = useEffectEvent((event: HashChangeEvent, here: string) => {
    const { hash } = window.location
    if (isAgreed.current || routeOf(hash).page === routeOf(here).page || !hasChanges()) return
    event.stopImmediatePropagation()
    window.history.replaceState(null, '', here)
    setLeaving({ go: () => (window.location.hash = hash) })
  })
  useEffect(() => {
    const here = window.location.hash
    const onHashChange = (event: HashChangeEvent) => stay(event, here)
    // In the capture phase, before the page's own listeners.
    window.addEventListener('hashchange', onHashChange, { capture: true })
    return () => window.removeEventListener('hashchange', onHashChange, { capture: true })
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
        <p>What you typed would be lost.</p>
      </Confirm>
    ),
  }
}
