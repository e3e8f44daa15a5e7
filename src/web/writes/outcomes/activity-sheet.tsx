import { Download, History, Undo2 } from 'lucide-react'
import { Blank } from '#web/ui/blank.tsx'
import { Foreign, visible } from '#web/ui/names/foreign.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { useStore } from '#web/ui/store.ts'
import { clockOf, counted } from '#web/ui/time.ts'
import { useSession } from '#web/ui/session.ts'
import { hashOf, routeOf } from '#web/list/route.ts'
import { csvFile, download } from '#web/list/csv.ts'
import { dateProps, showTip } from '#web/list/row-cells.tsx'
import { requestOf, saysOf, undoable } from './activity.ts'
import type { Entry } from './outcomes.ts'
import { resourceWords } from '#web/writes/problem-words.ts'
import './activity-sheet.css'

/** The log of what was done in this tab since signing in or a reload, with the results. */
export function ActivitySheet({ onClose }: { onClose: () => void }) {
  const { outcomes, undoing } = useSession()
  const entries = useStore(outcomes)
  const canUndo = undoable(entries)
  return (
    <Sheet
      title="Activity"
      under={`${counted(entries.length, 'action')} in this tab since you signed in or reloaded`}
      onClose={onClose}
    >
      <div className="body activity">
        {entries.length === 0 ? (
          <Blank icon={<History className="icon s20" aria-hidden="true" />} title="Nothing yet">
            Your actions in this tab and their results appear here until you sign out or reload.
          </Blank>
        ) : (
          <ol onPointerOver={showTip}>
            {entries.map((entry) => (
              <li key={entry.id}>
                <time dateTime={new Date(entry.at).toISOString()} {...dateProps(entry.at)}>
                  {clockOf(entry.at)}
                </time>
                <div>
                  <b>
                    <Foreign text={entry.name} />
                  </b>{' '}
                  <span className="muted">{resourceWords[entry.resource].name}</span>
                  <p>{saysOf(entry)}</p>
                </div>
                {'verdict' in entry && canUndo.has(entry) && (
                  <button
                    type="button"
                    className="btn ghost small"
                    aria-label={`Undo for ${visible(entry.name)}, ${clockOf(entry.at)}`}
                    onClick={() => {
                      onClose()
                      undoing.set(entry)
                      showPage(entry)
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

/** Opens the page of a save, which then undoes it. */
function showPage({ resource }: Entry): void {
  if (routeOf(window.location.hash).page !== resource) window.location.hash = hashOf(resource)
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
