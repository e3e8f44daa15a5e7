import { words } from '#web/session/words.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { counted } from '#web/ui/time.ts'
import { secretWords } from '#web/sheet/secrets-text.ts'
import type { Uncopied } from './uncopied.ts'

interface Props {
  uncopied: Uncopied
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
      <UncopiedWarning {...uncopied} />
    </Confirm>
  )
}

/** What signing out loses. */
export function UncopiedWarning({ hasJob, missing, ...uncopied }: Uncopied) {
  const { values, passwords } = uncopied
  return (
    <p>
      {values + passwords > 0 && <span>{`You haven’t copied ${secretWords(uncopied)}.`}</span>}
      {values > 0 && <span> You can copy values after you sign in again, but they are no longer marked.</span>}
      {passwords > 0 && <span> A password can’t be read again.</span>}
      {missing > 0 && (
        <span>{` ${counted(missing, 'token')} ${missing === 1 ? 'was' : 'were'} deleted and not created again. This page forgets what ${missing === 1 ? 'it' : 'they'} had.`}</span>
      )}
      {hasJob && <span> A job is still under way. Signing out stops it.</span>}
    </p>
  )
}
