import { words } from '#web/session/words.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { LossWords, type Loss } from '#web/sheet/loss.tsx'

interface Props {
  loss: Loss
  onConfirm: () => void
  onCancel: () => void
}

/** Shown only when something is lost. */
export function SignOut({ loss, onConfirm, onCancel }: Props) {
  return (
    <Confirm title="Sign out?" action={words.signOut} onConfirm={onConfirm} onCancel={onCancel}>
      <LossWords {...loss} />
    </Confirm>
  )
}
