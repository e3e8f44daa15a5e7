import { History } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'

const ActivitySheet = lazy(() => import('./activity-sheet.tsx').then((module) => ({ default: module.ActivitySheet })))

/** Opens the list of what this browser did. */
export function ActivityButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="btn" onClick={() => setOpen(true)}>
        <History className="icon" aria-hidden="true" />
        Activity
      </button>
      {open && (
        <Suspense>
          <ActivitySheet onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
