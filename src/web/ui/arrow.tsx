import { ArrowRight } from 'lucide-react'

/** Between what was and what is. Drawn, since the page's font has no such character. */
export function Arrow() {
  return (
    <>
      {' '}
      <span className="sr">→</span>
      <ArrowRight className="icon s14" aria-hidden="true" />{' '}
    </>
  )
}
