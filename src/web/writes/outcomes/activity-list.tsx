import { Undo2 } from 'lucide-react'
import { hashOf, routeOf } from '#web/list/route.ts'
import { dateProps, showTip } from '#web/list/row-cells.tsx'
import { Foreign, visible } from '#web/ui/names/foreign.tsx'
import { useSession } from '#web/ui/session.ts'
import { useStore } from '#web/ui/store.ts'
import { clockOf } from '#web/ui/time.ts'
import { resourceWords } from '#web/resource/problem-words.ts'
import { saysOf, undoable } from './activity.ts'
import type { Entry } from './outcomes.ts'
import './activity-list.css'

interface Props {
  entries: readonly Entry[]
  /** Undoing leaves the sheet around it. */
  onLeave: () => void
}

/** What was done, with the results, latest first. */
export function ActivityList({ entries, onLeave }: Props) {
  const { outcomes, undoing } = useSession()
  const canUndo = undoable(useStore(outcomes))
  return (
    <ol className="activity" onPointerOver={showTip}>
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
                onLeave()
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
  )
}

/** Opens the page of a save, which then undoes it. */
function showPage({ resource }: Entry): void {
  if (routeOf(window.location.hash).page !== resource) window.location.hash = hashOf(resource)
}
