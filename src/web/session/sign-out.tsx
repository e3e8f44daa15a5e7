import { Confirm } from '#web/ui/confirm.tsx'
import { counted } from '#web/ui/time.ts'
import { words } from './words.ts'

interface Props {
  /** How many new values nobody has copied. */
  uncopied: number
  onConfirm: () => void
  onCancel: () => void
}

/** Asked only when new values are not copied yet: signing out forgets which ones. */
export function SignOut({ uncopied, onConfirm, onCancel }: Props) {
  return (
    <Confirm title="Sign out?" action={words.signOut} onConfirm={onConfirm} onCancel={onCancel}>
      <p>
        {counted(uncopied, 'new value was', 'new values were')} not copied. You can copy them after you sign in again,
        but they are no longer marked.
      </p>
    </Confirm>
  )
}
