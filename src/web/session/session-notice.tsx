import { useEffect, useState, useEffectEvent } from 'react'
import { useStore } from '#web/ui/store.ts'
import type { SessionTimer, SessionExpiry } from './session-timer.ts'
import { Clock } from 'lucide-react'
import { useSecondsUntil } from '#web/ui/use-now.ts'
import { returnFocusOnUnmount } from '#web/ui/focus.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useSession } from './session.ts'
import { formatTime, pluralize } from '#web/ui/format.ts'
import './session-notice.css'

/**
 * How long the notice stays after the session was extended, in milliseconds: moving the pointer to its button extends it.
 */
const extendedNoticeMs = 3_000

interface SessionNoticeProps {
  timer: SessionTimer
  /** How many generated passwords nobody has copied: they go with the session. */
  uncopiedCount: number
}

/** Shown only when the session is about to end. */
export function SessionNotice({ timer, uncopiedCount }: SessionNoticeProps) {
  const lossText =
    uncopiedCount === 0
      ? ''
      : ` ${pluralize(uncopiedCount, 'generated password is', 'generated passwords are')} not copied and will be lost.`
  const expiry = useStore(timer.expiry)
  const [shownExpiry, setShownExpiry] = useState(expiry)
  if (expiry !== undefined && expiry !== shownExpiry) setShownExpiry(expiry)
  useEffect(() => {
    if (expiry !== undefined) return
    const timer = setTimeout(() => setShownExpiry(undefined), extendedNoticeMs)
    return () => clearTimeout(timer)
  }, [expiry])
  return (
    shownExpiry && (
      <ExpiryNotice
        expiry={shownExpiry}
        lossText={lossText}
        isExtended={expiry === undefined}
        onExtend={timer.extend}
      />
    )
  )
}

interface ExpiryNoticeProps {
  expiry: SessionExpiry
  /** What is lost with it, as a sentence that begins with a space; or nothing. */
  lossText: string
  /** The session has been extended meanwhile. */
  isExtended: boolean
  onExtend: () => void
}

/**
 * Announces that the session is about to end, and offers to extend it where that is possible. It does not move the focus,
 * and lies over sheets and dialogs, where it stays reachable. Only the eye sees seconds pass.
 */
function ExpiryNotice({ expiry, lossText, isExtended, onExtend }: ExpiryNoticeProps) {
  const { announcer } = useSession()
  const seconds = useSecondsUntil(expiry.timestamp)
  const [initialSeconds] = useState(seconds)
  const message = isExtended ? 'You stay signed in.' : `${expiryMessage(expiry, initialSeconds)}${lossText}`
  const announce = useEffectEvent((sentence: string) => announcer.alert(sentence))
  useEffect(() => {
    if (!isExtended) announce(message)
  }, [isExtended, message])
  return (
    <section
      ref={returnFocusOnUnmount}
      aria-label="Session"
      className="toast floating staying notice"
      data-react-aria-top-layer="true"
    >
      <Notice
        icon={<Clock className="icon" aria-hidden="true" />}
        text={
          isExtended || expiry.by === 'absolute' ? (
            message
          ) : (
            <>
              <span className="sr">{message}</span>
              <span aria-hidden="true">{`${expiryMessage(expiry, seconds)}${lossText}`}</span>
            </>
          )
        }
        actions={
          expiry.by === 'idle' && (
            <button type="button" className="btn small" onClick={onExtend}>
              Stay signed in
            </button>
          )
        }
      />
    </section>
  )
}

function expiryMessage({ by, timestamp }: SessionExpiry, seconds: number): string {
  return by === 'idle'
    ? `You will be signed out in ${seconds} s.`
    : `Your session ends at ${formatTime(timestamp)}. Save your work.`
}
