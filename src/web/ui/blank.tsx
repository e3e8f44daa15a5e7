import type { ReactNode } from 'react'
import './blank.css'

interface Props {
  icon: ReactNode
  title: ReactNode
  children: ReactNode
  actions?: ReactNode
}

/** A page's place when there are no rows to show: why, and the way on. */
export function Blank({ icon, title, children, actions }: Props) {
  return (
    <div className="blank">
      <span className="blank-icon">{icon}</span>
      <h2>{title}</h2>
      <p>{children}</p>
      {actions !== undefined && <div className="blank-acts">{actions}</div>}
    </div>
  )
}
