import type { ReactNode } from 'react'
import { keepFocus } from './focus/focus.ts'
import './blank.css'

interface Props {
  icon: ReactNode
  title: ReactNode
  children?: ReactNode
  actions?: ReactNode
}

/** Replaces the table when there are no rows: says why, and what to do. */
export function Blank({ icon, title, children, actions }: Props) {
  return (
    <div ref={keepFocus} className="blank">
      <span className="blank-icon">{icon}</span>
      <h2>{title}</h2>
      {children !== undefined && <p>{children}</p>}
      {actions !== undefined && <div className="blank-acts">{actions}</div>}
    </div>
  )
}
