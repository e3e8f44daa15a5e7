import { useEffect, useState } from 'react'
import { laterPart } from '#web/ui/later.tsx'
import { useStore } from '#web/ui/store.ts'
import type { Staying } from './staying.ts'

const EndingNotice = laterPart(async () => (await import('./ending-notice.tsx')).EndingNotice)

/** How long it stays after the session was prolonged, in milliseconds: the pointer on its way to the button did that. */
const lingers = 3_000

/** Nothing, until the session is about to end. */
export function StayingNotice({ staying }: { staying: Staying }) {
  const ending = useStore(staying.ending)
  const [shown, setShown] = useState(ending)
  if (ending !== undefined && ending !== shown) setShown(ending)
  useEffect(() => {
    if (ending !== undefined) return
    const timer = setTimeout(() => setShown(undefined), lingers)
    return () => clearTimeout(timer)
  }, [ending])
  return shown && <EndingNotice ending={shown} isOver={ending === undefined} onStay={staying.stay} />
}
