import { Confirm } from '#web/ui/confirm.tsx'
import { useConsole } from '#web/app/console.tsx'

/** Before a check: reading only, or with throw-away rows; it names what would be created. */
export function AskProbe({ onCheck, onCancel }: { onCheck: (write: boolean) => void; onCancel: () => void }) {
  const { place } = useConsole()
  return (
    <Confirm
      title={`Check what ${place.name} does?`}
      action="Check by writing"
      onConfirm={() => onCheck(true)}
      onCancel={onCancel}
      other={
        <button type="button" className="btn" onClick={() => onCheck(false)}>
          Only read
        </button>
      }
    >
      <p>
        Reading alone tells little. Writing creates tokens and users named “query-admin-probe-…”, changes them, and
        deletes them again, also when it is stopped. No other row is touched. It takes some seconds.
      </p>
    </Confirm>
  )
}
