import { useEffect, useState, useEffectEvent } from 'react'
import { useStore } from '#web/ui/store.ts'
import type { SessionTimer, Ending } from './session-timer.ts'
import { Clock } from 'lucide-react'
import { useConsole } from '#web/app/console.tsx'
import { clockOf } from '#web/ui/time.ts'
import './session-notice.css'

const words = {
  session: 'Session',
  stay: 'Stay signed in',
  stayed: 'You stay signed in.',
  endsIdle: 'You will be signed out in 60 seconds.',
  endsLimit: (at: string) => `Your session ends at ${at}. Save your work.`,
} as const

/** How long it stays after the session was prolonged, in milliseconds: the pointer on its way to the button did that. */
const lingers = 3_000

/** Nothing, until the session is about to end. */
export function SessionNotice({ timer }: { timer: SessionTimer }) {
  const ending = useStore(timer.ending)
  const [shown, setShown] = useState(ending)
  if (ending !== undefined && ending !== shown) setShown(ending)
  useEffect(() => {
    if (ending !== undefined) return
    const timer = setTimeout(() => setShown(undefined), lingers)
    return () => clearTimeout(timer)
  }, [ending])
  return shown && <EndingNotice ending={shown} isOver={ending === undefined} onStay={timer.stay} />
}

interface EndingProps {
  ending: Ending
  /** The session was prolonged in the meantime. */
  isOver: boolean
  onStay: () => void
}

/**
 * Says that the session is about to end, and lets it go on where it can. The focus stays where it is. It lies over sheets
 * and questions and is in reach there, since it is about all of the page.
 */
function EndingNotice({ ending, isOver, onStay }: EndingProps) {
  const { announcer } = useConsole()
  const says = isOver ? undefined : ending.by === 'idle' ? words.endsIdle : words.endsLimit(clockOf(ending.at))
  const announce = useEffectEvent((sentence: string) => announcer.alert(sentence))
  useEffect(() => {
    if (says !== undefined) announce(says)
  }, [says])
  return (
    <section aria-label={words.session} className="toast floating staying" data-react-aria-top-layer="true">
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
