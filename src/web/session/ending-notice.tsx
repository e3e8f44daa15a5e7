import { Clock } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useConsole } from '#web/service/console.tsx'
import { clockOf } from '#web/ui/time.ts'
import type { Ending } from './staying.ts'
import { words } from './words.ts'

interface Props {
  ending: Ending
  /** The session was prolonged in the meantime. */
  isOver: boolean
  onStay: () => void
}

/**
 * Says that the session is about to end, and lets it go on where it can. The focus stays where it is. It lies over sheets
 * and questions and is in reach there, since it is about all of the page.
 */
export function EndingNotice({ ending, isOver, onStay }: Props) {
  const { announcer } = useConsole()
  const says = isOver ? undefined : ending.by === 'idle' ? words.endsIdle : words.endsLimit(clockOf(ending.at))
  const announce = useEffectEvent((sentence: string) => announcer.alert(sentence))
  useEffect(() => {
    if (says !== undefined) announce(says)
  }, [says])
  return (
    <section aria-label={words.session} className="toast staying" data-react-aria-top-layer="true">
      <Clock className="icon" aria-hidden="true" />
      <span>{says ?? words.stayed}</span>
      {ending.by === 'idle' && (
        <button type="button" className="btn small" onClick={onStay}>
          {words.stay}
        </button>
      )}
    </section>
  )
}
