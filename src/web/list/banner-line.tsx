import { useState } from 'react'
import { Banner } from '#web/ui/banner.tsx'
import { useStore } from '#web/ui/store.ts'
import { useSession } from '#web/ui/session.ts'

/** Under a page's heading: the most important banner in a line of fixed height, the others behind *2 more*. */
export function BannerLine() {
  const all = useStore(useSession().banners)
  const [isOpen, setOpen] = useState(false)
  const [first, ...others] = [...all].toSorted(([, a], [, b]) => a.rank - b.rank)
  if (first === undefined) return null
  const [id, { banner }] = first
  const alone = others.length === 0 ? ' alone' : ''
  return (
    <div className={isOpen ? 'is-open' : undefined}>
      <Banner
        key={id}
        {...banner}
        actions={
          <>
            {banner.actions}
            <button
              type="button"
              className={`btn ghost small more${alone}`}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? 'Less' : others.length === 0 ? 'More' : `${others.length} more`}
            </button>
          </>
        }
      />
      {isOpen && others.map(([id, { banner }]) => <Banner key={id} {...banner} />)}
    </div>
  )
}
