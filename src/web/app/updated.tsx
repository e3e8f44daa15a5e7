import { RefreshCw } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { PageBanner } from '#web/list/page-banner.tsx'
import { isPageCovered } from '#web/ui/keys/single-keys.ts'
import { useSession } from '#web/ui/session.ts'
import { createStore, useStore } from '#web/ui/store.ts'

const says = 'The console was updated.'

/**
 * Says that this page is of an earlier build: in a banner, and beside a form or sheet that covers it. While a run is under
 * way, it does not offer to reload.
 */
export function Updated({ onReload }: { onReload: () => void }) {
  const { runs, toasts } = useSession()
  const run = useStore(runs)
  const phase = useStore(run ?? noRun)?.phase
  const isRunning = phase !== undefined && phase !== 'ended'
  const tell = useEffectEvent(() => {
    if (isPageCovered()) toasts.show(says, { mark: 'caution', act: { label: 'Reload', run: onReload } })
  })
  useEffect(() => {
    if (!isRunning) tell()
  }, [isRunning])
  return (
    <PageBanner
      about="updated"
      icon={<RefreshCw className="icon" aria-hidden="true" />}
      actions={
        !isRunning && (
          <button type="button" className="btn small" onClick={onReload}>
            Reload
          </button>
        )
      }
    >
      {isRunning ? `${says} Reload when the run has ended.` : says}
    </PageBanner>
  )
}

const noRun = createStore(undefined)
