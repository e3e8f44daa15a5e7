import { Confirm } from '#web/ui/confirm.tsx'
import { secretWords } from '#web/writes/hand-over/secret.ts'
import type { Uncopied } from './uncopied.ts'
import { words } from './words.ts'

interface Props {
  uncopied: Uncopied
  /** Opens the list of what is not copied, instead. */
  onHandOver: () => void
  onConfirm: () => void
  onCancel: () => void
}

/**
 * Shown only when something is not copied yet: signing out forgets which values are new, and the passwords themselves.
 */
export function SignOut({ uncopied, onHandOver, onConfirm, onCancel }: Props) {
  return (
    <Confirm
      title="Sign out?"
      action={words.signOut}
      other={
        <button type="button" className="btn raised-bg" onClick={onHandOver}>
          Hand over…
        </button>
      }
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <UncopiedWarning {...uncopied} />
    </Confirm>
  )
}

/** What signing out loses. */
export function UncopiedWarning({ values, passwords }: Uncopied) {
  return (
    <p>
      <span>{`You haven’t copied ${secretWords({ values, passwords })}.`}</span>
      {values > 0 && <span> You can copy values after you sign in again, but they are no longer marked.</span>}
      {passwords > 0 && <span> A password can’t be read again.</span>}
    </p>
  )
}
