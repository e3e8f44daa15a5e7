import type { User } from '#contract/user.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import { SheetVerdict } from '#web/writes/sheet-verdict.tsx'
import { ConflictUser } from './conflict-user.tsx'
import { fullChange } from '#contract/fields.ts'
import { userFields } from '#contract/user.ts'
import type { ShownChange } from './user-writes.ts'

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
  if (verdict.is !== 'conflict') {
    return <SheetVerdict noun="user" name={name} verdict={verdict} onOverwrite={() => onSave()} />
  }
  return (
    <ConflictUser
      seen={verdict.seen}
      now={verdict.row}
      change={change}
      onSaveMine={() => onSave()}
      onOverwrite={() => onSave(fullChange(userFields, verdict.seen, change))}
      onCancel={onCancel}
    />
  )
}

/** Whether a save leaves the sheet nothing to keep. A note under the row could not send a new password again. */
export function isDone(verdict: Verdict<User>, newPassword: boolean): boolean {
  if (verdict.is === 'differently') return !newPassword
  return verdict.is === 'as-asked' || (verdict.is === 'not-verified' && verdict.why === 'no-list')
}
