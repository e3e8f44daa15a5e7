import type { ReactNode } from 'react'
import { restoreFocusOnUnmount } from './focus.ts'
import { useIsSlow } from './use-now.ts'
import './blank.css'
import './skeleton.css'

/** *Saving…*, and after five seconds that there is no answer yet. */
export function BusyText({ label }: { label: string | undefined }) {
  const isSlow = useIsSlow(true)
  return <span className="busy">{isSlow ? `${label} No answer yet` : label}</span>
}

/** The same for screen readers. */
export const noResponseMessage = 'The service hasn’t answered yet.'

interface Props {
  icon: ReactNode
  title: ReactNode
  children?: ReactNode
  actions?: ReactNode
}

/** Replaces the table when there are no rows: says why, and what to do. */
export function EmptyState({ icon, title, children, actions }: Props) {
  return (
    <div ref={restoreFocusOnUnmount} className="blank">
      <span className="blank-icon">{icon}</span>
      <h2>{title}</h2>
      {children !== undefined && <p>{children}</p>}
      {actions !== undefined && <div className="blank-acts">{actions}</div>}
    </div>
  )
}

/** Placeholder rows of the real size, while the first list loads. */
export function Skeleton({ rows }: { rows: number }) {
  return (
    <div className="panel skeletons" aria-hidden="true">
      {Array.from({ length: rows }, (_, i) => (
        <div key={i}>
          <i className="skel w2" />
          <i className="skel round" />
          <i className="skel w1" />
          <i className="skel w3" />
          <i className="skel w4" />
        </div>
      ))}
    </div>
  )
}
