import { RefreshCw } from 'lucide-react'
import { tip } from '#web/ui/icons.tsx'
import type { Noun } from '#web/resource/resource.ts'
import { ago, bothMoments, count } from '#web/ui/time.ts'
import { useNow } from '#web/ui/clock.ts'

interface Props {
  /** How many rows there are; undefined: nothing read yet. */
  rows: number | undefined
  noun: Noun
  /** When the list was last read, in milliseconds since 1970. */
  readAt: number | undefined
  reading: boolean
  onRead: () => void
}

/** The line beside a page's heading: how many rows, when they were read, and *Refresh*. */
export function ReadLine({ rows, noun, readAt, reading, onRead }: Props) {
  const now = useNow()
  return (
    <div className="meta">
      <span className="read">
        {rows !== undefined && (
          <>
            <b>
              <span>{count(rows)}</span> <span className="word">{rows === 1 ? noun : `${noun}s`}</span>
            </b>
            <span className="sep">·</span>
          </>
        )}
        {readAt === undefined ? (
          <span>{reading ? (rows === undefined ? 'loading…' : 'so far, loading…') : 'not loaded'}</span>
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
