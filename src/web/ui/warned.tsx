import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** A word of warning in a form, which stops nobody. */
export function Warned({ children }: { children: ReactNode }) {
  return (
    <span className="warned">
      <TriangleAlert className="icon s14" aria-hidden="true" />
      <span>{children}</span>
    </span>
  )
}
