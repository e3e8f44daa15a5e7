import { useEffect, useEffectEvent } from 'react'

/** Asks before the page is closed or reloaded while `wouldLose` returns true. Browsers choose the words themselves. */
export function useUnloadGuard(wouldLose: () => boolean): void {
  const isNeeded = useEffectEvent(wouldLose)
  useEffect(() => {
    const ask = (event: Event) => {
      if (isNeeded()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
}
