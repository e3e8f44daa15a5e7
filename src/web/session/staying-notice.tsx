import { Clock } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useConsole } from '#web/service/console.tsx'
import { useStore } from '#web/ui/store.ts'
import { clockOf } from '#web/ui/time.ts'
import type { Staying } from './staying.ts'
import { words } from './words.ts'

/** Says that the session is about to end, and lets it go on where it can. The focus stays where it is. */
export function StayingNotice({ staying }: { staying: Staying }) {
  const { announcer } = useConsole()
  const ending = useStore(staying.ending)
  const says =
    ending === undefined ? undefined : ending.by === 'idle' ? words.endsIdle : words.endsLimit(clockOf(ending.at))
  const announce = useEffectEvent((sentence: string) => announcer.alert(sentence))
  useEffect(() => {
    if (says !== undefined) announce(says)
  }, [says])
  if (ending === undefined) return null
  return (
    <div className="toast staying">
      <Clock className="icon" aria-hidden="true" />
      <span>{says}</span>
      {ending.by === 'idle' && (
        <button type="button" className="btn small" onClick={staying.stay}>
          {words.stay}
        </button>
      )}
    </div>
  )
}
