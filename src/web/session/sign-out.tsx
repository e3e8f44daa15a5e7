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
 * Shown only when something is lost: signing out forgets which values are new, the passwords themselves, and the run.
 */
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
export function UncopiedWarning({ run, ...uncopied }: Uncopied) {
  const { values, passwords } = uncopied
  return (
    <p>
      {values + passwords > 0 && <span>{`You haven’t copied ${secretWords(uncopied)}.`}</span>}
      {values > 0 && <span> You can copy values after you sign in again, but they are no longer marked.</span>}
      {passwords > 0 && <span> A password can’t be read again.</span>}
      {run !== undefined && <span>{` ${runWords[run]}`}</span>}
    </p>
  )
}

const runWords = {
  'under-way': 'A run is still under way. Signing out cancels the rest of it and removes its report.',
  report: 'The report of the last run is still open. Signing out removes it.',
} as const
