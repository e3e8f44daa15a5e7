import { RefreshCw } from 'lucide-react'
import { createContext, useContext } from 'react'
import { createPortal } from 'react-dom'
import { tip } from '#web/ui/icons.tsx'
import { ago, bothMoments, count as spelled } from '#web/ui/time.ts'
import { useNow } from '#web/ui/clock.ts'

interface Props {
  /** `128 tokens`; undefined: nothing read yet. */
  count: string | undefined
  /** When the list was last read, in milliseconds since 1970. */
  readAt: number | undefined
  reading: boolean
  onRead: () => void
  /** Receives the element that `WaitingRows` draws in. */
  onAside: (aside: HTMLElement | null) => void
}

/** The end of the line, for what the list below has to say there. */
export const ReadAside = createContext<HTMLElement | null>(null)

/** The line under a page's heading: how many rows, when they were read, and *Refresh*. */
export function ReadLine({ count, readAt, reading, onRead, onAside }: Props) {
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
        <span ref={onAside} className="aside" />
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

/** *3 new, 1 gone · Show*: what was read in the background and waits. */
export function WaitingRows({ added, gone, onShow }: { added: number; gone: number; onShow: () => void }) {
  const aside = useContext(ReadAside)
  const parts = [...(added > 0 ? [`${spelled(added)} new`] : []), ...(gone > 0 ? [`${spelled(gone)} gone`] : [])]
  if (aside === null || parts.length === 0) return null
  return createPortal(
    <button type="button" className="link" onClick={onShow}>
      {`${parts.join(', ')} · Show`}
    </button>,
    aside,
  )
}
