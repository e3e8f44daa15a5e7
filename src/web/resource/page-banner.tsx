import { ChevronDown } from 'lucide-react'
import { useId, useLayoutEffect, useState, type ReactNode } from 'react'
import { type BannerContent, Banner } from '#web/ui/notice.tsx'
import { useSession } from '#web/session/session.ts'
import { restoreFocusOnUnmount } from '#web/ui/focus.ts'
import { useStore } from '#web/ui/store.ts'

/** What is said of the whole page, the most important first. */
const ranks = [
  'offline',
  'run',
  'in-front',
  'updated',
  'list',
  'recreation',
  'swapped',
  'not-copied',
  'interrupted-import',
  'repair',
  'maybe-new',
  'rows',
  'clock',
] as const

/** A sentence about the whole page; it stands in the one line under the heading, wherever it is said. */
export function PageBanner({ topic, ...banner }: BannerContent & { topic: (typeof ranks)[number] }) {
  const { banners } = useSession()
  const id = useId()
  useLayoutEffect(() => {
    banners.set(new Map(banners.get()).set(id, { rank: ranks.indexOf(topic), banner }))
  })
  useLayoutEffect(
    () => () => {
      const remaining = new Map(banners.get())
      remaining.delete(id)
      banners.set(remaining)
    },
    [banners, id],
  )
  return null
}

/** What can be done about it. */
export function BannerButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button ref={restoreFocusOnUnmount} type="button" className="btn small" onClick={onClick}>
      {children}
    </button>
  )
}

/** Beside a page's heading: the most important banner in a line of fixed height, the others behind *3 notices*. */
export function BannerBar() {
  const banners = useStore(useSession().banners)
  const [isOpen, setOpen] = useState(false)
  const [first, ...others] = [...banners].toSorted(([, a], [, b]) => a.rank - b.rank)
  if (first === undefined) return <div className="banners" />
  const [id, { banner }] = first
  return (
    <div className="banners">
      <div className={isOpen ? 'is-open' : undefined}>
        <Banner
          key={id}
          {...banner}
          more={
            others.length > 0 && (
              <button
                ref={restoreFocusOnUnmount}
                type="button"
                className="btn ghost small"
                aria-expanded={isOpen}
                onClick={() => setOpen(!isOpen)}
              >
                <span>
                  <span>{others.length + 1}</span> <span className="word">notices</span>
                </span>
                <ChevronDown className="icon s14" aria-hidden="true" />
              </button>
            )
          }
        />
        {isOpen && others.map(([id, { banner }]) => <Banner key={id} {...banner} />)}
      </div>
    </div>
  )
}
