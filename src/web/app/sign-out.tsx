import { words } from '#web/session/words.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import type { Loss } from '#web/sheet/uncopied.ts'
import { LossWords } from '#web/sheet/not-copied.tsx'

interface Props {
  uncopied: Loss
  /** Opens the list of what is not copied, instead. */
  onHandOver: () => void
  onConfirm: () => void
  onCancel: () => void
}

/** Shown only when something is lost: signing out forgets which values are new, and the passwords themselves. */
export function SignOut({ uncopied, onHandOver, onConfirm, onCancel }: Props) {
  return (
    <Confirm
      title="Sign out?"
      action={words.signOut}
      other={
        uncopied.values + uncopied.passwords > 0 && (
          <button type="button" className="btn raised-bg" onClick={onHandOver}>
            Hand over…
          </button>
        )
      }
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <LossWords {...uncopied} />
    </Confirm>
  )
}
