import { useId, useLayoutEffect } from 'react'
import type { BannerContent } from '#web/ui/banner.tsx'
import { useSession } from '#web/session/session.ts'

/** What is said of the whole page, the most important first. */
const ranks = [
  'offline',
  'run',
  'in-front',
  'updated',
  'list',
  'recreation',
  'not-copied',
  'repair',
  'maybe-new',
  'rows',
  'clock',
] as const

/** A sentence about the whole page; it stands in the one line under the heading, wherever it is said. */
export function PageBanner({ about, ...banner }: BannerContent & { about: (typeof ranks)[number] }) {
  const { banners } = useSession()
  const id = useId()
  useLayoutEffect(() => {
    banners.set(new Map(banners.get()).set(id, { rank: ranks.indexOf(about), banner }))
  })
  useLayoutEffect(
    () => () => {
      const rest = new Map(banners.get())
      rest.delete(id)
      banners.set(rest)
    },
    [banners, id],
  )
  return null
}
