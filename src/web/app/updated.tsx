import { RefreshCw } from 'lucide-react'
import { PageBanner } from '#web/list/page-banner.tsx'
import { useSession } from '#web/ui/session.ts'
import { createStore, useStore } from '#web/ui/store.ts'

/** Says that this page is of an earlier build. While a run is under way, it does not offer to reload. */
export function Updated({ onReload }: { onReload: () => void }) {
  const run = useStore(useSession().runs)
  const phase = useStore(run ?? noRun)?.phase
  const isRunning = phase !== undefined && phase !== 'ended'
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
      {isRunning ? 'The console was updated. Reload when the run has ended.' : 'The console was updated.'}
    </PageBanner>
  )
}

const noRun = createStore(undefined)
