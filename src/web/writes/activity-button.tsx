import { History } from 'lucide-react'
import { useState } from 'react'
import { laterPart } from '#web/ui/later.tsx'

const ActivitySheet = laterPart(async () => (await import('./activity-sheet.tsx')).ActivitySheet)

/** Opens the list of what this browser did. */
export function ActivityButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="btn" onClick={() => setOpen(true)}>
        <History className="icon" aria-hidden="true" />
        Activity
      </button>
      {open && <ActivitySheet onClose={() => setOpen(false)} />}
    </>
  )
}
