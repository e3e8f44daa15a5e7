import { useEffect, useState } from 'react'

/** After how long a page says that it has no answer yet, in milliseconds. */
export const patience = 5000

/** Whether something has been pending for so long that the page says so. */
export function useIsSlow(isPending: boolean): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isPending) return
    const timer = setTimeout(() => setSlow(true), patience)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isPending])
  return isPending && isSlow
}

/** *Saving…*, and after five seconds that there is no answer yet. */
export function Busy({ word }: { word: string | undefined }) {
  const isSlow = useIsSlow(true)
  return <span className="busy">{isSlow ? `${word} No answer yet` : word}</span>
}

/** The same for screen readers. */
export const noAnswerYet = 'The service hasn’t answered yet.'
