import { Clock } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useConsole } from '#web/service/console.tsx'
import { clockOf } from '#web/ui/time.ts'
import type { Ending } from './staying.ts'
import { words } from './words.ts'

interface Props {
  ending: Ending
  onStay: () => void
}

/** Says that the session is about to end, and lets it go on where it can. The focus stays where it is. */
export function EndingNotice({ ending, onStay }: Props) {
  const { announcer } = useConsole()
  const says = ending.by === 'idle' ? words.endsIdle : words.endsLimit(clockOf(ending.at))
  const announce = useEffectEvent((sentence: string) => announcer.alert(sentence))
  useEffect(() => announce(says), [says])
  return (
    <div className="toast staying">
      <Clock className="icon" aria-hidden="true" />
      <span>{says}</span>
      {ending.by === 'idle' && (
        <button type="button" className="btn small" onClick={onStay}>
          {words.stay}
        </button>
      )}
    </div>
  )
}
