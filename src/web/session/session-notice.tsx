import { useEffect, useState, useEffectEvent } from 'react'
import { useStore } from '#web/ui/store.ts'
import type { SessionTimer, SessionExpiry } from './session-timer.ts'
import { Clock } from 'lucide-react'
import { useSecondsUntil } from '#web/ui/use-now.ts'
import { returnFocusOnUnmount } from '#web/ui/focus.ts'
import { useSession } from './session.ts'
import { formatTime } from '#web/ui/format.ts'
import './session-notice.css'

/**
 * How long the notice stays after the session was extended, in milliseconds: moving the pointer to its button extends it.
 */
const staysFor = 3_000

/** Shown only when the session is about to end. */
export function SessionNotice({ timer, loses }: { timer: SessionTimer; loses: string }) {
  const ending = useStore(timer.expiry)
  const [shown, setShown] = useState(ending)
  if (ending !== undefined && ending !== shown) setShown(ending)
  useEffect(() => {
    if (ending !== undefined) return
    const timer = setTimeout(() => setShown(undefined), staysFor)
    return () => clearTimeout(timer)
  }, [ending])
  return shown && <EndingNotice ending={shown} loses={loses} isOver={ending === undefined} onStay={timer.extend} />
}

interface EndingProps {
  ending: SessionExpiry
  /** What is lost with it, as a sentence that begins with a space; or nothing. */
  loses: string
  /** The session has been extended meanwhile. */
  isOver: boolean
  onStay: () => void
}

/**
 * Announces that the session is about to end, and offers to extend it where that is possible. It does not move the focus,
 * and lies over sheets and dialogs, where it stays reachable. Only the eye sees seconds pass.
 */
function EndingNotice({ ending, loses, isOver, onStay }: EndingProps) {
  const { announcer } = useSession()
  const seconds = useSecondsUntil(ending.at)
  const [begins] = useState(seconds)
  const says = isOver ? 'You stay signed in.' : `${endsWords(ending, begins)}${loses}`
  const announce = useEffectEvent((sentence: string) => announcer.alert(sentence))
  useEffect(() => {
    if (!isOver) announce(says)
  }, [isOver, says])
  return (
    <section
      ref={returnFocusOnUnmount}
      aria-label="Session"
      className="toast floating staying"
      data-react-aria-top-layer="true"
    >
      <Clock className="icon" aria-hidden="true" />
      {isOver || ending.by === 'limit' ? (
        <span>{says}</span>
      ) : (
        <span>
          <span className="sr">{says}</span>
          <span aria-hidden="true">{`${endsWords(ending, seconds)}${loses}`}</span>
        </span>
      )}
      {ending.by === 'idle' && (
        <button type="button" className="btn small" onClick={onStay}>
          Stay signed in
        </button>
      )}
    </section>
  )
}

function endsWords({ by, at }: SessionExpiry, seconds: number): string {
  return by === 'idle'
    ? `You will be signed out in ${seconds} seconds.`
    : `Your session ends at ${formatTime(at)}. Save your work.`
}
