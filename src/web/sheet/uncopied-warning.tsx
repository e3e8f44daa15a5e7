import { counted } from '#web/ui/time.ts'
import { secretWords } from './secrets-text.ts'
import type { Loss } from './uncopied.ts'

/** What signing out loses. */
export function UncopiedWarning({ hasJob, hasJobElsewhere, missing, ...uncopied }: Loss) {
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
      {hasJobElsewhere && <span> A job is still under way in another tab. Signing out stops it.</span>}
    </p>
  )
}
