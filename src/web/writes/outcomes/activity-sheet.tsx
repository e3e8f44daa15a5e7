import { Download, History } from 'lucide-react'
import { Blank } from '#web/ui/blank.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { useStore } from '#web/ui/store.ts'
import { counted } from '#web/ui/time.ts'
import { useSession } from '#web/ui/session.ts'
import { csvFile } from '#contract/csv.ts'
import { download } from '#web/ui/download.ts'
import { ActivityList } from './activity-list.tsx'
import { requestOf, saysOf } from './activity.ts'
import type { Entry } from './outcomes.ts'
import { resourceWords } from '#web/resource/problem-words.ts'

/** The log of what was done in this tab since signing in or a reload, with the results. */
export function ActivitySheet({ onClose }: { onClose: () => void }) {
  const { outcomes } = useSession()
  const entries = useStore(outcomes)
  return (
    <Sheet
      title="Activity"
      under={`${counted(entries.length, 'action')} in this tab since you signed in or reloaded`}
      onClose={onClose}
    >
      <div className="body">
        {entries.length === 0 ? (
          <Blank icon={<History className="icon s20" aria-hidden="true" />} title="Nothing yet">
            Your actions in this tab and their results appear here until you sign out or reload.
          </Blank>
        ) : (
          <ActivityList entries={entries} onLeave={onClose} />
        )}
      </div>
      <div className="foot">
        <span className="hint">Contains no values or passwords.</span>
        <span className="end" />
        <button
          type="button"
          className="btn"
          disabled={entries.length === 0}
          onClick={() => download(csvOf(entries), 'query-admin-activity.csv')}
        >
          <Download className="icon" aria-hidden="true" />
          Export CSV
        </button>
      </div>
    </Sheet>
  )
}

/** The entries as CSV, latest first. */
export function csvOf(entries: readonly Entry[]): string {
  const rows = entries.map((entry) => [
    new Date(entry.at).toISOString(),
    resourceWords[entry.resource].name,
    entry.name,
    requestOf(entry),
    saysOf(entry),
  ])
  return csvFile([['When (UTC)', 'What', 'Name', 'Asked', 'Outcome'], ...rows])
}
