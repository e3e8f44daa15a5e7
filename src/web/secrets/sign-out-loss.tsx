import { useAppContext } from '#web/jobs/app-context.tsx'
import { isJobRunning } from '#web/jobs/job.ts'
import { unrecreatedEntry, selectJobRows } from '#web/jobs/job-selectors.ts'
import { pluralize } from '#web/ui/format.ts'
import { useGeneratedPasswords, type GeneratedPasswords } from './generated-passwords.ts'

/** What signing out, or closing the tab, loses. */
export interface SignOutLoss {
  /** Generated passwords that nobody has copied. */
  passwords: number
  /** Tokens that were to be replaced and do not exist, or may not. */
  missing: number
  /** Some of them may exist. */
  mayExist: boolean
  /** A job is under way. */
  hasJob: boolean
}

/** How many generated passwords nobody has copied. */
export const countUncopiedPasswords = ({ get }: Pick<GeneratedPasswords, 'get'>) =>
  [...get().values()].filter((state) => state === 'kept' || state === 'changed').length

/** Reads what would be lost now; undefined: nothing. */
export function useSignOutLoss(): () => SignOutLoss | undefined {
  const { jobs } = useAppContext()
  const secrets = useGeneratedPasswords()
  return () => {
    const all = jobs.get()
    const hasJob = all.some(isJobRunning)
    const missingEntries = [...selectJobRows(all, 'tokens').last.values()].filter(
      (entry) => unrecreatedEntry(entry) !== undefined,
    )
    const missing = missingEntries.length
    const mayExist = missingEntries.some(({ item }) => item.facts?.status === 'unknown')
    const passwords = countUncopiedPasswords(secrets)
    return passwords + missing === 0 && !hasJob ? undefined : { passwords, missing, mayExist, hasJob }
  }
}

/** What signing out loses. */
export function SignOutLossText({ passwords, missing, mayExist, hasJob }: SignOutLoss) {
  const were = missing === 1 ? 'was' : 'were'
  const sentences = [
    passwords > 0 && `You haven’t copied ${pluralize(passwords, 'new password')}. A password can’t be read again.`,
    missing > 0 &&
      `${pluralize(missing, 'token')} ${were} ${mayExist ? 'to be replaced, and may or may not exist' : 'deleted and not created again'}. This page forgets what it had.`,
    hasJob && 'A job is still under way. Signing out stops it.',
  ]
  return <p>{sentences.filter(Boolean).join(' ')}</p>
}
