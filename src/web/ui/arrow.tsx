import { ArrowRight } from 'lucide-react'

/** An arrow from the old value to the new one. Drawn, because the page’s font has no arrow. */
export function Arrow() {
  return (
    <>
      {' '}
      <span className="sr">→</span>
      <ArrowRight className="icon s14" aria-hidden="true" />{' '}
    </>
  )
}
