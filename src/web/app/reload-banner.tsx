import { RefreshCw } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useDesk } from '#web/jobs/desk.tsx'
import { isUnderWay } from '#web/jobs/job.ts'
import { PageBanner } from '#web/resource/page-banner.tsx'
import { isPageCovered } from '#web/ui/keys/single-keys.ts'
import { useSession } from '#web/session/session.ts'
import { useStore } from '#web/ui/store.ts'

interface Props {
  about: 'updated' | 'in-front'
  says: string
  onReload: () => void
}

/**
 * Says why to reload the page: in a banner, and beside a form or sheet that covers it. While a job is under way, it does
 * not offer to.
 */
export function ReloadBanner({ about, says, onReload }: Props) {
  const { toasts } = useSession()
  const { jobs } = useDesk()
  const isRunning = useStore(jobs).some(isUnderWay)
  const tell = useEffectEvent(() => {
    if (isPageCovered()) toasts.show(says, { mark: 'caution', act: { label: 'Reload', run: onReload } })
  })
  useEffect(() => {
    if (!isRunning) tell()
  }, [isRunning, says])
  const untell = useEffectEvent(() => {
    if (toasts.get()?.says === says) toasts.set(undefined)
  })
  useEffect(() => untell, [])
  return (
    <PageBanner
      about={about}
      icon={<RefreshCw className="icon" aria-hidden="true" />}
      actions={
        !isRunning && (
          <button type="button" className="btn small" onClick={onReload}>
            Reload
          </button>
        )
      }
    >
      {isRunning ? `${says} Reload when the job has ended.` : says}
    </PageBanner>
  )
}
