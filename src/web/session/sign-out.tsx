import { Confirm } from '#web/ui/confirm.tsx'
import { counted } from '#web/ui/time.ts'
import type { Uncopied } from './uncopied.ts'
import { words } from './words.ts'

interface Props {
  uncopied: Uncopied
  onConfirm: () => void
  onCancel: () => void
}

/**
 * Shown only when something is not copied yet: signing out forgets which values are new, and the passwords themselves.
 */
export function SignOut({ uncopied, onConfirm, onCancel }: Props) {
  return (
    <Confirm title="Sign out?" action={words.signOut} onConfirm={onConfirm} onCancel={onCancel}>
      <UncopiedWarning {...uncopied} />
    </Confirm>
  )
}

/** What signing out loses. */
export function UncopiedWarning({ values, passwords }: Uncopied) {
  const what = [
    ...(values > 0 ? [counted(values, 'new value')] : []),
    ...(passwords > 0 ? [counted(passwords, 'new password')] : []),
  ].join(' and ')
  return (
    <p>
      <span>{`You haven’t copied ${what}.`}</span>
      {values > 0 && <span> You can copy values after you sign in again, but they are no longer marked.</span>}
      {passwords > 0 && <span> A password can’t be read again.</span>}
    </p>
  )
}
