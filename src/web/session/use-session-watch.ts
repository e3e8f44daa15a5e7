import { useEffect } from 'react'
import { useSession } from './session.ts'

/** How often the console server is asked while a secret is shown, in milliseconds. */
const pollIntervalMs = 4_000

/**
 * While a secret is shown, asks the console server whether the session lasts: another browser may have ended it. Asking
 * does not prolong it.
 */
export function usePollSession(isShown: boolean): void {
  const { pollSession } = useSession()
  useEffect(() => {
    if (!isShown) return
    const timer = setInterval(pollSession, pollIntervalMs)
    return () => clearInterval(timer)
  }, [isShown, pollSession])
}
