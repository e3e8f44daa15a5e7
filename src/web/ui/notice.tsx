import { X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { restoreFocusOnUnmount } from './focus.ts'
import type { Store } from './store.ts'
import './banner.css'
import './notice.css'

interface NoticeProps {
  icon: ReactNode
  text: ReactNode
  /** Buttons, the most important first. On a phone the others are shown with the whole text. */
  actions?: ReactNode
  /** A button that is always shown. */
  more?: ReactNode
  /** Undefined: it cannot be dismissed. */
  onDismiss?: (() => void) | undefined
  dismissLabel?: string
}

/**
 * What stands in a note, a banner or a toast, whose element has the class `notice`. On a phone it is one line, whose text
 * is cut: a press on it, or a key that reaches a button, opens all of it.
 */
export function Notice({ icon, text, actions, more, onDismiss, dismissLabel = 'Dismiss' }: NoticeProps) {
  const [isWhole, setWhole] = useState(false)
  return (
    <>
      {icon}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- only the eye sees it cut */}
      <p className={isWhole ? 'whole' : undefined} onClick={() => setWhole(!isWhole)}>
        {text}
      </p>
      {actions && <span className="notice-acts">{actions}</span>}
      {more}
      {onDismiss && (
        <button
          ref={restoreFocusOnUnmount}
          type="button"
          className="ib"
          aria-label={dismissLabel}
          data-focus-fallback
          onClick={onDismiss}
        >
          <X className="icon" aria-hidden="true" />
        </button>
      )}
    </>
  )
}

/** A banner’s sentence, and what can be done about it. */
export interface BannerContent {
  tone?: 'warning' | 'error' | 'unknown' | 'neutral'
  icon: ReactNode
  children: ReactNode
  actions?: ReactNode
  /** Undefined: it stays for as long as it is true. */
  onDismiss?: () => void
}

/** Everything that is to be said of the page now, by who says it; the lowest rank first. */
export type BannerStore = Store<ReadonlyMap<string, { rank: number; banner: BannerContent }>>

/** A sentence about the whole page. */
export function Banner({ tone = 'neutral', children, ...content }: BannerContent & { more?: ReactNode }) {
  return (
    <div ref={restoreFocusOnUnmount} className={`banner notice ${tone}`}>
      <Notice {...content} text={children} />
    </div>
  )
}
