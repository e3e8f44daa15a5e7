import type { ReactNode } from 'react'
import { restoreFocusOnUnmount } from './focus.ts'
import { useIsSlow } from './use-now.ts'
import './blank.css'

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
      {children !== undefined && children !== false && <p>{children}</p>}
      {actions !== undefined && <div className="blank-acts">{actions}</div>}
    </div>
  )
}
