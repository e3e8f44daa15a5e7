import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { routeOf } from '#web/app/route.ts'
import { Confirm } from '#web/ui/confirm.tsx'

interface Discarding {
  /** Leaves by `go`, once that is agreed to where something would be lost. */
  leave: (go: () => void) => void
  /** *Discard changes?* while that is asked. */
  question: ReactNode
}

/** Asks before what stands in a form is lost, also where the address leads to another page. */
export function useDiscard(hasChanges: () => boolean): Discarding {
  const [leaving, setLeaving] = useState<{ go: () => void }>()
  const isAgreed = useRef(false)
  const stay = useEffectEvent((event: HashChangeEvent, here: string) => {
    const { hash } = window.location
    if (isAgreed.current || routeOf(hash).page === routeOf(here).page || !hasChanges()) return
    event.stopImmediatePropagation()
    window.history.replaceState(null, '', here)
    setLeaving({ go: () => (window.location.hash = hash) })
  })
  useEffect(() => {
    const here = window.location.hash
    const heard = (event: HashChangeEvent) => stay(event, here)
    // Before the page hears of it.
    window.addEventListener('hashchange', heard, { capture: true })
    return () => window.removeEventListener('hashchange', heard, { capture: true })
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
