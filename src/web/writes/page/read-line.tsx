import { RefreshCw } from 'lucide-react'
import { tip } from '#web/ui/icons.tsx'
import { ago, bothMoments } from '#web/ui/time.ts'
import { useNow } from '#web/ui/clock.ts'

interface Props {
  /** `128 tokens`; undefined: nothing read yet. */
  count: string | undefined
  /** When the list was last read, in milliseconds since 1970. */
  readAt: number | undefined
  reading: boolean
  onRead: () => void
}

/** The line under a page's heading: how many rows, when they were read, and *Refresh*. */
export function ReadLine({ count, readAt, reading, onRead }: Props) {
  const now = useNow()
  return (
    <div className="meta">
      <span className="read">
        {count !== undefined && (
          <>
            <b>{count}</b>
            <span className="sep">·</span>
          </>
        )}
        {readAt === undefined ? (
          <span>{reading ? (count === undefined ? 'loading…' : 'so far, loading…') : 'not loaded'}</span>
        ) : (
          <span title={bothMoments(readAt)} className="read-ago">{`Refreshed ${ago(readAt, now)}`}</span>
        )}
      </span>
      <button
        type="button"
        className="ib"
        data-home
        aria-label="Refresh"
        aria-busy={reading || undefined}
        onClick={onRead}
      >
        {tip('Refresh', <RefreshCw className={reading ? 'icon turning' : 'icon'} aria-hidden="true" />)}
      </button>
    </div>
  )
}
