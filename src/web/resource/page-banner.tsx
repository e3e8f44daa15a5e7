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
