import { useEffect, useState, useEffectEvent } from 'react'
import { useStore } from '#web/ui/store.ts'
import type { SessionTimer, Ending } from './session-timer.ts'
import { Clock } from 'lucide-react'
import { useConsole } from '#web/app/console.tsx'
import { clockOf } from '#web/ui/time.ts'
import './session-notice.css'

/**
 * How long the notice stays after the session was extended, in milliseconds: moving the pointer to its button extends it.
 */
const staysFor = 3_000

/** Shown only when the session is about to end. */
export function SessionNotice({ timer }: { timer: SessionTimer }) {
  const ending = useStore(timer.ending)
  const [shown, setShown] = useState(ending)
  if (ending !== undefined && ending !== shown) setShown(ending)
  useEffect(() => {
    if (ending !== undefined) return
    const timer = setTimeout(() => setShown(undefined), staysFor)
    return () => clearTimeout(timer)
  }, [ending])
  return shown && <EndingNotice ending={shown} isOver={ending === undefined} onStay={timer.stay} />
}

interface EndingProps {
  ending: Ending
  /** The session has been extended meanwhile. */
  isOver: boolean
  onStay: () => void
}

/**
 * Announces that the session is about to end, and offers to extend it where that is possible. It does not move the focus,
 * and lies over sheets and dialogs, where it stays reachable.
 */
function EndingNotice({ ending, isOver, onStay }: EndingProps) {
  const { announcer } = useConsole()
  const ends =
    ending.by === 'idle'
      ? 'You will be signed out in 60 seconds.'
      : `Your session ends at ${clockOf(ending.at)}. Save your work.`
  const says = isOver ? undefined : ends
  const announce = useEffectEvent((sentence: string) => announcer.alert(sentence))
  useEffect(() => {
    if (says !== undefined) announce(says)
  }, [says])
  return (
    <section aria-label="Session" className="toast floating staying" data-react-aria-top-layer="true">
      <Clock className="icon" aria-hidden="true" />
      <span>{says ?? 'You stay signed in.'}</span>
      {ending.by === 'idle' && (
        <button type="button" className="btn small" onClick={onStay}>
          Stay signed in
        </button>
      )}
    </section>
  )
}
