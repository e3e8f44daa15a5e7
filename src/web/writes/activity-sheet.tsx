import { Download, History, Undo2 } from 'lucide-react'
import { Blank } from '#web/ui/blank.tsx'
import { Foreign, visible } from '#web/ui/names/foreign.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { useStore } from '#web/ui/store.ts'
import { bothMoments, clockOf, counted } from '#web/ui/time.ts'
import { useConsole } from '#web/app/console.tsx'
import { hashOf, routeOf } from '#web/app/route.ts'
import { csvFile, download } from '#web/list/csv.ts'
import type { Deed } from './activity.ts'
import './activity-sheet.css'

/** What this browser did in this session, and the verdict of each. */
export function ActivitySheet({ onClose }: { onClose: () => void }) {
  const { activity } = useConsole()
  const deeds = useStore(activity)
  // A save before that one is not to be brought back over it.
  const latest = new Map(
    deeds
      .flatMap((deed) => (deed.undo === undefined ? [] : [[`${deed.kind} ${deed.name}`, deed] as const]))
      .toReversed(),
  )
  return (
    <Sheet
      title="Activity"
      under={`${counted(deeds.length, 'action')} in this browser since you signed in`}
      onClose={onClose}
    >
      <div className="body activity">
        {deeds.length === 0 ? (
          <Blank icon={<History className="icon s20" aria-hidden="true" />} title="Nothing yet">
            Your actions and their results appear here until you sign out.
          </Blank>
        ) : (
          <ol>
            {deeds.map((deed) => (
              <li key={deed.id}>
                <time dateTime={new Date(deed.at).toISOString()} title={bothMoments(deed.at)}>
                  {clockOf(deed.at)}
                </time>
                <div>
                  <b>
                    <Foreign text={deed.name} />
                  </b>{' '}
                  <span className="muted">{deed.kind}</span>
                  <p>{deed.outcome}</p>
                </div>
                {latest.get(`${deed.kind} ${deed.name}`) === deed && (
                  <button
                    type="button"
                    className="btn ghost small"
                    aria-label={`Undo for ${visible(deed.name)}, ${clockOf(deed.at)}`}
                    onClick={() => {
                      onClose()
                      undo(deed)
                    }}
                  >
                    <Undo2 className="icon" aria-hidden="true" />
                    Undo
                  </button>
                )}
              </li>
            ))}
          </ol>
        )}
      </div>
      <div className="foot">
        <span className="hint">Contains no values or passwords.</span>
        <span className="end" />
        <button
          type="button"
          className="btn"
          disabled={deeds.length === 0}
          onClick={() => download(csvOf(deeds), 'query-admin-activity.csv')}
        >
          <Download className="icon" aria-hidden="true" />
          Export CSV
        </button>
      </div>
    </Sheet>
  )
}

/** Has a save undone by the page of its kind. */
function undo({ kind, undo: run }: Deed): void {
  run?.()
  const page = kind === 'Token' ? 'tokens' : 'users'
  if (routeOf(window.location.hash).page !== page) window.location.hash = hashOf(page)
}

/** The deeds as CSV, latest first. */
export function csvOf(deeds: readonly Deed[]): string {
  const rows = deeds.map(({ at, kind, name, asked, outcome }) => [
    new Date(at).toISOString(),
    kind,
    name,
    asked,
    outcome,
  ])
  return csvFile([['When (UTC)', 'What', 'Name', 'Asked', 'Outcome'], ...rows])
}
