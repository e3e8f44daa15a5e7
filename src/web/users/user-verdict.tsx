import type { User } from '#contract/user.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import { useConsole } from '#web/app/console.tsx'
import { useStore } from '#web/ui/store.ts'
import { Conflict } from '#web/writes/conflict.tsx'
import { SheetVerdict } from '#web/writes/sheet-verdict.tsx'
import { userShown } from './user-shown.ts'
import type { ShownChange } from './user-hooks.ts'

interface Props {
  name: string
  verdict: Verdict<User>
  change: ShownChange
  /** Saves over what somebody else changed: what the form says, or something in its place. */
  onSave: (instead?: ShownChange) => void
  onCancel: () => void
}

/** Why the sheet of a user is still open after a save. */
export function UserVerdict({ name, verdict, change, onSave, onCancel }: Props) {
  const unit = useStore(useConsole().unit)
  if (verdict.is !== 'conflict') {
    return <SheetVerdict noun="user" name={name} verdict={verdict} onOverwrite={() => onSave()} />
  }
  return (
    <Conflict
      resource={userShown}
      conflict={verdict}
      change={change}
      context={unit}
      onSave={onSave}
      onCancel={onCancel}
    />
  )
}

/** Whether a save leaves the sheet nothing to keep. A note under the row could not send a new password again. */
export function isDone(verdict: Verdict<User>, newPassword: boolean): boolean {
  if (verdict.is === 'differently') return !newPassword
  return verdict.is === 'as-asked' || (verdict.is === 'not-verified' && verdict.why === 'no-list')
}
