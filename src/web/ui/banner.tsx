import type { ReactNode } from 'react'
import './banner.css'

interface Props {
  tone?: 'amber' | 'red' | 'violet' | 'plain'
  icon: ReactNode
  children: ReactNode
  actions?: ReactNode
}

/** A sentence about the whole page. */
export function Banner({ tone = 'plain', icon, children, actions }: Props) {
  return (
    <div className={`banner ${tone}`}>
      {icon}
      <p>{children}</p>
      {actions}
    </div>
  )
}
