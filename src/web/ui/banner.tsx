import type { ReactNode } from 'react'
import { restoreFocusOnUnmount } from './focus.ts'
import type { Store } from './store.ts'
import './banner.css'

/** A banner’s sentence, and what can be done about it. */
export interface BannerContent {
  tone?: 'warning' | 'error' | 'unknown' | 'neutral'
  icon: ReactNode
  children: ReactNode
  actions?: ReactNode
}

/** Everything that is to be said of the page now, by who says it; the lowest rank first. */
export type BannerStore = Store<ReadonlyMap<string, { rank: number; banner: BannerContent }>>

/** A sentence about the whole page. */
export function Banner({ tone = 'neutral', icon, children, actions }: BannerContent) {
  return (
    <div ref={restoreFocusOnUnmount} className={`banner ${tone}`}>
      {icon}
      <p>{children}</p>
      {actions}
    </div>
  )
}
