import { useState } from 'react'
import { Banner } from '#web/ui/banner.tsx'
import { restoreFocusOnUnmount } from '#web/ui/focus.ts'
import { useStore } from '#web/ui/store.ts'
import { useSession } from '#web/session/session.ts'

/** Beside a page's heading: the most important banner in a line of fixed height, the others behind *2 more*. */
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
          actions={
            <>
              {banner.actions}
              {others.length > 0 && (
                <button
                  ref={restoreFocusOnUnmount}
                  type="button"
                  className="btn ghost small"
                  aria-expanded={isOpen}
                  onClick={() => setOpen(!isOpen)}
                >
                  {isOpen ? 'Less' : `${others.length} more`}
                </button>
              )}
            </>
          }
        />
        {isOpen && others.map(([id, { banner }]) => <Banner key={id} {...banner} />)}
      </div>
    </div>
  )
}
