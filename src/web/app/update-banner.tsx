import { useEffectEvent, useEffect } from 'react'
import { RefreshCw } from 'lucide-react'
import type { Fetch } from '#api/client/request.ts'
import { createStore, useStore } from '#web/ui/store.ts'
import { buildHeader } from '#api/console-server.ts'
import { useSession } from '#web/session/session.ts'
import { useAppContext } from '#web/jobs/app-context.tsx'
import { isJobRunning } from '#web/jobs/job.ts'
import { isModalOpen } from '#web/ui/keyboard.ts'
import { PageBanner } from '#web/resource/page-banner.tsx'

interface ReloadBannerProps {
  topic: 'updated' | 'in-front'
  message: string
  onReload: () => void
}

/**
 * Says why to reload the page: in a banner, and beside a form or sheet that covers it. While a job is under way, it does
 * not offer to.
 */
export function ReloadBanner({ topic, message, onReload }: ReloadBannerProps) {
  const { toasts } = useSession()
  const { jobs } = useAppContext()
  const isRunning = useStore(jobs).some(isJobRunning)
  const showToast = useEffectEvent(() => {
    if (isModalOpen()) toasts.show(message, { severity: 'warning', action: { label: 'Reload', run: onReload } })
  })
  useEffect(() => {
    if (!isRunning) showToast()
  }, [isRunning, message])
  const hideToast = useEffectEvent(() => {
    if (toasts.get()?.text === message) toasts.set(undefined)
  })
  useEffect(() => hideToast, [])
  return (
    <PageBanner
      topic={topic}
      icon={<RefreshCw className="icon" aria-hidden="true" />}
      actions={
        !isRunning && (
          <button type="button" className="btn small" onClick={onReload}>
            Reload
          </button>
        )
      }
    >
      {isRunning ? `${message} Reload when the job has ended.` : message}
    </PageBanner>
  )
}

/** Watches the responses for another build of the console than that of the first one. */
export function watchBuild(fetch: Fetch) {
  const isUpdated = createStore(false)
  let initialBuild: string | undefined
  const watchedFetch: Fetch = async (...request) => {
    const response = await fetch(...request)
    const build = response.headers.get(buildHeader)
    if (build !== null && build !== (initialBuild ??= build) && !isUpdated.get()) isUpdated.set(true)
    return response
  }
  return { fetch: watchedFetch, isUpdated }
}
