import { Clock } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useConsole } from '#web/service/console.tsx'
import { useStore } from '#web/ui/store.ts'
import { clockOf } from '#web/ui/time.ts'
import type { Staying } from './staying.ts'
import { words } from './words.ts'

/** How long it stays after the session was prolonged, in milliseconds: the pointer on its way to the button did that. */
const lingers = 3_000

/**
 * Says that the session is about to end, and lets it go on where it can. The focus stays where it is. It lies over sheets
 * and questions and is in reach there, since it is about all of the page.
 */
export function StayingNotice({ staying }: { staying: Staying }) {
  const { announcer } = useConsole()
  const ending = useStore(staying.ending)
  const [shown, setShown] = useState(ending)
  if (ending !== undefined && ending !== shown) setShown(ending)
  const says = ending && (ending.by === 'idle' ? words.endsIdle : words.endsLimit(clockOf(ending.at)))
  const announce = useEffectEvent((sentence: string) => announcer.alert(sentence))
  useEffect(() => {
    if (says !== undefined) announce(says)
  }, [says])
  useEffect(() => {
    if (ending !== undefined) return
    const timer = setTimeout(() => setShown(undefined), lingers)
    return () => clearTimeout(timer)
  }, [ending])
  if (shown === undefined) return null
  return (
    <section aria-label={words.session} className="toast staying" data-react-aria-top-layer="true">
      <Clock className="icon" aria-hidden="true" />
      <span>{says ?? words.stayed}</span>
      {shown.by === 'idle' && (
        <button type="button" className="btn small" onClick={staying.stay}>
          {words.stay}
        </button>
      )}
    </section>
  )
}
